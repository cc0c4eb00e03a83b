// The game screen: a countdown, what became of a choice, and the net under the socket. The board itself is HTML from
// the server, and without this file cards are played by the form alone.
(function () {
  "use strict";
  const game = document.getElementById("game");
  const sync = document.getElementById("sync");
  const panel = () => document.getElementById("panel");
  const SECOND = 1000;
  let ticked = null; // the "also" box as it stood before a push replaced it
  let lookedAt = Number(panel().dataset.seq); // the newest entry that was on the screen while somebody looked
  let posting = false;

  // Choosing, sending, saved.
  let fading = 0;
  function say(word, bad) {
    sync.textContent = word ? sync.dataset[word] : "";
    sync.classList.toggle("bad", Boolean(bad));
    clearTimeout(fading);
    if (word === "saved") {
      fading = setTimeout(() => say(""), 2 * SECOND);
    }
  }
  game.addEventListener("htmx:beforeRequest", function (event) {
    if (event.target.id !== "play") {
      return;
    }
    posting = true;
    say("sending");
    const button = event.detail.requestConfig.triggeringEvent && event.detail.requestConfig.triggeringEvent.submitter;
    if (button) {
      button.classList.add("sent");
    }
  });
  game.addEventListener("htmx:afterRequest", function (event) {
    if (event.target.id !== "play") {
      return;
    }
    posting = false;
    for (const button of game.querySelectorAll(".sent")) {
      button.classList.remove("sent");
    }
    const status = event.detail.xhr.status;
    if (status === 0) {
      say("unsent", true);
    } else if (status === 403) {
      say("refused", true);
    } else if (status >= 500) {
      say("failed", true);
    } else {
      say(status < 400 ? "saved" : "");
    }
  });

  // What was refused stays until it is dismissed.
  game.addEventListener("click", function (event) {
    if (event.target.closest("[data-dismiss]")) {
      event.preventDefault();
      document.getElementById("notice").replaceChildren();
      document.getElementById("turn").focus();
    }
  });

  // Clocks count down from the time that was left when the server drew them: the clock of this device may be wrong.
  const [days, hours] = game.dataset.units.split("|");
  function left(seconds) {
    const of = { days: Math.floor(seconds / 86400), hours: Math.floor(seconds / 3600), minutes: Math.floor((seconds % 3600) / 60) };
    if (seconds < 3600) {
      return `${of.minutes}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
    }
    const form = of.days ? days : hours;
    const values = of.days ? { days: of.days, hours: of.hours % 24 } : of;
    return form.replace(/%\((\w+)\)s/g, (_, name) => values[name]);
  }
  const ends = new WeakMap();
  function start() {
    for (const clock of game.querySelectorAll("[data-left]")) {
      const known = ends.get(clock);
      if (!known || known.drawn !== clock.dataset.left + clock.dateTime) {
        ends.set(clock, { drawn: clock.dataset.left + clock.dateTime, at: Date.now() + Number(clock.dataset.left) });
      }
    }
    count();
  }
  function count() {
    for (const clock of game.querySelectorAll("[data-left]")) {
      const end = ends.get(clock);
      if (end) {
        const seconds = Math.max(0, (end.at - Date.now()) / SECOND);
        clock.textContent = left(seconds);
        clock.classList.toggle("short", seconds < 15);
      }
    }
  }
  setInterval(count, SECOND);

  // Before and after the table is replaced.
  function before() {
    const box = game.querySelector("[name=also]");
    ticked = box && !posting ? box.checked : null;
  }
  let focused = null;
  document.addEventListener("htmx:oobBeforeSwap", function (event) {
    if (event.detail.target.id === "panel") {
      before();
      focused = game.contains(document.activeElement) ? document.activeElement : null;
    }
  });
  document.addEventListener("htmx:oobAfterSwap", function () {
    const box = game.querySelector("[name=also]");
    if (box && ticked !== null) {
      box.checked = ticked;
    }
    if (focused && !focused.isConnected) {
      document.getElementById("turn").focus(); // the card that had it is gone
    }
    focused = null;
    mark();
    start();
  });

  // What happened while nobody looked is marked until it was looked at.
  function mark() {
    for (const line of game.querySelectorAll("[data-at]")) {
      line.classList.toggle("new", Number(line.dataset.at) > lookedAt);
    }
    if (!document.hidden) {
      setTimeout(function () {
        if (!document.hidden) {
          lookedAt = Number(panel().dataset.seq);
        }
      }, 4 * SECOND);
    }
  }

  // The net: ask for the table when somebody looks again, and slowly while nothing is pushed.
  function ask() {
    if (!posting && !document.hidden) {
      htmx.ajax("GET", `${game.dataset.panel}?seq=${panel().dataset.seq}`, { source: game, target: "#panel", swap: "none" });
    }
  }
  let quiet = 0;
  setInterval(function () {
    quiet += 5;
    if (quiet >= (document.documentElement.dataset.live === "yes" ? 30 : 5)) {
      quiet = 0;
      ask();
    }
  }, 5 * SECOND);
  document.addEventListener("htmx:wsAfterMessage", () => { quiet = 0; });
  document.addEventListener("visibilitychange", ask);
  window.addEventListener("online", ask);
  window.addEventListener("pageshow", (event) => { if (event.persisted) { ask(); } });
  start();
})();
