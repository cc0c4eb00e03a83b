// Shared by every page that changes by itself. Nothing here decides anything: without this file forms post,
// links lead and pages are reloaded.
(function () {
  "use strict";

  // A lost socket comes back within five seconds, and at once when the person looks again or is online again.
  htmx.config.wsReconnectDelay = function (tries) {
    return Math.min(5000, 500 * Math.pow(2, tries)) * (0.5 + Math.random() / 2);
  };
  const sockets = new Map();
  document.addEventListener("htmx:wsOpen", function (event) {
    sockets.set(event.target, event.detail.socketWrapper);
    document.documentElement.dataset.live = "yes";
  });
  document.addEventListener("htmx:wsClose", function (event) {
    document.documentElement.dataset.live = "no";
    sockets.set(event.target, event.detail.socketWrapper);
    lost.add(event.target);
  });
  const lost = new Set();
  document.addEventListener("htmx:wsOpen", function (event) {
    lost.delete(event.target);
  });
  function wake() {
    for (const element of lost) {
      const socket = sockets.get(element);
      if (socket && document.body.contains(element)) {
        socket.reconnect();
      }
    }
  }
  document.addEventListener("visibilitychange", function () {
    if (!document.hidden) {
      wake();
    }
  });
  window.addEventListener("online", wake);

  // A fragment carries the place in the log that it shows; an older one never replaces a newer one.
  function isOlder(fresh, shown) {
    return Boolean(
      fresh && shown && fresh.id === shown.id && fresh.dataset.seq && shown.dataset.seq &&
      Number(fresh.dataset.seq) < Number(shown.dataset.seq)
    );
  }
  document.addEventListener("htmx:oobBeforeSwap", function (event) {
    const fragment = event.detail.fragment;
    const fresh = fragment && (fragment.firstElementChild || fragment);
    if (isOlder(fresh, event.detail.target)) {
      event.detail.shouldSwap = false;
    }
  });
  document.addEventListener("htmx:beforeSwap", function (event) {
    const text = event.detail.xhr && event.detail.xhr.responseText;
    const id = event.detail.target && event.detail.target.id;
    if (text && id) {
      const parsed = new DOMParser().parseFromString(text, "text/html").getElementById(id);
      if (isOlder(parsed, event.detail.target)) {
        event.detail.shouldSwap = false;
      } else if (isOlder(event.detail.target, parsed)) {
        const refusal = document.getElementById("refusal"); // it was about how things were before
        if (refusal) {
          refusal.remove();
        }
      }
    }
  });

  // The sockets of the muster and of a table say only that something changed: `{"seq": 7}`, or `{}`. Then the page
  // asks for its changing part, at most about once a second however often it is told.
  let asked = 0;
  let waiting = false;
  function ask() {
    waiting = false;
    asked = Date.now();
    htmx.trigger(document.body, "changed");
  }
  document.addEventListener("htmx:wsBeforeMessage", function (event) {
    const message = event.detail.message;
    if (message.charAt(0) !== "{") {
      return;
    }
    event.preventDefault();
    const seq = JSON.parse(message).seq;
    const shown = document.querySelector("[data-seq][hx-get]");
    if (seq && shown && seq <= Number(shown.dataset.seq)) {
      return;
    }
    if (!waiting) {
      waiting = true;
      setTimeout(ask, Math.max(50 * Math.random(), asked + 1000 - Date.now()));
    }
  });

  // What a fragment asks of the page: go to the game that has started, or show how many games wait in the title.
  function obey() {
    const going = document.querySelector("[data-go]");
    if (going) {
      location.assign(going.dataset.go);
      return;
    }
    const counter = document.querySelector("[data-title]");
    if (counter) {
      document.title = counter.dataset.title;
    }
  }
  document.addEventListener("htmx:wsAfterMessage", obey);
  document.addEventListener("htmx:afterSettle", obey);
})();
