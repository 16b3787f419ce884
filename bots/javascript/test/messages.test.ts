/** The messages, against the vectors of the arbiter. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { ParseError, parseFromBot, parseToBot, write } from "../src/index.js";
import { lines } from "./vectors.js";

const LINKS = [
  ["to-bot.json", parseToBot],
  ["from-bot.json", parseFromBot],
] as const;

/** JSON of vectors holds numbers as JavaScript reads them; those beyond its exact ones are compared as `written`. */
function plain(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, plain(part)]));
  }
  return value;
}

for (const [file, parse] of LINKS) {
  const { good, bad } = lines(file);
  test(`${file} has lines`, () => assert.ok(good.length > 20 && bad.length > 20));

  for (const row of good) {
    test(`${file}: ${JSON.stringify(row.line)} means what the arbiter says`, () => {
      const message = parse(row.line);
      assert.deepEqual(plain(message), row.message);
      assert.equal(write(message), row.written);
      assert.deepEqual(parse(row.written), message);
    });
  }

  for (const row of bad) {
    test(`${file}: ${JSON.stringify(row.line).slice(0, 200)} is refused as the arbiter does`, () => {
      assert.throws(
        () => parse(row.line),
        (error) => {
          assert.ok(error instanceof ParseError);
          assert.deepEqual([error.kind, error.column, error.reason], [row.kind, row.column, row.error]);
          return true;
        },
      );
    });
  }
}

test("numbers beyond what a number holds are kept", () => {
  assert.deepEqual(parseToBot("go nodes 18446744073709551615"), { verb: "go", nodes: 18446744073709551615n });
  assert.deepEqual(parseToBot("go nodes 9007199254740991"), { verb: "go", nodes: 9007199254740991 });
  assert.throws(() => parseToBot(`uvi ${"9".repeat(5000)}`), /a number up to 4294967295/);
});

test("a long list is read", () => {
  const legal = parseToBot("legal " + "abcdefg\t".repeat(100_000));
  assert.ok(legal.verb === "legal" && legal.actions.length === 100_000);
});
