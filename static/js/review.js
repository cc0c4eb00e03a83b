// Looking back without waiting: steps come some at a time and are kept; arrow keys, a slider and a player walk through
// them. Without this file every step is a page of its own.
(function () {
  "use strict";
  const root = document.getElementById("review");
  if (!root) {
    return;
  }
  const place = document.getElementById("step");
  const said = document.getElementById("said");
  const slider = document.getElementById("scrubber");
  const jump = document.getElementById("jump");
  const here = document.getElementById("here");
  const play = document.getElementById("play");
  const speed = document.getElementById("speed");
  const last = Number(root.dataset.last);
  const CHUNK = 15;
  const eyes = root.dataset.eyes;
  const kept = new Map([[Number(root.dataset.step), place.innerHTML]]);
  const asked = new Map();
  let at = Number(root.dataset.step);
  let wanted = at;
  let timer = 0;

  function query(more) {
    const parts = new URLSearchParams(more);
    if (eyes) {
      parts.set("eyes", eyes);
    }
    const text = parts.toString();
    return text ? "?" + text : "";
  }

  function address(step) {
    return root.dataset.base + step + "/" + query({});
  }

  function load(step) {
    const from = Math.floor(step / CHUNK) * CHUNK;
    if (from < 0 || from > last || asked.has(from)) {
      return asked.get(from) || Promise.resolve();
    }
    const answer = fetch(root.dataset.steps + query({ from }), { headers: { Accept: "application/json" } })
      .then((found) => (found.ok ? found.json() : Promise.reject(new Error(found.status))))
      .then((found) => Object.entries(found.steps).forEach(([number, html]) => kept.set(Number(number), html)))
      .catch((error) => {
        asked.delete(from);
        throw error;
      });
    asked.set(from, answer);
    return answer;
  }

  function ahead(step) {
    load(step + CHUNK).catch(() => {});
    load(step - CHUNK).catch(() => {});
  }

  function show(step) {
    at = step;
    place.innerHTML = kept.get(step); // our own page's part, as the server drew it
    said.textContent = place.querySelector("[data-words]").textContent.trim();
    slider.value = step;
    jump.value = step;
    here.setAttribute("x", `${2 + (96 * step) / Math.max(last, 1)}%`);
    const ends = { first: 0, previous: step - 1, next: step + 1, last };
    for (const [name, target] of Object.entries(ends)) {
      const link = document.getElementById("to-" + name);
      const off = name === "first" || name === "previous" ? step === 0 : step === last;
      link.href = address(Math.max(0, Math.min(last, target)));
      off ? link.setAttribute("aria-disabled", "true") : link.removeAttribute("aria-disabled");
    }
    for (const link of root.querySelectorAll("a[data-keep-step]")) {
      const url = new URL(link.href);
      url.pathname = root.dataset.base + step + "/";
      link.href = url.href;
    }
    for (const link of root.querySelectorAll(".moments a")) {
      Number(link.dataset.step) === step ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current");
    }
    const permalink = document.getElementById("permalink");
    if (permalink) {
      permalink.value = new URL(address(step), location.href).href;
      document.getElementById("share").dataset.share = permalink.value;
      document.getElementById("copy").dataset.copy = permalink.value;
    }
    history.replaceState(null, "", address(step));
  }

  // The latest wish counts: what arrives late for an earlier one is only kept.
  function go(step) {
    wanted = Math.max(0, Math.min(last, step));
    const goal = wanted;
    if (kept.has(goal)) {
      show(goal);
      ahead(goal);
      return Promise.resolve();
    }
    return load(goal).then(
      () => {
        if (wanted === goal) {
          show(goal);
          ahead(goal);
        }
      },
      () => location.assign(address(goal)),
    );
  }

  function stop() {
    clearTimeout(timer);
    timer = 0;
    play.setAttribute("aria-pressed", "false");
    play.textContent = play.dataset.play;
  }

  function tick() {
    if (at >= last) {
      stop();
      return;
    }
    const began = Date.now();
    go(at + 1).then(() => {
      if (timer) {
        timer = setTimeout(tick, Math.max(0, Number(speed.value) - (Date.now() - began)));
      }
    });
  }

  function toggle() {
    if (timer) {
      stop();
      return;
    }
    play.setAttribute("aria-pressed", "true");
    play.textContent = play.dataset.pause;
    const begin = at >= last ? go(0) : Promise.resolve();
    timer = setTimeout(() => begin.then(tick), at >= last ? Number(speed.value) : 0);
  }

  const by = { first: () => 0, previous: () => wanted - 1, next: () => wanted + 1, last: () => last };
  root.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-go], a[data-step]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) {
      return;
    }
    event.preventDefault();
    stop();
    go(link.dataset.go ? by[link.dataset.go]() : Number(link.dataset.step));
  });
  slider.addEventListener("input", () => {
    stop();
    go(Number(slider.value));
  });
  root.querySelector(".jump").addEventListener("submit", (event) => {
    event.preventDefault();
    stop();
    go(Number(jump.value) || 0);
  });
  play.addEventListener("click", toggle);
  speed.addEventListener("change", () => {
    if (timer) {
      clearTimeout(timer);
      timer = setTimeout(tick, Number(speed.value));
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.("input, select, textarea")) {
      return;
    }
    const keys = { ArrowLeft: by.previous, ArrowRight: by.next, Home: by.first, End: by.last };
    if (keys[event.key]) {
      event.preventDefault();
      stop();
      go(keys[event.key]());
    } else if (event.key.toLowerCase() === "p") {
      event.preventDefault();
      toggle();
    }
  });

  slider.hidden = false;
  document.getElementById("player").hidden = false;
  document.getElementById("keys").hidden = false;
  load(at).then(() => ahead(at), () => {});
})();
