/** Any text in any field of any message: it reads back as that field of that one line, or it is refused. */

import assert from "node:assert/strict";
import { Writable } from "node:stream";
import { test } from "node:test";

import { Bot, type FromBot, Lots, type ToBot, WriteError, parseFromBot, parseToBot, write } from "../src/index.js";
import { fields, lines } from "./vectors.js";

/** How many texts are tried in each field. */
const TEXTS = 300;

type Message = Record<string, unknown>;

const LINKS = [
  ["to-bot", parseToBot],
  ["from-bot", parseFromBot],
] as const;

// What a stranger would write: the ends of lines that any reader knows, what quotes, and words that lines go on with.
const PIECES = [
  ..."\n\r\v\f\u001c\u0085\u2028\u2029\0\u001b\ud800\u{1f600}é \t\"\\aZ019-!~",
  ..."\nquit|x\nbestmove z|spin default 3|a\" seed \"2a|seed|seats|seat|lots|variant|name|value|type|default".split("|"),
  ..."max|time|inc|movestogo|score|shared|moves|none|1/2|2a|true|quit|".split("|"),
];

function hostile(lots: Lots): string {
  const count = lots.choice([0, 1, 1, 2, 3, 4]);
  return Array.from({ length: count }, () => lots.choice(PIECES)).join(lots.choice(["", " "]));
}

/** The values of a field that have this text in them. */
function shapes(text: string, type: string): unknown[] {
  if (type === "pairs") return [[[text, "a"]], [["a", text]], [["a", "b"], [text, text]]];
  return type === "strings" || type === "numbers" ? [[text], ["a", text], [text, "a"], text] : [text];
}

/** What a message says, whatever type says it. */
function said(message: Message): Message {
  const words = (value: unknown, name: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => words(item, ""));
    return name === "lots" ? `${value}`.toLowerCase().replace(/^0+/, "") : `${value}`;
  };
  const there = Object.entries(message).filter(([, value]) => !(Array.isArray(value) && value.length === 0));
  return Object.fromEntries(there.map(([name, value]) => [name, words(value, name)]));
}

function check(link: string, verb: string, message: Message, parse: (line: string) => object): void {
  let line: string;
  try {
    line = write(message as unknown as ToBot | FromBot);
  } catch (error) {
    assert.ok(error instanceof WriteError, `${error}`);
    assert.ok(error.verb === verb && error.field in (fields(link)[verb] ?? {}), error.message);
    assert.doesNotMatch(error.message, /[\n\r\u0085\u2028\u2029]/);
    return;
  }
  assert.doesNotMatch(line, /[\n\r\v\f\u001c-\u001e\u0085\u2028\u2029]/);
  assert.equal(Buffer.from(`${line}\n`).toString("utf8").split("\n").length, 2);
  assert.deepEqual(said(parse(line) as Message), said(message), line);
}

for (const [link, parse] of LINKS) {
  test(`what is written of ${link} reads back or is refused`, () => {
    const rows = lines(`${link}.json`).good.map(({ line }) => parse(line) as unknown as Message);
    let tried = 0;
    for (const [verb, known] of Object.entries(fields(link))) {
      const samples = rows.filter((message) => message["verb"] === verb);
      assert.ok(samples.length > 0, verb);
      for (const [field, { type }] of Object.entries(known)) {
        const lots = new Lots(`${verb} ${field}`);
        for (let number = 0; number < TEXTS; number += 1) {
          const [text, sample] = [hostile(lots), lots.choice(samples)];
          for (const value of shapes(text, type)) check(link, verb, { ...sample, [field]: value }, parse);
          tried += 1;
        }
      }
    }
    assert.equal(tried, TEXTS * Object.values(fields(link)).flatMap(Object.keys).length);
  });
}

test("a name cannot be a rule option's, and an option cannot be a keyword", () => {
  const game = { verb: "newgame", variant: "demo", seats: 2, seat: 1 } as const;
  for (const name of ["seed", "lots", "seats", "a b", "", 'x\nquit"', "a\u2028"]) {
    assert.throws(() => write({ ...game, options: [[name, "2a"]] }), /cannot write the field options of newgame: /);
  }
  assert.throws(() => write({ verb: "bestmove", actions: [] }), /field actions of bestmove: expected an action/);
  assert.throws(() => write({ verb: "history", start: ["a", "moves"], moves: [] }), /field start of history/);
  assert.throws(() => write({ verb: "hello\n" } as never), /field verb of "hello\\u\{a\}"/);
});

test("a bot says as many lines as messages", () => {
  class Talker extends Bot {
    choose() {
      return null;
    }
  }
  let heard = "";
  const bot = new Talker();
  const output = new Writable({ write: (chunk, _, done) => void ((heard += chunk), done()) });
  Object.assign(bot, { output });
  bot.info("a\nbestmove z\r\u0085\u2028b ", { score: 1 });
  assert.equal(heard, "info score 1 a bestmove z   b\n");
  bot.name = "a\nuviok";
  assert.throws(() => bot.greet(), /field text of id: expected a text without control characters/);
  assert.equal(heard.split("\n").length, 2);
});
