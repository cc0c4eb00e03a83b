// A first deal, step by step: without this file each step is a page of its own.
(function () {
  "use strict";
  const unsent = document.getElementById("unsent");
  const failed = () => (unsent.hidden = false);
  document.addEventListener("htmx:responseError", failed);
  document.addEventListener("htmx:sendError", failed);
  document.addEventListener("htmx:afterSwap", () => (unsent.hidden = true));

  // Whoever changes the language stays at the step that is shown.
  document.addEventListener("htmx:pushedIntoHistory", function () {
    for (const field of document.querySelectorAll("footer [name=next]")) {
      field.value = location.pathname;
    }
  });
})();
