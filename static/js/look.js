// The page of the look: shows a position as it is moved. Without this file it shows once it is kept.
(function () {
  "use strict";
  const form = document.getElementById("looks");
  const sliders = Array.from(form.querySelectorAll("input[type=range]"));
  let current = document.getElementById("look");
  let asked = "";
  let waiting = 0;
  function show() {
    const places = sliders.map((slider) => slider.value);
    const address = `${form.dataset.style.replace("0-0-0", places.join("-"))}?v=${form.dataset.edition}`;
    if (address === asked) {
      return;
    }
    asked = address;
    const next = document.createElement("link");
    next.rel = "stylesheet";
    next.href = address;
    // The one before goes only when the next one holds, and of several that were asked for the last one stays.
    next.addEventListener("load", function () {
      if (asked !== address) {
        next.remove();
        return;
      }
      if (current) {
        current.remove();
      }
      current = next;
    });
    document.head.append(next);
  }
  for (const slider of sliders) {
    slider.addEventListener("input", function () {
      form.querySelector(`output[for="${slider.id}"]`).textContent = `${slider.value}%`;
      clearTimeout(waiting);
      waiting = setTimeout(show, 60);
    });
  }
})();
