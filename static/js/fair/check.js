// Looks at a whole record, step by step. Each step is told as {name, holds, text, more}: `holds` is true, false, or null
// where nothing can prove it; `more` is what was computed. Words come from the page: say(key, values).
const RecordCheck = (function () {
  "use strict";

  const HOUSE = ["timeout", "timeout excused", "leave", "time_up", "abandon"];
  const HEX64 = /^[0-9a-f]{64}$/;
  const REPLAYS = { whot: WhotReplay, go_stop: GoStopReplay };
  const VERSIONS = { whot: [1], go_stop: [1] };

  class Wrong extends Error {
    constructor(key, values) {
      super(key);
      this.values = values || {};
    }
  }
  const need = (holds, key, values) => {
    if (!holds) {
      throw new Wrong(key, values);
    }
  };
  const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

  // A record as an object, or Wrong naming the field.
  function read(text) {
    let record;
    try {
      record = JSON.parse(text);
    } catch {
      throw new Wrong("not_json");
    }
    need(isObject(record) && record.format === "whot-record/1", "not_a_record");
    need(record.game in REPLAYS, "field", { field: "game" });
    need(VERSIONS[record.game].includes(record.rules_version), "field", { field: "rules_version" });
    need(record.result !== null, "still_running");
    const shapes = {
      options: isObject(record.options),
      game_id: typeof record.game_id === "string" && /^[A-Za-z0-9._-]{1,64}$/.test(record.game_id),
      match: record.match === null || (isObject(record.match) && Number.isInteger(record.match.number)),
      seats: Array.isArray(record.seats) && record.seats.length >= 2 && record.seats.length <= 6,
      first_seat: Number.isInteger(record.first_seat) && record.first_seat >= 0
        && record.first_seat < (record.seats || []).length,
      deal: isObject(record.deal) && Array.isArray(record.deal.hands) && record.deal.hands.every(Array.isArray)
        && record.deal.hands.length === (record.seats || []).length,
      result: isObject(record.result),
      state_hash: HEX64.test(record.state_hash),
      fairness: record.fairness === null || isFairness(record.fairness, record.seats),
      actions: Array.isArray(record.actions) && record.actions.length <= 20000,
    };
    for (const [field, holds] of Object.entries(shapes)) {
      need(holds, "field", { field });
    }
    record.actions.forEach((entry, place) => need(isEntry(entry, place), "field", { field: `actions[${place}]` }));
    return record;
  }

  function isFairness(fairness, seats) {
    const given = fairness.client_seeds;
    return isObject(fairness) && fairness.scheme === "wgs1" && HEX64.test(fairness.commitment)
      && typeof fairness.deck === "string" && typeof fairness.beacon === "string"
      && (fairness.server_seed === null || (HEX64.test(fairness.server_seed) && Array.isArray(given)
        && given.length === seats.length && given.every((seed) => /^(?:-|(?:[0-9a-f]{2}){16,32})$/.test(seed))));
  }

  function isEntry(entry, place) {
    return isObject(entry) && entry.seq === place + 1 && typeof entry.action === "string"
      && typeof entry.at === "string" && (entry.by === "house") === HOUSE.includes(entry.action)
      && (entry.seat === null) === ["time_up", "abandon"].includes(entry.action);
  }

  // The place where two values of a record differ, or null.
  function difference(path, found, given) {
    if (Array.isArray(found) && Array.isArray(given) && found.length === given.length) {
      for (let place = 0; place < found.length; place += 1) {
        const inside = difference(`${path}[${place}]`, found[place], given[place]);
        if (inside) {
          return inside;
        }
      }
      return null;
    }
    if (isObject(found) && isObject(given)) {
      for (const key of Object.keys(found)) {
        const inside = difference(`${path}.${key}`, found[key], given[key]);
        if (inside) {
          return inside;
        }
      }
      return null;
    }
    const same = JSON.stringify(found) === JSON.stringify(given);
    return same ? null : { field: path, found: JSON.stringify(found), given: JSON.stringify(given) };
  }

  function agree(path, found, given) {
    const differs = difference(path, found, given);
    need(!differs, "differs", differs || {});
  }

  class Look {
    constructor(record, say, tell, kept) {
      Object.assign(this, { record, say, tell, kept, key: null, refills: [], failed: false });
      this.replay = REPLAYS[record.game];
    }

    // One step: what `work` returns is told as holding, what it throws as not.
    async step(name, work) {
      if (this.failed) {
        this.tell({ name, holds: null, text: this.say("not_looked"), more: "" });
        return;
      }
      try {
        const { text, more, open } = await work();
        this.tell({ name, holds: open ? null : true, text, more: more || "" });
      } catch (error) {
        this.failed = true;
        this.tell({ name, holds: false, text: this.words(error), more: "" });
      }
    }

    words(error) {
      if (error instanceof Wrong) {
        return this.say(error.message, error.values);
      }
      if (error instanceof this.replay.Refused) {
        return this.say("refused", { seq: this.seq, action: this.action, rule: error.message });
      }
      return this.say("contradicts", { seq: this.seq || 0 });
    }

    async seed() {
      const { record, say } = this;
      const { fairness } = record;
      if (!fairness || fairness.server_seed === null) {
        await this.step("commitment", async () => ({ text: say("no_seed"), open: true }));
        return;
      }
      await this.step("commitment", async () => {
        const opened = await Wgs1.commitment(record.game_id, fairness.server_seed);
        need(opened === fairness.commitment, "commitment_wrong", { opened });
        return { text: say("commitment_right"), more: opened };
      });
      await this.step("kept", async () => {
        const { commitment, contribution } = this.kept(record.game_id);
        need(!commitment || commitment === fairness.commitment, "kept_other", { kept: commitment });
        // Who left before the deal is not in it: that a contribution is missing proves nothing by itself.
        const missing = contribution && !fairness.client_seeds.includes(contribution);
        const told = missing ? "kept_missing" : contribution ? "kept_given" : commitment ? "kept_same" : "kept_none";
        return { text: say(told, { given: contribution }), open: !commitment || missing };
      });
      await this.step("key", async () => {
        need(fairness.deck === this.replay.deckOf(record.options), "field", { field: "fairness.deck" });
        const transcript = Wgs1.transcript(record.game_id, fairness.deck, fairness.client_seeds, fairness.beacon);
        this.key = await Wgs1.gameKey(fairness.server_seed, transcript);
        const given = fairness.client_seeds.filter((seed) => seed !== "-").length;
        // Made of the seed alone, the key was the site's to choose: that it was not chosen, nothing proves.
        const text = say(given ? "key_made" : "key_alone", { given, seats: record.seats.length });
        return { text, more: `${transcript}\n${Wgs1.hex(this.key)}`, open: !given };
      });
      await this.step("first", () => this.firstSeat());
    }

    async firstSeat() {
      const { record, say } = this;
      const seat = record.first_seat;
      if (record.match && record.match.number > 1 && !this.replay.drawsEachGame) {
        return { text: say("first_rotates", { seat: seat + 1 }), open: true };
      }
      const drawn = await Wgs1.bounded(Wgs1.words(this.key, "first"), record.seats.length);
      need(drawn === seat, "first_wrong", { drawn: drawn + 1, seat: seat + 1 });
      return { text: say("first_right", { seat: seat + 1 }) };
    }

    // The shuffle of a label: by the seed, or, where the seed is not known, the deal as the record gives it.
    async shuffled(label, cards) {
      if (!this.key) {
        need(label === "shuffle/0", "no_order", { label });
        return this.givenOrder();
      }
      const places = await Wgs1.permutation(this.key, label, cards.length);
      const order = places.map((place) => cards[place]);
      if (label !== "shuffle/0") {
        this.refills.push({ label, size: order.length });
      }
      return order;
    }

    givenOrder() {
      const { deal } = this.record;
      if (this.record.game === "go_stop") {
        return [...deal.hands.flat(), ...deal.layout, ...deal.stock];
      }
      const order = [];
      for (let round = 0; round < this.record.options.hand_size; round += 1) {
        order.push(...deal.hands.filter((hand) => hand.length).map((hand) => hand[round]));
      }
      return [...order, deal.top, ...deal.market];
    }

    async deal() {
      const { game, dealt } = await this.replay.deal(this.record, (label, cards) => this.shuffled(label, cards));
      agree("deal", dealt, this.record.deal);
      this.game = game;
      const lines = dealt.hands.map((hand, seat) => `${this.say("seat", { seat: seat + 1 })}: ${hand.join(" ")}`);
      const rest = Object.entries(dealt).filter(([name]) => name !== "hands").map(([name, cards]) => `${name}: ${[].concat(cards).join(" ")}`);
      const text = this.key ? this.say("deal_right") : this.say("deal_given");
      return { text, more: [...lines, ...rest].join("\n"), open: !this.key };
    }

    async actions() {
      const { record } = this;
      for (const entry of record.actions) {
        this.seq = entry.seq;
        this.action = entry.action;
        await this.game.act(entry.seat, entry.action);
      }
      need(this.game.reason, "not_over");
      const drawn = this.refills.map((refill) => `${refill.label}: ${refill.size}`).join("\n");
      return { text: this.say("actions_right", { count: record.actions.length, refills: this.refills.length }), more: drawn };
    }

    async position() {
      const log = this.record.actions.map((entry) => `${entry.seq} ${entry.seat === null ? "-" : entry.seat} ${entry.action} ${entry.at}\n`);
      const line = `${this.game.position()} log:${await Wgs1.sha256(Wgs1.ascii(log.join("")))}`;
      const digest = await Wgs1.sha256(Wgs1.ascii(line));
      need(digest === this.record.state_hash, "position_wrong", { digest, line });
      return { text: this.say("position_right"), more: `${line}\n${digest}` };
    }
  }

  // Looks at the text of a record; resolves to true, false, or null (nothing wrong, but not all could be proved).
  // kept(game id): the commitment that this browser was shown before it contributed, and its contribution, if any.
  async function check(text, say, tell, kept = () => ({})) {
    const told = [];
    const note = (step) => {
      told.push(step);
      tell(step);
    };
    let record;
    try {
      record = read(text);
    } catch (error) {
      const words = error instanceof Wrong ? say(error.message, error.values) : say("not_a_record");
      note({ name: "record", holds: false, text: words, more: "" });
      return false;
    }
    const who = `${record.game}, ${record.preset}, ${record.game_id}`;
    note({ name: "record", holds: true, text: say("record_read", { seats: record.seats.length, count: record.actions.length }), more: who });
    const look = new Look(record, say, note, kept);
    await look.seed();
    await look.step("deal", () => look.deal());
    await look.step("actions", () => look.actions());
    await look.step("result", async () => {
      const result = look.game.result();
      agree("result", result, record.result);
      return { text: say("result_right"), more: JSON.stringify(result) };
    });
    await look.step("position", () => look.position());
    if (told.some((step) => step.holds === false)) {
      return false;
    }
    return look.key ? true : null;
  }

  return { check };
})();
