(function () {
  "use strict";

  // The part of this browser in the shuffle: 16 random bytes, drawn anew for each form. A pushed form comes without
  // them, so they are filled in again after each swap, and at the latest when a form is sent.
  function contribute(part) {
    for (const field of part.querySelectorAll("input[name=client_seed]")) {
      if (field.value === "" || field.value === "-") {
        const bytes = crypto.getRandomValues(new Uint8Array(16));
        field.value = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
      }
    }
  }
  contribute(document);
  document.addEventListener("htmx:afterSwap", () => contribute(document));
  document.addEventListener("submit", (event) => contribute(event.target), true);
})();
