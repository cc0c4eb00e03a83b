(function () {
  "use strict";

  // What this browser keeps by game: the commitments that stood on the page when it contributed, and what it gave;
  // /fairness/ compares both with what is opened later. What was first stays; the oldest make room.
  const MOST = 500;
  function kept(name) {
    try {
      return new Map(JSON.parse(localStorage.getItem(name) || "[]"));
    } catch {
      return new Map(); // a browser that keeps nothing plays all the same
    }
  }
  function keep(name, given) {
    const all = kept(name);
    for (const [game, value] of given) {
      if (!all.has(game)) {
        all.set(game, value);
      }
    }
    try {
      localStorage.setItem(name, JSON.stringify(Array.from(all).slice(-MOST)));
    } catch {
      // As above.
    }
  }
  const deals = () => Array.from(document.querySelectorAll("[data-deal]"));

  // The part of this browser in the shuffle: 16 random bytes, drawn once for the deals on the page: who refuses them and
  // asks again is given the same. A pushed form comes without them, so they are filled in again after each swap, and at
  // the latest when a form is sent.
  function contribute(part) {
    for (const field of part.querySelectorAll("input[name=client_seed]")) {
      if (field.value === "" || field.value === "-") {
        const before = kept("contributions");
        const deal = deals().find((line) => before.has(line.dataset.deal));
        const bytes = crypto.getRandomValues(new Uint8Array(16));
        const drawn = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
        field.value = deal ? before.get(deal.dataset.deal) : drawn;
      }
    }
  }

  contribute(document);
  document.addEventListener("htmx:afterSwap", () => contribute(document));
  document.addEventListener(
    "submit",
    function (event) {
      const field = event.target.querySelector("input[name=client_seed]");
      if (field) {
        contribute(event.target);
        keep("commitments", deals().map((line) => [line.dataset.deal, line.textContent.trim()]));
        keep("contributions", deals().map((line) => [line.dataset.deal, field.value]));
      }
    },
    true,
  );

  // Who has opened a table wants its game: what is left to do here the browser does by itself.
  document.querySelector("form[data-at-once]")?.requestSubmit();
})();
