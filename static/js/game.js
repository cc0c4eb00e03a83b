// The game screen: a countdown, what became of a choice, and the net under the socket. The board itself is HTML from
// the server, and without this file cards are played by the form alone.
(function () {
  "use strict";
  const game = document.getElementById("game");
  const sync = document.getElementById("sync");
  const panel = () => document.getElementById("panel");
  const SECOND = 1000;
  let ticked = null; // the "also" box as it stood before a push replaced it
  let lookedAt = Number(game.dataset.looked || panel().dataset.seq); // the newest entry that somebody has looked at
  let posting = false;

  // Choosing, sending, saved.
  let fading = 0;
  let saying = "";
  const SLOW = 6 * SECOND; // without an answer for so long, one wonders; after the timeout of htmx one may send again
  function say(word, bad) {
    saying = word;
    sync.textContent = word ? sync.dataset[word] : "";
    sync.classList.toggle("bad", Boolean(bad));
    clearTimeout(fading);
    if (word === "sending") {
      fading = setTimeout(() => say("slow"), SLOW);
    } else if (!bad && word !== "slow") {
      fading = setTimeout(() => say(""), (word === "saved" ? 2 : 5) * SECOND);
    }
  }
  game.addEventListener("htmx:beforeRequest", function (event) {
    if (event.target.id !== "play") {
      return;
    }
    posting = true;
    say("sending");
    const button = event.detail.requestConfig.triggeringEvent && event.detail.requestConfig.triggeringEvent.submitter;
    sending = { seq: Number(panel().dataset.seq), value: button ? button.value : "" };
    if (button) {
      button.classList.add("sent");
    }
  });

  // What could not be sent stays chosen, also while somebody signs in again or loads the page anew.
  let sending = null;
  const store = `unsent:${game.dataset.code}`;
  function remember(choice) {
    try {
      sessionStorage[choice ? "setItem" : "removeItem"](store, JSON.stringify(choice));
    } catch {
      // Then it is marked on this page only.
    }
  }
  function unsent() {
    let choice = null;
    try {
      choice = JSON.parse(sessionStorage.getItem(store));
    } catch {
      choice = null;
    }
    const kept = choice && choice.seq === Number(panel().dataset.seq) && panel().classList.contains("mine");
    let marked = false;
    for (const button of panel().querySelectorAll("button[value]:not(#confirm)")) {
      const waits = Boolean(kept) && button.value === choice.value;
      button.classList.toggle("unsent", waits && !marked);
      marked = marked || waits;
      if (waits && button.name === "choose") {
        window.whotHand.choose(button);
      }
    }
    return marked;
  }
  // What is said of it follows the board: not after it went on, nor over a pause, where the mark alone stays.
  const waiting = () => ["kept", "unsent", "failed"].includes(saying);
  function follow(marked) {
    if (waiting()) {
      say(marked ? "kept" : "", marked);
    }
  }
  game.addEventListener("htmx:afterRequest", function (event) {
    if (event.target.id !== "play") {
      if (event.target.id === "pause" && event.detail.successful && waiting()) {
        say("");
      }
      return;
    }
    posting = false;
    for (const button of game.querySelectorAll(".sent")) {
      button.classList.remove("sent");
    }
    const status = event.detail.xhr.status;
    remember(status === 0 || status === 401 || status === 403 || status >= 500 ? sending : null);
    unsent();
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
  let drift = Date.now() - performance.now();
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
    // A clock that was set, or a device that slept: the server's count is asked for anew.
    const now = Date.now() - performance.now();
    if (Math.abs(now - drift) > 5 * SECOND) {
      drift = now;
      ask(true);
    }
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
  function refocus(id) {
    const again = id && document.getElementById(id);
    if (again) {
      again.focus();
    }
    if (!again || document.activeElement !== again) {
      document.getElementById("turn").focus(); // what had it is gone, or hidden
    }
  }
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
      const id = focused.id;
      queueMicrotask(() => refocus(id)); // once everything of the new table is as it was left
    }
    focused = null;
    mark();
    start();
    tell();
    follow(unsent());
  });

  // For screen readers: what happened, in order and once, and that it is one's turn.
  const said = document.getElementById("said");
  let told = Number(panel().dataset.seq);
  let mine = panel().classList.contains("mine");
  function line(text) {
    const spoken = document.createElement("p");
    spoken.textContent = text;
    said.append(spoken);
    while (said.children.length > 20) {
      said.firstElementChild.remove();
    }
  }
  let news = clockNews();
  function clockNews() {
    return Array.from(document.querySelectorAll("#news p[id]"), (part) => [part.id, part.textContent.replace(/\s+/g, " ").trim()]);
  }
  function tellClocks() {
    const fresh = clockNews();
    const came = (id) => fresh.some(([known]) => known === id) && !news.some(([known]) => known === id);
    const gone = (id) => news.some(([known]) => known === id) && !fresh.some(([known]) => known === id);
    fresh.filter(([, text]) => !news.some(([, known]) => known === text)).forEach(([, text]) => line(text));
    if (came("paused") && waiting()) {
      say("");
    } else if (gone("paused")) {
      say("on");
    } else if (gone("pause-asked") && !document.getElementById("paused")) {
      say("no");
    }
    news = fresh;
  }
  function tell() {
    const seq = Number(panel().dataset.seq);
    const lines = Array.from(panel().querySelectorAll("[data-at]")).filter((at) => Number(at.dataset.at) > told);
    lines.sort((a, b) => Number(a.dataset.at) - Number(b.dataset.at)).forEach((at) => line(at.textContent));
    const now = panel().classList.contains("mine");
    if (now && (!mine || seq > told)) {
      line(said.dataset.turn);
    }
    const headline = panel().querySelector(".headline");
    if (headline && seq > told) {
      panel().querySelectorAll(".headline, .headline ~ #verdict").forEach((end) => line(end.textContent));
    }
    if (!headline) {
      tellClocks();
    }
    told = Math.max(told, seq);
    mine = now;
  }

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

  // What was looked at is kept on the server, said when the page is left.
  let kept = lookedAt;
  document.addEventListener("visibilitychange", function () {
    const seq = Number(panel().dataset.seq);
    if (document.hidden && game.dataset.seen && seq > kept) {
      const form = new FormData();
      form.append("csrfmiddlewaretoken", document.querySelector("#play [name=csrfmiddlewaretoken]").value);
      form.append("seq", seq);
      if (navigator.sendBeacon(game.dataset.seen, form)) {
        kept = seq;
      }
    }
  });

  // The net: ask for the table when somebody looks again, and slowly while nothing is pushed.
  function ask(whole) {
    if (!posting && !document.hidden) {
      const known = whole ? "" : `?seq=${panel().dataset.seq}&clock=${panel().dataset.clock}`; // 204 when there is nothing new
      htmx.ajax("GET", `${game.dataset.panel}${known}`, { source: game, target: "#panel", swap: "none" });
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
  document.addEventListener("visibilitychange", () => ask(true));
  window.addEventListener("online", () => ask(true));
  window.addEventListener("pageshow", (event) => { if (event.persisted) { ask(true); } });
  // A result that waits for the next game of the match leads to it once it is dealt.
  let awaits = false;
  function goOn() {
    awaits = awaits || Boolean(panel().dataset.awaits);
    if (awaits && panel().dataset.next) {
      location.assign(panel().dataset.next);
    }
  }
  document.addEventListener("htmx:wsAfterMessage", goOn);
  document.addEventListener("htmx:afterSettle", goOn);
  goOn();
  mark();
  start();
  if (unsent()) {
    say("kept", true);
  }
})();
