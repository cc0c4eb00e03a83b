// How many games wait for this person: in the title of every page, and at the link to the most urgent of them.
(function () {
  "use strict";
  const link = document.getElementById("next-game");
  if (!link) {
    return;
  }
  let others = Number(link.querySelector("b").textContent); // the game of this page not counted
  function title() {
    const mine = document.querySelector("#panel.mine") ? 1 : 0;
    const all = others + mine;
    const plain = document.title.replace(/^\(\d+\) /, "");
    const wanted = all ? `(${all}) ${plain}` : plain;
    if (document.title !== wanted) {
      document.title = wanted;
    }
  }
  function show(count) {
    others = count;
    link.hidden = !count;
    link.querySelector("b").textContent = count;
    title();
  }
  new MutationObserver(title).observe(document.querySelector("title"), { childList: true });

  let asked = 0;
  let waiting = 0;
  async function ask() {
    waiting = 0;
    asked = Date.now();
    try {
      const answer = await fetch(link.dataset.count, { headers: { Accept: "application/json" } });
      if (answer.status === 200) {
        show((await answer.json()).waiting);
      }
    } catch {
      // Without a connection the last number stays.
    }
  }
  function soon() {
    waiting = waiting || setTimeout(ask, Math.max(100, asked + 3000 - Date.now()));
  }

  // The muster brings the number itself. Elsewhere the muster's socket says when something changed; on the page of a
  // game what was just pushed there is no news.
  let pushed = 0;
  document.addEventListener("htmx:oobAfterSwap", () => { pushed = Date.now(); title(); });
  document.addEventListener("htmx:afterSettle", function () {
    const muster = document.getElementById("muster");
    if (muster && muster.dataset.waiting) {
      show(Number(muster.dataset.waiting));
    }
  });
  let tries = 0;
  function listen() {
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/muster/`);
    let first = true;
    socket.addEventListener("message", function () {
      const known = first && tries === 0;
      first = false;
      tries = 0;
      setTimeout(() => { if (!known && Date.now() - pushed > 1500) { soon(); } }, 500);
    });
    socket.addEventListener("close", function (event) {
      if (event.code !== 4401 && event.code !== 1000) {
        tries += 1;
        setTimeout(listen, Math.min(60, 2 ** tries) * 1000 * (0.5 + Math.random() / 2));
      }
    });
  }
  if (!document.querySelector("[ws-connect='/ws/muster/']")) {
    listen();
    document.addEventListener("visibilitychange", () => { if (!document.hidden) { soon(); } });
    window.addEventListener("pageshow", (event) => { if (event.persisted) { soon(); } });
  }
})();
