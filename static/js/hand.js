// The own hand: its order, moving cards by hand, and choosing before confirming. The order by hand is kept in this
// browser and nowhere else; without this file the kinds of order and the two steps work by forms.
(function () {
  "use strict";
  const game = document.getElementById("game");
  const bar = document.getElementById("arrange");
  const store = `hand:${game.dataset.code}`;
  game.classList.add("scripted");
  const hand = (root) => (root || document).querySelector("#hand");
  const keyOf = (item) => (item.id || (item.firstElementChild && item.firstElementChild.id) || "").slice(2);
  const inside = (item) => item.querySelector("button") || item;

  // -- as moved by hand --------------------------------------------------------------------------------------------
  function kept() {
    try {
      return JSON.parse(localStorage.getItem(store)) || [];
    } catch {
      return [];
    }
  }
  function arrange(root) {
    const list = hand(root);
    if (!list || list.dataset.order !== "hand") {
      return;
    }
    const order = kept();
    const place = (item) => { const at = order.indexOf(keyOf(item)); return at < 0 ? order.length : at; };
    const items = Array.from(list.children);
    const sorted = items.map((item, at) => [place(item), at, item]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    sorted.forEach(([, , item], at) => { if (list.children[at] !== item) { list.insertBefore(item, list.children[at]); } });
  }
  function keep() {
    try {
      localStorage.setItem(store, JSON.stringify(Array.from(hand().children, keyOf)));
    } catch {
      // A browser that keeps nothing shows the cards as dealt next time.
    }
  }
  let picked = "";
  const pickedItem = () => Array.from(hand() ? hand().children : []).find((item) => keyOf(item) === picked);
  function pick(item) {
    picked = item ? keyOf(item) : "";
    for (const other of hand().children) {
      other.classList.toggle("picked", other === item);
    }
  }
  // While cards are moved by hand the keyboard comes to those without a button too.
  function reach(on) {
    for (const item of hand() ? hand().children : []) {
      if (!item.querySelector("button")) {
        item.tabIndex = on ? 0 : -1;
      }
    }
  }
  function arranging(on) {
    game.classList.toggle("arranging", on);
    if (bar) {
      bar.hidden = !on;
    }
    reach(on);
    if (on && hand().children.length) {
      pick(hand().firstElementChild);
      inside(hand().firstElementChild).focus();
    } else if (!on && hand()) {
      pick(null);
    }
  }
  function move(by) {
    const item = pickedItem();
    const other = item && (by < 0 ? item.previousElementSibling : item.nextElementSibling);
    if (!other) {
      return;
    }
    const focused = document.activeElement;
    other[by < 0 ? "before" : "after"](item);
    keep();
    focused.focus();
  }
  game.addEventListener("keydown", function (event) {
    if (!game.classList.contains("arranging")) {
      return;
    }
    if (event.key === "Escape") {
      arranging(false);
    } else if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      const item = event.target.closest("#hand > li");
      if (item) {
        pick(item);
      }
      event.preventDefault();
      move(event.key === "ArrowLeft" ? -1 : 1);
    }
  });

  // -- by keyboard: the arrows go from one thing that can be done to the next (R52) ---------------------------------
  const MOVES = "#hand button, .calls button, .choices:not(p) button, .choices:not(p) a.action"; // help is no move
  game.addEventListener("keydown", function (event) {
    const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    const from = event.target.closest(MOVES);
    if (!by || !from || event.defaultPrevented || game.classList.contains("arranging")) {
      return;
    }
    const all = Array.from(game.querySelectorAll(MOVES))
      .filter((button) => button.getAttribute("aria-disabled") !== "true" && button.getClientRects().length);
    const next = all[(all.indexOf(from) + by + all.length) % all.length];
    if (next) {
      event.preventDefault();
      next.focus();
    }
  });

  // What stays at the lower edge of the screen lies over nothing that the keyboard has come to.
  game.addEventListener("focusin", function (event) {
    const strip = document.querySelector("#panel .choices:not(p)");
    const before = strip && strip.compareDocumentPosition(event.target) & Node.DOCUMENT_POSITION_PRECEDING;
    if (before && event.target.matches(":focus-visible")) {
      const hidden = event.target.getBoundingClientRect().bottom + 8 - strip.getBoundingClientRect().top;
      window.scrollBy(0, Math.max(0, hidden));
    }
  });

  // -- choose, then confirm ----------------------------------------------------------------------------------------
  let chosen = "";
  const nameOf = (button) => button.getAttribute("aria-label") || button.textContent;
  function choose(button) {
    const sure = document.getElementById("sure");
    for (const other of game.querySelectorAll("#panel [name=choose]")) {
      other.setAttribute("aria-pressed", String(other === button));
    }
    chosen = button ? button.value : "";
    const taken = button && button.dataset.takes ? button.dataset.takes.split(" ") : [];
    for (const card of game.querySelectorAll(".places use")) {
      card.parentNode.classList.toggle("takes", taken.includes(card.getAttribute("href").split("#")[1]));
    }
    if (sure) {
      sure.hidden = !button;
      document.getElementById("chosen").textContent = button ? nameOf(button).split(",")[0] : "";
      document.getElementById("confirm").value = chosen;
    }
  }
  const waits = () => Array.from(game.querySelectorAll("#panel [name=choose]")).find((button) => button.value === chosen);

  game.addEventListener("click", function (event) {
    const on = event.target.closest("button, a, #hand > li");
    if (!on) {
      return;
    }
    if (game.classList.contains("arranging") && on.closest("#hand")) {
      event.preventDefault();
      event.stopPropagation();
      pick(on.closest("#hand > li"));
    } else if (on.dataset.move) {
      if (on.dataset.move === "0") {
        arranging(false);
        document.querySelector("#order summary").focus();
      } else {
        move(Number(on.dataset.move));
      }
    } else if (on.name === "order") {
      event.preventDefault();
      document.getElementById("order").open = false;
      document.querySelector("#order summary").focus();
      htmx.ajax("POST", on.formAction, { source: game, values: { order: on.value }, swap: "none" })
        .then(() => { if (on.value === "hand") { arrange(); arranging(true); } });
    } else if (on.name === "choose") {
      event.preventDefault();
      choose(on);
      document.getElementById("confirm").focus();
    } else if (on.id === "unchoose") {
      event.preventDefault();
      const before = waits();
      choose(null);
      (before || document.getElementById("turn")).focus();
    }
  }, true);

  // -- what is opened and chosen survives a push ---------------------------------------------------------------------
  document.addEventListener("htmx:oobBeforeSwap", function (event) {
    const fragment = event.detail.fragment;
    if (event.detail.target.id !== "panel" || !fragment || !fragment.querySelectorAll) {
      return;
    }
    arrange(fragment);
    for (const details of document.querySelectorAll("#panel details[id][open]")) {
      const fresh = fragment.querySelector(`#${details.id}`);
      if (fresh) {
        fresh.open = true;
      }
    }
  });
  document.addEventListener("htmx:oobAfterSwap", function (event) {
    if (event.detail.target.id !== "panel") {
      return;
    }
    if (chosen) {
      choose(waits() || null);
    }
    if (game.classList.contains("arranging")) {
      if (hand() && hand().dataset.order === "hand") {
        pick(pickedItem() || null);
        reach(true);
      } else {
        arranging(false);
      }
    }
  });
  arrange();
  const pressed = game.querySelector("#panel [name=choose][aria-pressed=true]");
  if (pressed) {
    choose(pressed);
  }
  window.whotHand = { choose };
})();
