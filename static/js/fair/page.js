// The page around the check: takes a record, proves itself with the published vectors, then looks at the record and
// shows each step. Everything it needs is loaded with the page, so that it works with the network cut.
(function () {
  "use strict";
  const root = document.getElementById("checker");
  const words = new Map(Array.from(document.querySelectorAll("#words li"), (item) => [item.dataset.key, item.textContent]));
  const say = (key, values) =>
    (words.get(key) || key).replace(/\{(\w+)\}/g, (whole, name) => (values && name in values ? String(values[name]) : whole));
  const verdict = document.getElementById("verdict");
  const told = document.getElementById("told");
  const file = document.getElementById("file");
  const text = document.getElementById("text");
  const run = document.getElementById("run");
  const STATES = new Map([[true, "holds"], [false, "fails"], [null, "open"]]);
  const SIGNS = { holds: "✓", fails: "✗", open: "–" };

  if (!(window.crypto && crypto.subtle)) {
    document.getElementById("unable").hidden = false;
    return;
  }
  root.hidden = false;

  function part(name, content) {
    const made = document.createElement(name);
    made.textContent = content;
    return made;
  }

  function show(step) {
    const state = STATES.get(step.holds);
    const item = document.createElement("li");
    item.className = state;
    item.append(part("b", `${SIGNS[state]} ${say("step_" + step.name)}: ${say("state_" + state)}`), part("span", step.text));
    if (step.more) {
      const more = document.createElement("details");
      more.append(part("summary", say("computed")), part("pre", step.more));
      item.append(more);
    }
    told.append(item);
  }

  function conclude(state, key) {
    verdict.className = state;
    verdict.textContent = say(key);
  }

  // What js/contribution.js kept when this browser contributed to a game.
  function kept(game) {
    try {
      const of = (name) => new Map(JSON.parse(localStorage.getItem(name) || "[]")).get(game);
      return { commitment: of("commitments"), contribution: of("contributions") };
    } catch {
      return {};
    }
  }

  async function given() {
    if (file.files.length) {
      return file.files[0].text();
    }
    return text.value;
  }

  async function check() {
    told.replaceChildren();
    if (!file.files.length && !text.value.trim()) {
      conclude("", "nothing");
      text.focus();
      return;
    }
    conclude("", "working");
    run.disabled = true;
    try {
      const count = await Wgs1.selfTest(WGS1_VECTORS);
      show({ name: "self", holds: true, text: say("self_right", { count }), more: "" });
      let alone = false;
      const tell = (step) => {
        alone = alone || (step.name === "key" && step.holds === null);
        show(step);
      };
      const holds = await RecordCheck.check(await given(), say, tell, kept);
      if (holds && alone) {
        conclude("open", "all_alone");
      } else {
        conclude(STATES.get(holds), holds === null ? "all_open" : holds ? "all_right" : "all_wrong");
      }
    } catch (error) {
      show({ name: "self", holds: false, text: say("self_wrong", { what: error.message }), more: "" });
      conclude("fails", "all_wrong");
    } finally {
      run.disabled = false;
    }
  }

  run.addEventListener("click", check);
  file.addEventListener("change", () => {
    text.value = "";
  });
  text.addEventListener("input", () => {
    file.value = "";
  });
  if (root.dataset.record) {
    fetch(root.dataset.record, { headers: { Accept: "application/json" } })
      .then((answer) => (answer.ok ? answer.text() : Promise.reject(new Error(String(answer.status)))))
      .then((record) => {
        text.value = record;
        run.focus({ preventScroll: true });
      })
      .catch(() => conclude("fails", "no_record"));
  }
})();
