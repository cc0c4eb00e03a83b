(function () {
  "use strict";

  // The part of this browser in the shuffle: 16 random bytes, drawn anew for each form. A pushed form comes without
  // them, so they are filled in again after each swap, and at the latest when a form is sent.
  function contribute(part) {
    for (const field of part.querySelectorAll("input[name=client_seed]")) {
      if (field.value === "" || field.value === "-") {
        const bytes = crypto.getRandomValues(new Uint8Array(16));
        field.value = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
      }
    }
  }

  // The commitments that stood on the page when this browser contributed, by game: /fairness/ compares them with what
  // is opened later. What was seen first stays; the oldest make room.
  const MOST = 500;
  function keep() {
    const seen = Array.from(document.querySelectorAll("[data-deal]"), (line) => [line.dataset.deal, line.textContent.trim()]);
    try {
      const kept = new Map(JSON.parse(localStorage.getItem("commitments") || "[]"));
      for (const [game, commitment] of seen) {
        if (!kept.has(game)) {
          kept.set(game, commitment);
        }
      }
      localStorage.setItem("commitments", JSON.stringify(Array.from(kept).slice(-MOST)));
    } catch {
      // A browser that keeps nothing plays all the same.
    }
  }

  contribute(document);
  document.addEventListener("htmx:afterSwap", () => contribute(document));
  document.addEventListener(
    "submit",
    function (event) {
      if (event.target.querySelector("input[name=client_seed]")) {
        contribute(event.target);
        keep();
      }
    },
    true,
  );

  // Who has opened a table wants its game: what is left to do here the browser does by itself.
  document.querySelector("form[data-at-once]")?.requestSubmit();
})();
