// Counts down to the next game of a match from the time that was left when the server drew it: the clock of this
// device may be wrong. Less than a minute, so the words of `narration.left` are minutes and seconds.
"use strict";
(function () {
  const SECOND = 1000, ends = new WeakMap();
  function count() {
    for (const clock of document.querySelectorAll("#muster [data-left]")) {
      const known = ends.get(clock);
      if (!known || known.drawn !== clock.dataset.left + clock.dateTime) {
        ends.set(clock, { drawn: clock.dataset.left + clock.dateTime, at: Date.now() + Number(clock.dataset.left) });
      }
      const seconds = Math.max(0, Math.floor((ends.get(clock).at - Date.now()) / SECOND));
      clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    }
  }
  count();
  setInterval(count, SECOND);
})();
