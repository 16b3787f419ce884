// Chance, as UVI 6 has it. A page that was opened from a file need not have the browser's own
// SHA-256, so that here is one (FIPS 180-4).

const ROUNDS = new Uint32Array([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
]);

// The digest of bytes, as a DataView of 32.
function sha256(bytes) {
  const state = new Uint32Array([
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
  ]);
  const padded = new DataView(new ArrayBuffer(Math.ceil((bytes.length + 9) / 64) * 64));
  bytes.forEach((byte, place) => padded.setUint8(place, byte));
  padded.setUint8(bytes.length, 0x80);
  padded.setBigUint64(padded.byteLength - 8, BigInt(bytes.length) * 8n);
  const turned = (word, by) => (word >>> by) | (word << (32 - by));
  const words = new Uint32Array(64);
  for (let block = 0; block < padded.byteLength; block += 64) {
    for (let round = 0; round < 64; round += 1) {
      if (round < 16) {
        words[round] = padded.getUint32(block + 4 * round);
        continue;
      }
      const early = words[round - 15];
      const late = words[round - 2];
      const first = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
      const second = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
      words[round] = words[round - 16] + first + words[round - 7] + second;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let round = 0; round < 64; round += 1) {
      const high = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const step = (h + high + ((e & f) ^ (~e & g)) + ROUNDS[round] + words[round]) | 0;
      const low = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
      const most = (a & b) ^ (a & c) ^ (b & c);
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + step) | 0, c, b, a, (step + low + most) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, place) => { state[place] += word; });
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, place) => digest.setUint32(4 * place, word));
  return digest;
}

// A digest as it is written.
function hex(digest) {
  return Array.from(new Uint8Array(digest.buffer), byte => byte.toString(16).padStart(2, "0")).join("");
}

// The bytes of a seed and those of an ASCII text.
function seeded(seed, text) {
  const bytes = seed.match(/../g).map(pair => Number.parseInt(pair, 16));
  return [...bytes, ...Array.from(text, letter => letter.charCodeAt(0))];
}

// What was published before the game in place of its seed.
function commitment(seed) {
  return hex(sha256(seeded(seed, "commitment")));
}

// What the seed gives to an event: words of the parts of its lot, again until it is none of those that do not count.
function drawn(seed, key, lot) {
  const prefix = seeded(seed, key);
  let number = 0;
  let block = null;
  const next = () => {
    if (number % 8 === 0) {
      const counter = number / 8;
      block = sha256([...prefix, counter >>> 24, (counter >>> 16) & 255, (counter >>> 8) & 255, counter & 255]);
    }
    const word = block.getUint32(4 * (number % 8));
    number += 1;
    return word;
  };
  const below = bound => {
    const span = bound * Math.floor(2 ** 32 / bound);
    for (;;) {
      const word = next();
      if (word < span) return word % bound;
    }
  };
  for (;;) {
    const outcome = lot.parts.map(words => words[below(words.length)]).join("");
    if (!lot.again?.includes(outcome)) return outcome;
  }
}

