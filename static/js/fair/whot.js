// A replayer of Whot for checking records: the rules once more, written for this page from the numbered rules (W1 to
// W9) and sharing nothing with the programs that run the games. Cards are their codes, hands are lists.
const WhotReplay = (function () {
  "use strict";

  const SHAPES = { C: "circle", T: "triangle", X: "cross", S: "square", R: "star" };
  const NAMES = Object.fromEntries(Object.entries(SHAPES).map(([letter, name]) => [name, letter]));
  const WILD = ["W20", "PUNCH"];
  const PICKS = { 2: 2, 5: 3 };
  const PLAY = /^play ([CTXSR](?:1[0-4]|[1-9])|W20|D[CTXSR]|REV[CTXSR]|PUNCH)(?: call (circle|triangle|cross|square|star))?( last)?$/;

  const letterOf = (card) => {
    if (WILD.includes(card)) {
      return null;
    }
    return card.startsWith("REV") ? card[3] : card.startsWith("D") ? card[1] : card[0];
  };
  const faceOf = (card) => {
    if (WILD.includes(card)) {
      return card;
    }
    return card.startsWith("REV") ? "REV" : card.startsWith("D") ? "D" : Number(card.slice(1));
  };
  const rank = (card) => {
    const face = faceOf(card);
    const shape = "CTXSR".indexOf(letterOf(card) || "?");
    return typeof face === "number" ? 20 * shape + face : 1000 * (["W20", "D", "REV", "PUNCH"].indexOf(face) + 1) + shape;
  };
  const sorted = (cards) => [...cards].sort((one, other) => rank(one) - rank(other));

  function pointsOf(card, score) {
    const face = faceOf(card);
    if (typeof face === "string") {
      return { W20: 20, PUNCH: 20, D: 15, REV: 10 }[face];
    }
    return score === "star_double" && letterOf(card) === "R" ? 2 * face : face; // W7.3
  }

  class Refused extends Error {}
  const refuse = (rule) => {
    throw new Refused(rule);
  };

  // W1.2 to W1.6.
  const deckOf = (options) => {
    if (options.wild2) {
      return "whot132";
    }
    const whots = options.no_whot ? "49" : "54";
    return options.packs === 2 ? `whot2x${whots}` : `whot${whots}`;
  };

  // W2.4.
  function mayStart(card, options) {
    if (WILD.includes(card)) {
      return false;
    }
    if (options.start_card === "not_wild") {
      return true;
    }
    const effect = { 1: options.hold_on !== "off", 2: options.pick2 !== "off", 5: options.pick3 !== "off",
      7: options.reverse7, 8: options.suspension, 14: options.general_market !== "off", D: true, REV: true };
    return !effect[faceOf(card)];
  }

  class Game {
    // `order` is the pack as shuffled, `away` the seats that sit out, `refill(k, cards)` resolves to the k-th refill.
    constructor(options, seats, order, firstSeat, away, refill) {
      Object.assign(this, { options, away, refill, direction: 1, pile: [], call: null, owed: null, turn: firstSeat });
      Object.assign(this, { out: [], heldByGone: [], refills: 0, drawn: null, idle: [], reason: null });
      this.missed = Array(seats).fill(0);
      this.hands = Array.from({ length: seats }, () => []);
      const cards = [...order];
      for (let round = 0; round < options.hand_size; round += 1) { // W2.3
        for (const seat of this.inPlay()) {
          this.hands[seat].push(cards.shift());
        }
      }
      let found = cards.findIndex((card) => mayStart(card, options));
      const starts = found >= 0;
      if (starts) {
        this.top = cards[found];
        this.market = [...cards.slice(found + 1), ...cards.slice(0, found)];
      } else {
        found = Math.max(cards.findIndex((card) => !WILD.includes(card)), 0);
        this.top = cards[found];
        this.market = cards.filter((_, place) => place !== found);
      }
      if (starts && faceOf(this.top) === "REV" && this.inPlay().length > 2) { // W2.5
        this.direction = -1;
        this.advance(2);
      }
    }

    inPlay() {
      return this.hands.map((_, seat) => seat).filter((seat) => !this.out.includes(seat) && !this.away.includes(seat));
    }

    after(seat) {
      const seats = this.hands.length;
      let next = seat;
      do {
        next = (next + this.direction + seats) % seats;
      } while (!this.inPlay().includes(next));
      return next;
    }

    advance(steps) {
      for (let step = 0; step < steps; step += 1) {
        this.turn = this.after(this.turn);
      }
    }

    // W3.1, W4.2, W4.4, W4.9 to W4.12.
    fits(card) {
      if (this.owed) {
        return card === "W20" ? this.options.whot_defence === "cancel"
          : card === "PUNCH" || faceOf(card) === this.owed.kind;
      }
      if (WILD.includes(card)) {
        return true;
      }
      if (this.call) {
        return letterOf(card) === this.call;
      }
      return WILD.includes(this.top) || letterOf(card) === letterOf(this.top) || faceOf(card) === faceOf(this.top);
    }

    somethingToDraw() {
      return this.market.length > 0 || (this.options.market_empty === "reshuffle" && this.pile.length > 0);
    }

    async act(seat, text) {
      if (this.reason) {
        refuse("W7.5");
      }
      if (text === "time_up") {
        if (!this.options.clock) {
          refuse("W7.2");
        }
        this.end("time_up");
      } else if (text === "abandon") {
        this.end("abandoned");
      } else if (!this.inPlay().includes(seat)) {
        refuse("W8.3");
      } else {
        await this.actOfSeat(seat, text);
      }
      this.lookForTheEnd();
    }

    async actOfSeat(seat, text) {
      if (text === "leave") {
        this.eliminate(seat);
      } else if (seat !== this.turn) {
        refuse("W3.1");
      } else if (text === "timeout" || text === "timeout excused") {
        await this.timeout(seat, text === "timeout excused");
      } else if (text === "draw") {
        if (this.drawn) {
          refuse("W3.2");
        }
        const able = !this.owed && this.hands[seat].some((card) => this.fits(card));
        if (able && !(this.options.draw_when_able && this.somethingToDraw())) {
          refuse("W3.3");
        }
        this.missed[seat] = 0;
        await this.goToMarket(seat, true);
      } else if (text === "pass") {
        if (!this.drawn) {
          refuse("W3.2");
        }
        this.missed[seat] = 0;
        this.drawn = null;
        this.advance(1);
      } else {
        await this.play(seat, text);
      }
    }

    // W8.1, W8.2.
    async timeout(seat, excused) {
      if (this.options.timeout === "none") {
        refuse("W8.1");
      }
      if (!excused) {
        this.missed[seat] += 1;
        if (this.options.max_missed && this.missed[seat] >= this.options.max_missed) {
          this.eliminate(seat);
          return;
        }
      }
      if (this.drawn) {
        this.drawn = null;
        this.advance(1);
        return;
      }
      await this.goToMarket(seat, false);
    }

    // W3.2, W4.2, W6.
    async goToMarket(seat, voluntary) {
      const owed = this.owed ? this.owed.count : 0;
      this.owed = null;
      const got = await this.pick(seat, owed || 1);
      if (this.reason) {
        return;
      }
      if (got === 0 && !this.idle.includes(seat)) {
        this.idle.push(seat);
      }
      if (got && voluntary && !owed && this.options.after_draw === "may_play") {
        this.drawn = this.hands[seat][this.hands[seat].length - 1];
        return;
      }
      this.advance(1);
    }

    async play(seat, text) {
      const parts = PLAY.exec(text);
      if (!parts) {
        refuse("W11");
      }
      const [, card, call, last] = parts;
      const hand = this.hands[seat];
      this.checkPlay(card, call, hand);
      this.missed[seat] = 0;
      this.drawn = null;
      this.idle = [];
      const left = [...hand];
      left.splice(left.indexOf(card), 1);
      const kept = faceOf(card) === "D" ? left.filter((other) => letterOf(other) !== letterOf(card)) : left; // W4.10
      const before = { top: this.top, call: this.call, owed: this.owed };
      this.pile.push(this.top, ...left.filter((other) => !kept.includes(other)));
      Object.assign(this, { top: card, call: null, owed: null });
      this.hands[seat] = kept;
      if (kept.length === 0) { // W4.13
        this.end("emptied_hand");
        return;
      }
      const steps = await this.effect(seat, card, call, before); // W4.14
      if (this.reason) {
        this.advance(1); // the market ran out in mid-effect: the position names the next seat, whatever the card did
        return;
      }
      if (kept.length === 1 && this.options.last_card_call === "penalty2" && !last) {
        await this.pick(seat, 2); // W5
      }
      this.advance(steps);
    }

    checkPlay(card, call, hand) {
      if (!hand.includes(card)) {
        refuse("W3.1");
      }
      if (this.drawn && card !== this.drawn) {
        refuse("W3.2");
      }
      if (!this.fits(card)) {
        refuse(this.owed ? "W4.2" : this.call ? "W4.9" : "W3.1");
      }
      if ((call && card !== "W20") || (!call && card === "W20" && hand.length > 1)) {
        refuse("W4.9");
      }
    }

    // W4: how many seats the turn moves on.
    async effect(seat, card, call, before) {
      const face = faceOf(card);
      if (face === 1) {
        return { again: 0, next_only: 2, off: 1 }[this.options.hold_on];
      }
      if (face === 2 || face === 5) {
        return this.pickCard(seat, face, this.options[face === 2 ? "pick2" : "pick3"], before);
      }
      if (face === "REV" || (face === 7 && this.options.reverse7)) {
        this.direction = this.inPlay().length > 2 ? -this.direction : this.direction;
      } else if (face === 8 && this.options.suspension) {
        const misses = card === "R8" && this.options.star8_skips === 2 ? 2 : 1;
        return 1 + Math.min(misses, this.inPlay().length - 1);
      } else if (face === 14) {
        return this.generalMarket(seat);
      } else if (face === "W20") {
        this.call = NAMES[call];
      } else if (face === "PUNCH") {
        await this.punch(before);
      }
      return 1;
    }

    // W4.2, W4.5.
    async pickCard(seat, face, option, before) {
      if (option === "off") {
        return 1;
      }
      if (option === "stack") {
        const already = before.owed && before.owed.kind === face ? before.owed.count : 0;
        this.owed = { kind: face, count: already + PICKS[face], by: seat };
        return 1;
      }
      await this.pick(this.after(seat), PICKS[face]);
      return 2;
    }

    // W4.7.
    async generalMarket(seat) {
      if (this.options.general_market === "off") {
        return 1;
      }
      for (let other = this.after(seat); other !== seat && !this.reason; other = this.after(other)) {
        await this.pick(other, 1);
      }
      return this.options.general_market === "pass" ? 1 : 0;
    }

    // W4.12.
    async punch(before) {
      this.call = before.call || letterOf(before.top);
      if (before.owed && this.inPlay().includes(before.owed.by)) {
        await this.pick(before.owed.by, before.owed.count);
      }
    }

    // W6.1 to W6.5.
    async pick(seat, count) {
      for (let got = 0; got < count; got += 1) {
        if (got > 0 && this.market.length === 0 && this.options.penalty_short === "cancel_rest") {
          return got;
        }
        if (this.market.length === 0) {
          await this.refillMarket();
        }
        if (this.reason || this.market.length === 0) {
          return got;
        }
        this.hands[seat].push(this.market.shift());
        this.idle = [];
        if (this.market.length === 0 && this.options.market_empty === "count") {
          this.end("market_exhausted");
          return got + 1;
        }
      }
      return count;
    }

    async refillMarket() {
      if (!this.somethingToDraw()) {
        return;
      }
      if (this.options.max_refills !== null && this.refills >= this.options.max_refills) {
        this.end("market_exhausted");
        return;
      }
      this.refills += 1;
      this.market = await this.refill(this.refills, sorted(this.pile));
      this.pile = [];
    }

    // W8.3.
    eliminate(seat) {
      this.heldByGone.push(this.hands[seat]);
      this.hands[seat] = [];
      this.out.push(seat);
      this.missed[seat] = 0;
      this.idle = this.idle.filter((other) => other !== seat);
      if (seat === this.turn) {
        this.owed = null;
        this.drawn = null;
        this.advance(1);
      }
    }

    // W8.4, W6.4.
    lookForTheEnd() {
      const seats = this.inPlay();
      if (this.reason) {
        return;
      }
      if (seats.length === 1) {
        this.end("last_player");
      } else if (!this.owed) {
        const able = seats.some((seat) => this.hands[seat].some((card) => this.fits(card)));
        if (seats.every((seat) => this.idle.includes(seat)) || !(able || this.somethingToDraw())) {
          this.end("blocked");
        }
      }
    }

    end(reason) { // W4.13, W7.1: what was owed lapses
      Object.assign(this, { reason, owed: null, drawn: null });
    }

    handLeft(seat) {
      const place = this.out.indexOf(seat);
      return sorted(place < 0 ? this.hands[seat] : this.heldByGone[place]);
    }

    // W7.3, W7.4, W8.3, as a record holds it.
    result() {
      const score = this.options.score;
      const hands = this.hands.map((_, seat) => this.handLeft(seat));
      const points = hands.map((hand, seat) => this.away.includes(seat) ? null
        : hand.reduce((sum, card) => sum + pointsOf(card, score), 0));
      const places = new Map();
      const byPlace = (one, other) => points[one] - points[other] || hands[one].length - hands[other].length;
      for (const seat of this.inPlay().sort(byPlace)) {
        const place = `${points[seat]} ${hands[seat].length}`;
        places.set(place, [...(places.get(place) || []), seat].sort((one, other) => one - other));
      }
      const ranking = [...places.values(), ...[...this.out].reverse().map((seat) => [seat])];
      return { reason: this.reason, ranking, points, hands_left: hands };
    }

    // The canonical position of docs/record.md.
    position() {
      const line = (parts) => parts.join(",") || "-";
      const hands = this.hands.map((_, seat) => {
        if (this.away.includes(seat)) {
          return "~";
        }
        const place = this.out.indexOf(seat);
        return (place < 0 ? "" : `!${place + 1}:`) + line(this.handLeft(seat));
      });
      return [
        hands.join("/"),
        this.top + (this.call ? `>${SHAPES[this.call]}` : ""),
        line(this.market),
        line(sorted(this.pile)),
        this.turn + (this.direction === 1 ? "+" : "-"),
        this.owed ? `${this.owed.kind}x${this.owed.count}@${this.owed.by}` : "-",
        line(this.missed),
        `r${this.refills}`,
        this.drawn || "-",
        line([...this.idle].sort((one, other) => one - other)),
        this.reason || "-",
      ].join(" ");
    }
  }

  // What a record calls the deal (its `deal`), and the game that begins with it.
  async function deal(record, shuffled) {
    const away = record.deal.hands.map((hand, seat) => (hand.length ? -1 : seat)).filter((seat) => seat >= 0);
    const order = await shuffled("shuffle/0", Wgs1.decks[deckOf(record.options)]);
    const refill = (k, cards) => shuffled(`shuffle/${k}`, cards);
    const game = new Game(record.options, record.seats.length, order, record.first_seat, away, refill);
    const dealt = { hands: game.hands.map(sorted), top: game.top, market: [...game.market] };
    return { game, dealt };
  }

  return { deal, deckOf, Refused, drawsEachGame: false };
})();
