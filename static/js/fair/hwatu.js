// A replayer of Go-Stop for checking records: the rules once more, written for this page from the numbered clauses and
// sharing nothing with the programs that run the games.
const GoStopReplay = (function () {
  "use strict";

  const BRIGHT = ["01-1", "03-1", "08-1", "11-1", "12-1"];
  const ANIMAL = ["02-1", "04-1", "05-1", "06-1", "07-1", "08-2", "09-1", "10-1", "12-2"];
  const RIBBON = ["01-2", "02-2", "03-2", "04-2", "05-2", "06-2", "07-2", "09-2", "10-2", "12-3"];
  const DOUBLE = ["11-4", "12-4"];
  const SETS = [[["02-1", "04-1", "08-2"], 5], [["01-2", "02-2", "03-2"], 3], [["06-2", "09-2", "10-2"], 3],
    [["04-2", "05-2", "07-2"], 3]];
  const MISSES = 2;
  const FLAT = 5;

  class Refused extends Error {}
  const refuse = (rule) => {
    throw new Refused(rule);
  };
  const monthOf = (card) => card.slice(0, 2);
  const worth = (card) => [...BRIGHT, ...ANIMAL, ...RIBBON].includes(card) ? 0 : DOUBLE.includes(card) ? 2 : 1;
  const from = (count, least) => Math.max(0, count - least + 1);

  // One reading of the cup (5.1 to 5.12).
  function reading(cards, cupIsJunk) {
    const has = (list) => list.filter((card) => cards.includes(card)).length;
    const cup = cupIsJunk && cards.includes("09-1");
    const animals = has(ANIMAL) - (cup ? 1 : 0);
    const units = cards.reduce((sum, card) => sum + worth(card), 0) + (cup ? 2 : 0);
    const brights = has(BRIGHT);
    const bright = brights === 5 ? 15 : brights === 4 ? 4 : brights === 3 ? (cards.includes("12-1") ? 2 : 3) : 0;
    const sets = SETS.reduce((sum, [list, value]) => sum + (has(list) === 3 ? value : 0), 0);
    const total = bright + from(animals, 5) + from(has(RIBBON), 5) + from(units, 10) + sets;
    return { bright, animals, junk: from(units, 10), total };
  }

  function best(cards) {
    const animal = reading(cards, false);
    const junk = reading(cards, true);
    return junk.total > animal.total ? junk : animal;
  }

  // 6.2 to 6.10.
  function payment(mine, theirs, gos) {
    const counted = best(mine);
    const guard = theirs.reduce((sum, card) => sum + worth(card), 0) + (theirs.includes("09-1") ? 2 : 0);
    let pay = gos < 3 ? counted.total + gos : counted.total * 2 ** (gos - 2);
    pay *= counted.bright > 0 && !theirs.some((card) => BRIGHT.includes(card)) ? 2 : 1;
    pay *= counted.animals >= 7 ? 2 : 1;
    pay *= counted.junk > 0 && guard < 5 ? 2 : 1;
    return pay;
  }

  function quads(cards) {
    const months = cards.map(monthOf);
    return months.some((month) => months.filter((other) => other === month).length === 4);
  }
  const thrownIn = (cards) => // 2.4, 2.6
    quads(cards.slice(20, 28)) || (quads(cards.slice(0, 10)) && quads(cards.slice(10, 20)));

  class Game {
    constructor(cards, first, redeals) {
      this.hands = [cards.slice(0, 10), cards.slice(10, 20)];
      this.layout = cards.slice(20, 28);
      this.stock = cards.slice(28);
      Object.assign(this, { redeals, turn: 1, seat: first, phase: "play", captured: [[], []], owner: {} });
      Object.assign(this, { gos: [0, 0], lastGo: [null, null], ppuk: [0, 0], missed: [0, 0], open: null, ended: null });
      const lucky = this.hands.findIndex(quads);
      if (lucky >= 0) {
        this.end("hand_quad", lucky, FLAT); // 2.5
      }
    }

    there(card) {
      return this.layout.filter((other) => monthOf(other) === monthOf(card)).sort();
    }

    end(reason, winner, paid) {
      this.ended = { reason, winner, paid };
    }

    get reason() {
      return this.ended && this.ended.reason;
    }

    async act(seat, text) {
      if (this.ended) {
        refuse("R53");
      }
      if (text === "abandon") {
        this.end("abandoned", null, 0);
      } else if (text === "leave") {
        this.end("last_player", 1 - seat, FLAT);
      } else if (seat !== this.seat) {
        refuse("3.1");
      } else if (text === "timeout" || text === "timeout excused") {
        this.timeout(seat, text === "timeout");
      } else {
        if (!this.accepts(text)) {
          refuse("3");
        }
        this.missed[seat] = 0;
        this.carryOut(text);
      }
    }

    // R53: the lowest card with its lowest target, the lowest choice, Stop.
    timeout(seat, counted) {
      this.missed[seat] += counted ? 1 : 0;
      if (this.missed[seat] === MISSES && counted) {
        this.end("last_player", 1 - seat, FLAT);
        return;
      }
      do {
        this.carryOut(this.phase === "decide" ? "stop" : this.legal().sort()[0]);
      } while (!this.ended && this.seat === seat);
    }

    legal() {
      if (this.phase === "decide") {
        return this.turn > 18 ? ["stop"] : ["stop", "go"];
      }
      if (this.phase === "choose") {
        return this.there(this.open.stock).map((card) => `choose ${card}`);
      }
      return this.hands[this.seat].flatMap((card) => {
        const there = this.there(card);
        return there.length === 2 ? there.map((other) => `play ${card} take ${other}`) : [`play ${card}`];
      });
    }

    accepts(text) {
      if (this.legal().includes(text)) {
        return true;
      }
      const words = text.split(" "); // R12: a right target is borne where none is needed
      return this.phase === "play" && words.length === 4 && words[0] === "play" && words[2] === "take"
        && this.hands[this.seat].includes(words[1]) && this.there(words[1]).includes(words[3]);
    }

    carryOut(text) {
      const words = text.split(" ");
      if (words[0] === "play") {
        this.play(words[1], words[3]);
      } else if (words[0] === "choose") {
        this.phase = "play";
        this.takeWithStock([words[1]]);
      } else if (words[0] === "go") {
        this.gos[this.seat] += 1;
        this.lastGo[this.seat] = best(this.captured[this.seat]).total;
        this.next();
      } else {
        const paid = payment(this.captured[this.seat], this.captured[1 - this.seat], this.gos[this.seat]);
        this.end("stop", this.seat, paid);
      }
    }

    removeFromLayout(cards) {
      this.layout = this.layout.filter((card) => !cards.includes(card));
    }

    play(card, target) {
      const atFirst = [...this.layout];
      const there = this.there(card);
      this.hands[this.seat] = this.hands[this.seat].filter((other) => other !== card);
      const stock = this.stock.shift();
      const taken = there.length === 2 ? [target] : there;
      this.open = { card, taken, stock, atFirst, pileOwner: this.ownerOf(card) };
      if (monthOf(stock) === monthOf(card)) {
        this.sameMonth(card, there, stock);
        return;
      }
      if (taken.length) {
        this.removeFromLayout(taken);
      } else {
        this.layout.push(card);
      }
      const met = this.there(stock);
      if (met.length === 2) {
        this.phase = "choose";
      } else {
        this.takeWithStock(met);
      }
    }

    sameMonth(card, there, stock) {
      if (there.length === 1) { // 3.8
        this.layout.push(card, stock);
        this.owner[monthOf(card)] = this.seat;
        this.ppuk[this.seat] += 1;
        if (this.ppuk[this.seat] === 3) {
          this.end("three_ppuk", this.seat, FLAT);
        } else {
          this.next();
        }
        return;
      }
      this.removeFromLayout(there);
      this.capture([card, stock, ...there], this.turn < 20 ? ["card"] : []);
    }

    takeWithStock(met) {
      const { card, taken, stock, atFirst } = this.open;
      const gained = [];
      const owed = [];
      if (taken.length) {
        gained.push(card, ...taken);
        if (taken.length === 3) {
          owed.push(this.forPile(card));
        }
      }
      if (met.length) {
        gained.push(stock, ...met);
        this.removeFromLayout(met);
        if (met.length === 3) {
          owed.push(this.forPile(stock));
        }
      } else {
        this.layout.push(stock);
      }
      const two = atFirst.length === 2 && monthOf(atFirst[0]) !== monthOf(atFirst[1]);
      if (taken.length === 1 && met.length === 1 && two && this.turn < 20) {
        owed.push("card"); // 4.2
      }
      this.capture(gained, owed);
    }

    ownerOf(card) {
      const owner = this.owner[monthOf(card)];
      return owner === undefined ? null : owner;
    }

    forPile(card) {
      const owner = this.ownerOf(card);
      delete this.owner[monthOf(card)];
      return owner === this.seat ? "units" : "card";
    }

    // The junk that moves (4): one card, or for one's own pile cards worth two units.
    capture(gained, owed) {
      const mine = this.captured[this.seat];
      mine.push(...gained);
      for (const what of owed) {
        let amount = what === "units" ? 2 : 1;
        while (amount > 0) {
          const junk = this.captured[1 - this.seat].filter(worth)
            .sort((one, other) => worth(one) - worth(other) || (one < other ? -1 : 1));
          if (junk.length === 0) {
            break;
          }
          this.captured[1 - this.seat] = this.captured[1 - this.seat].filter((card) => card !== junk[0]);
          mine.push(junk[0]);
          amount -= what === "units" ? worth(junk[0]) : 1;
        }
      }
      const total = best(mine).total;
      const last = this.lastGo[this.seat];
      if (last === null ? total >= 7 : total > last) {
        this.phase = "decide";
      } else {
        this.next();
      }
    }

    next() {
      this.phase = "play";
      if (this.turn === 20) {
        this.end("nagari", null, 0);
        return;
      }
      this.turn += 1;
      this.seat = 1 - this.seat;
    }

    result() {
      const { reason, winner, paid } = this.ended;
      const points = [0, 1].map((seat) => (seat === winner ? paid : 0));
      const ranking = winner === null ? [[0, 1]] : [[winner], [1 - winner]];
      return { reason, ranking, points, hands_left: this.hands.map((hand) => [...hand].sort()) };
    }

    waiting() {
      if (this.phase !== "choose") {
        return "-";
      }
      const { card, taken, stock, pileOwner } = this.open;
      const pile = taken.length === 3 ? `@${pileOwner === null ? "-" : pileOwner}` : "";
      return `${card}${taken.length ? `+${[...taken].sort().join(",")}${pile}` : ""}>${stock}`;
    }

    // The canonical position of docs/record.md.
    position() {
      const line = (cards) => cards.join(",") || "-";
      const bag = (cards) => line([...cards].sort());
      const months = [...new Set(this.layout.map(monthOf))].sort();
      const piles = months.filter((month) => this.layout.filter((card) => monthOf(card) === month).length === 3);
      const owners = piles.map((month) => `${month}@${month in this.owner ? this.owner[month] : "-"}`);
      const { reason, winner, paid } = this.ended || {};
      return [
        this.hands.map(bag).join("/"),
        bag(this.layout),
        line(owners),
        line(this.stock),
        this.captured.map(bag).join("/"),
        `${this.turn}:${this.seat}${this.phase === "decide" && !this.ended ? "?" : ""}`,
        this.waiting(),
        line(this.gos.map((count, seat) => count + (count ? `@${this.lastGo[seat]}` : ""))),
        line(this.ppuk),
        line(this.missed),
        `d${this.redeals}`,
        !reason ? "-" : winner === null ? reason : `${reason}:${winner}:${paid}`,
      ].join(" ");
    }
  }

  async function deal(record, shuffled) {
    let redeals = 0;
    let cards = await shuffled("shuffle/0", Wgs1.decks.hwatu48);
    while (thrownIn(cards)) {
      redeals += 1;
      cards = await shuffled(`redeal/${redeals}`, Wgs1.decks.hwatu48);
    }
    const game = new Game(cards, record.first_seat, redeals);
    const dealt = { hands: game.hands.map((hand) => [...hand].sort()), layout: [...game.layout].sort(), stock: [...game.stock] };
    return { game, dealt };
  }

  return { deal, deckOf: () => "hwatu48", Refused, drawsEachGame: true };
})();
