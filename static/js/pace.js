// How fast a turn is told (the page "Look and speed"): sentence after sentence where the newest thing stands, and cards
// appear with what is told of them. It holds nothing back that can be pressed, and any press or key ends it. Without
// this file, where less motion is asked for, or at the speed "off", everything stands there at once.
(function () {
  "use strict";
  const STEP = { slow: 2000, normal: 900, fast: 400 }[document.documentElement.dataset.speed];
  const MOST = 14; // sentences that wait; of more only the newest turn is told
  const still = window.matchMedia("(prefers-reduced-motion: reduce)");
  const game = document.getElementById("game");
  const panel = () => document.getElementById("panel");
  if (!STEP) {
    return;
  }
  let told = Number(panel().dataset.seq);
  let waiting = [];
  let timer = 0;
  let whole = "";
  const sentences = (text) => text.trim().split(/(?<=[.!?])\s+/).filter(Boolean);
  const coming = () => Array.from(game.querySelectorAll(".coming"));

  function end() {
    clearInterval(timer);
    timer = 0;
    waiting = [];
    coming().forEach((card) => card.classList.remove("coming"));
    const latest = document.getElementById("latest");
    if (latest && whole) {
      latest.textContent = whole;
      latest.style.minHeight = "";
    }
    game.classList.remove("telling");
  }
  function step() {
    const latest = document.getElementById("latest");
    const next = waiting.shift();
    if (!latest || next === undefined) {
      end();
      return;
    }
    latest.textContent = next;
    for (const card of coming()) {
      const name = card.getAttribute("aria-label");
      if (!waiting.length || (name && next.includes(name))) {
        card.classList.remove("coming");
      }
    }
  }
  function tell() {
    const fresh = Array.from(panel().querySelectorAll("[data-at]")).filter((line) => Number(line.dataset.at) > told);
    told = Math.max(told, Number(panel().dataset.seq));
    const latest = document.getElementById("latest");
    // Of a game that is over the table has gone: nothing is left to tell its last turn by.
    if (!latest || still.matches || document.hidden || panel().querySelector(".headline")) {
      whole = "";
      end();
      return;
    }
    if (!fresh.length) {
      if (timer) {
        whole = latest.textContent;
      }
      return;
    }
    fresh.sort((one, other) => Number(one.dataset.at) - Number(other.dataset.at));
    const turns = fresh.map((line) => sentences(line.textContent));
    const all = waiting.concat(...turns);
    waiting = all.length > MOST ? turns[turns.length - 1] : all;
    whole = latest.textContent;
    if (waiting.length < 2) {
      end();
      return;
    }
    game.classList.add("telling");
    latest.style.minHeight = `${latest.offsetHeight}px`; // nothing may move under a finger that ends the telling
    panel().querySelectorAll("svg.fresh").forEach((card) => card.classList.add("coming"));
    clearInterval(timer);
    timer = setInterval(step, STEP);
    step();
  }
  document.addEventListener("htmx:oobAfterSwap", function (event) {
    if (event.detail.target.id === "panel") {
      tell();
    }
  });
  for (const sign of ["pointerdown", "keydown"]) {
    game.addEventListener(sign, () => { if (timer) { end(); } }, true);
  }
})();
