// Small helps on ordinary pages. Each is a convenience: the page works without this file.
(function () {
  "use strict";

  // Copy or share a link; the text itself stays selectable for who has neither.
  const told = function (button, text) {
    const place = document.getElementById(button.getAttribute("aria-describedby"));
    if (place) {
      place.textContent = text;
    }
  };
  document.addEventListener("click", async function (event) {
    const button = event.target.closest("[data-share], [data-copy]");
    if (!button) {
      return;
    }
    if (button.dataset.share && navigator.share) {
      navigator.share({ url: button.dataset.share, text: button.dataset.text || "" }).catch(() => {});
      return;
    }
    try {
      await navigator.clipboard.writeText(button.dataset.copy || button.dataset.share);
      told(button, button.dataset.done);
    } catch {
      const shown = document.getElementById(button.dataset.field || "invite-link");
      if (shown) {
        shown.focus();
        shown.select();
      }
    }
  });
  for (const button of document.querySelectorAll("[data-script-only]")) {
    button.hidden = false;
  }
  for (const button of document.querySelectorAll("[data-share]")) {
    button.hidden = !navigator.share;
  }

  // Fields that matter only beside a certain choice; without script all of them are there.
  function follow() {
    for (const part of document.querySelectorAll("[data-when]")) {
      const [name, value] = part.dataset.when.split("=");
      const chosen = document.querySelector(`[name="${name}"]:checked, select[name="${name}"]`);
      part.hidden = Boolean(chosen) && chosen.value !== value;
    }
  }
  document.addEventListener("change", follow);
  follow();

  // What a choice brings with it elsewhere in the form: names and values, as an address has them.
  function choose(text) {
    for (const [name, value] of new URLSearchParams(text || "")) {
      for (const field of document.getElementsByName(name)) {
        if (field.type === "radio") {
          field.checked = field.value === value;
        } else if (field.type === "checkbox") {
          field.checked = Boolean(value);
        } else {
          field.value = value;
        }
      }
    }
  }

  // What is usual, and the rules card, are drawn anew when a choice changes. What was typed meanwhile stays.
  let kept = null;
  document.addEventListener("htmx:beforeSwap", function (event) {
    const part = event.detail.target;
    if (part && part.id === "house-rules") {
      const fields = Array.from(part.querySelectorAll("input, select"), (field) => [field.name, field.value, field.checked]);
      kept = { fields, focused: part.contains(document.activeElement) ? document.activeElement.name : "" };
    }
  });
  document.addEventListener("htmx:afterSwap", function () {
    if (!kept) {
      return;
    }
    const named = (name) => document.querySelector(`#house-rules [name="${name}"]`);
    for (const [name, value, checked] of kept.fields) {
      const field = named(name);
      if (field && field.type === "checkbox") {
        field.checked = checked;
      } else if (field) {
        field.value = value;
      }
    }
    if (kept.focused) {
      named(kept.focused)?.focus();
    }
    kept = null;
    choose(document.getElementById("house-rules").dataset.set);
    follow();
  });

  // A form is sent once: a second tap on a slow line would only be refused.
  document.addEventListener("submit", function (event) {
    const form = event.target;
    if (form.dataset.sent) {
      event.preventDefault();
      return;
    }
    form.dataset.sent = "yes";
    setTimeout(() => delete form.dataset.sent, 4000);
  });
})();
