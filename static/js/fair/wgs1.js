// Scheme wgs1 in the browser: commitment, transcript, key, words, bounded integers, shuffle. By the text of the scheme
// alone (its steps are numbered in the comments); SHA-256 and HMAC are the browser's own (Web Crypto).
const Wgs1 = (function () {
  "use strict";

  const ascii = (text) => new TextEncoder().encode(text);
  const hex = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");

  function bytesOf(text) {
    if (!/^(?:[0-9a-f]{2})*$/.test(text)) {
      throw new Error("not lower-case hex");
    }
    return Uint8Array.from(text.match(/../g) || [], (pair) => parseInt(pair, 16));
  }

  function joined(one, other) {
    const both = new Uint8Array(one.length + other.length);
    both.set(one);
    both.set(other, one.length);
    return both;
  }

  async function sha256(bytes) {
    return hex(await crypto.subtle.digest("SHA-256", bytes));
  }

  async function hmac(key, bytes) {
    const made = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    return new Uint8Array(await crypto.subtle.sign("HMAC", made, bytes));
  }

  // Step 1.
  function commitment(gameId, serverSeed) {
    return sha256(joined(ascii(`wgs1|commit|${gameId}|`), bytesOf(serverSeed)));
  }

  // Step 3.
  function transcript(gameId, deck, clientSeeds, beacon) {
    const seats = clientSeeds.map((seed, seat) => `seat:${seat}:${seed}`);
    return ["wgs1", `game:${gameId}`, `deck:${deck}`, ...seats, `beacon:${beacon}`].map((line) => line + "\n").join("");
  }

  // Step 4.
  function gameKey(serverSeed, text) {
    return hmac(bytesOf(serverSeed), ascii(text));
  }

  // Step 5: gives the next word each time it is called.
  function words(key, label) {
    let block = 0;
    let waiting = [];
    return async function () {
      if (waiting.length === 0) {
        const number = new Uint8Array(5); // the zero byte after the label, then the block's number
        new DataView(number.buffer).setUint32(1, block);
        const made = new DataView((await hmac(key, joined(ascii(label), number))).buffer);
        waiting = [0, 1, 2, 3, 4, 5, 6, 7].map((place) => made.getUint32(4 * place));
        block += 1;
      }
      return waiting.shift();
    };
  }

  // Step 6.
  async function bounded(next, bound) {
    const limit = 2 ** 32 - (2 ** 32 % bound);
    let word = await next();
    while (word >= limit) {
      word = await next();
    }
    return word % bound;
  }

  // Step 7: entry i is the id of the card that is dealt i-th.
  async function permutation(key, label, size) {
    const order = Array.from({ length: size }, (_, place) => place);
    const next = words(key, label);
    for (let last = size - 1; last > 0; last -= 1) {
      const other = await bounded(next, last + 1);
      [order[last], order[other]] = [order[other], order[last]];
    }
    return order;
  }

  const shapes = { C: [1, 2, 3, 4, 5, 7, 8, 10, 11, 12, 13, 14], T: [1, 2, 3, 4, 5, 7, 8, 10, 11, 12, 13, 14],
    X: [1, 2, 3, 5, 7, 10, 11, 13, 14], S: [1, 2, 3, 5, 7, 10, 11, 13, 14], R: [1, 2, 3, 4, 5, 7, 8] };
  const plain = Object.entries(shapes).flatMap(([shape, numbers]) => numbers.map((number) => shape + number));
  const whots = Array(5).fill("W20");
  const wild = [..."CTXSR"].map((shape) => "D" + shape)
    .concat([..."CTXSR"].map((shape) => "REV" + shape), ["PUNCH", "PUNCH"]);
  const months = Array.from({ length: 12 }, (_, month) => String(month + 1).padStart(2, "0"));

  // The frozen packs: the card with the id i is entry i.
  const decks = {
    whot54: [...plain, ...whots],
    whot49: plain,
    whot2x54: [...plain, ...whots, ...plain, ...whots],
    whot2x49: [...plain, ...plain],
    whot132: [...plain, ...whots, ...plain, ...whots, ...wild, ...wild],
    hwatu48: months.flatMap((month) => [1, 2, 3, 4].map((k) => `${month}-${k}`)),
  };

  // Whether this code gives what the published vectors say: the number of vectors, or an error.
  async function selfTest(vectors) {
    const same = (found, told, what) => {
      if (JSON.stringify(found) !== JSON.stringify(told)) {
        throw new Error(what);
      }
    };
    for (const row of vectors.cases) {
      same(await commitment(row.game_id, row.server_seed), row.commitment, row.name);
      const text = transcript(row.game_id, row.deck, row.client_seeds, row.beacon);
      same(text, row.transcript, row.name);
      const key = await gameKey(row.server_seed, text);
      same(hex(key), row.game_key, row.name);
      const next = words(key, "shuffle/0");
      const block = new DataView(new ArrayBuffer(32));
      for (let place = 0; place < 8; place += 1) {
        block.setUint32(4 * place, await next());
      }
      same(hex(block.buffer), row.first_block_deal0, row.name);
      same(await permutation(key, "shuffle/0", row.deck_size), row.permutation, row.name);
      same(await bounded(words(key, "first"), row.client_seeds.length), row.first_seat, row.name);
      for (const refill of row.reshuffles || []) {
        const places = await permutation(key, `shuffle/${refill.index}`, refill.pile.length);
        same(places.map((place) => refill.pile[place]), refill.order, row.name);
      }
    }
    for (const row of vectors.bounded) {
      const waiting = [...row.words];
      same(await bounded(async () => waiting.shift(), row.bound), row.result, `bounded ${row.bound}`);
    }
    return vectors.cases.length + vectors.bounded.length;
  }

  return { ascii, hex, sha256, commitment, transcript, gameKey, words, bounded, permutation, decks, selfTest };
})();
