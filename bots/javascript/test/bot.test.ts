/** A bot and an arbiter that is played by a test. */

import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

import { type Answer, Bot, Clock, type Go, Lots, type Setting, parseToBot } from "../src/index.js";

const GAME = "newgame variant demo seats 3 seat 2";

/** A bot that does what it was given. */
class Tested extends Bot {
  override name = "Tested";
  override author = "us";
  readonly asked: string[] = [];
  readonly seen: unknown[] = [];

  constructor(private readonly chooses: (bot: Tested, legal: string[], clock: Clock) => Answer | Promise<Answer>) {
    super();
  }

  choose(position: { toString(): string }, legal: string[], clock: Clock): Answer | Promise<Answer> {
    this.asked.push(position.toString());
    return this.chooses(this, legal, clock);
  }

  override onGameOver(over: { reason: string }): void {
    this.seen.push(over.reason);
  }

  override onOption(name: string, value: Setting): void {
    this.seen.push([name, value]);
  }

  override log(text: string): void {
    this.seen.push(text);
  }
}

/** A conversation: what was said can be waited for. */
class Talk {
  readonly input = new PassThrough();
  readonly output = new PassThrough();
  readonly over: Promise<void>;
  private readonly lines: AsyncIterator<string>;

  constructor(bot: Bot) {
    this.over = bot.run(this.input, this.output);
    this.over.then(
      () => this.output.end(),
      () => this.output.end(),
    );
    this.lines = lines(this.output);
  }

  say(...lines: string[]): void {
    this.input.write(lines.map((line) => `${line}\n`).join(""));
  }

  async hear(): Promise<string | undefined> {
    const { value, done } = await this.lines.next();
    return done === true ? undefined : value;
  }

  /** Says `quit`; the bot must have no more to say. */
  async end(): Promise<void> {
    this.say("quit");
    assert.equal(await this.hear(), undefined);
    await this.over;
  }
}

async function* lines(output: PassThrough): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of output) {
    rest += (chunk as Buffer).toString();
    const parts = rest.split("\n");
    rest = parts.pop() ?? "";
    yield* parts;
  }
}

const first = (_: Tested, legal: string[]): Answer => legal[0] ?? null;

test("a bot greets, plays and leaves", async () => {
  const bot = new Tested(first);
  const talk = new Talk(bot);
  talk.say("uvi 1");
  const greeting = ["id name Tested", "id author us", "feature legal", "uviok"];
  for (const line of greeting) assert.equal(await talk.hear(), line);
  talk.say(GAME, "isready", "position a b", "legal x y", "go movetime 1000");
  assert.equal(await talk.hear(), "readyok");
  assert.equal(await talk.hear(), "bestmove x");
  talk.say("position c", "legal", "go");
  assert.equal(await talk.hear(), "resign");
  talk.say("gameover reason limit score 1 0 0", "isready");
  assert.equal(await talk.hear(), "readyok");
  await talk.end();
  assert.deepEqual(bot.asked, ["a b", "c"]);
  assert.deepEqual(bot.seen, ["limit"]);
});

test("what is no message is ignored, whatever bytes it has", async () => {
  const talk = new Talk(new Tested(first));
  talk.input.write(Buffer.from([0xff, 0xfe, 0x0a]));
  talk.say("", "hello there", "go x", "isready\r");
  assert.equal(await talk.hear(), "readyok");
  await talk.end();
});

test("a line that comes in pieces is one", async () => {
  const talk = new Talk(new Tested(first));
  for (const piece of ["isre", "ady", "\nisready"]) {
    talk.input.write(piece);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  assert.equal(await talk.hear(), "readyok");
  talk.input.write("\n");
  assert.equal(await talk.hear(), "readyok");
  await talk.end();
});

test("stop and isready are heard while it thinks", async () => {
  const bot = new Tested(async (_, legal, clock) => {
    while (!clock.isUp) await clock.listen();
    return legal[1] ?? null;
  });
  const talk = new Talk(bot);
  talk.say(GAME, "position a", "legal x y", "go");
  talk.say("isready");
  assert.equal(await talk.hear(), "readyok");
  talk.say("stop", "isready");
  assert.equal(await talk.hear(), "bestmove y");
  assert.equal(await talk.hear(), "readyok");
  await talk.end();
});

test("the signal of the clock aborts when the time is up", async () => {
  const bot = new Tested(async (_, legal, clock) => {
    await assert.rejects(sleep(3_600_000, undefined, { signal: clock.signal }));
    return clock.isUp ? (legal[0] ?? null) : null;
  });
  const talk = new Talk(bot);
  talk.say(GAME, "position a", "legal x", "go movetime 60");
  assert.equal(await talk.hear(), "bestmove x");
  await talk.end();
});

test("what a class has set and cannot be meant is refused", async () => {
  const refused = (set: object): Promise<void> =>
    Object.assign(new Tested(first), set).run(new PassThrough(), new PassThrough());
  await assert.rejects(refused({ variants: "chess" }), /expected variants, an array of words; found "chess"/);
  await assert.rejects(refused({ features: "legal" }), /expected features/);
  const depth = { type: "check", name: "depth", default: true };
  await assert.rejects(refused({ options: [depth, depth] }), /depth: expected one option of this name, found two/);
});

test("an answer that nobody waits for is not said", async () => {
  const bot = new Tested(async (_, legal, clock) => {
    while (!clock.isStopped) await clock.listen();
    return legal[0] ?? null;
  });
  const talk = new Talk(bot);
  talk.say(GAME, "position a", "legal x", "go movetime 50");
  talk.say("error timeout: expected bestmove within 50 ms", "isready");
  assert.equal(await talk.hear(), "readyok");
  await talk.end();
});

test("several actions are one answer", async () => {
  const talk = new Talk(new Tested((_, legal) => legal));
  talk.say(GAME, "position a", "legal x y", "go");
  assert.equal(await talk.hear(), "bestmove x y");
  await talk.end();
});

test("a bot that throws ends with its error, without waiting for another line", async () => {
  const talk = new Talk(
    new Tested(() => {
      throw new Error("no idea");
    }),
  );
  talk.say(GAME, "position a", "legal x", "go");
  await assert.rejects(talk.over, /no idea/);
});

test("an answer that is no action is an error of the bot", async () => {
  for (const [answer, found] of [["a b", /found "a b"/], [[], /found \[\]/], [5, /null to resign, from choose.*found 5/]] as const) {
    const talk = new Talk(new Tested(() => answer as Answer));
    talk.say(GAME, "position a", "legal x", "go");
    await assert.rejects(talk.over, found);
  }
});

test("the same question of the same game draws the same lots", async () => {
  const draws: number[] = [];
  const bot = new Tested((bot, legal) => {
    draws.push(bot.lots.below(1_000_000));
    return legal[0] ?? null;
  });
  const talk = new Talk(bot);
  talk.say(`${GAME} lots 00000000000000aa`);
  for (const position of ["a", "b", "a"]) {
    talk.say(`position ${position}`, "legal x", "go");
    assert.equal(await talk.hear(), "bestmove x");
  }
  talk.say(`${GAME} lots bb`, "position a", "legal x", "go");
  assert.equal(await talk.hear(), "bestmove x");
  await talk.end();
  assert.equal(draws[0], draws[2]);
  assert.equal(new Set(draws).size, 3);
});

test("lots fall evenly", () => {
  const lots = new Lots("even");
  const counts = [0, 0, 0];
  for (let draw = 0; draw < 30_000; draw += 1) counts[lots.below(3)] = (counts[lots.below(3)] ?? 0) + 1;
  assert.ok(counts.every((count) => Math.abs(count - 10_000) < 500), counts.join());
  for (const wrong of [0, -1, 1.5, NaN, 2 ** 48 + 1]) assert.throws(() => lots.below(wrong), RangeError);
});

test("a score that is no number is refused", () => {
  for (const score of [NaN, Infinity, -Infinity]) {
    assert.throws(() => new Tested(first).info("", { score }), RangeError);
  }
});

class Optional extends Tested {
  override options = [
    { name: "Level", type: "spin", default: 3, min: 1, max: 9 },
    { name: "Style", type: "combo", default: "calm", var: ["calm", "wild one"] },
    { name: "Own", type: "check", default: true },
    { name: "Book", type: "string" },
    { name: "Clear", type: "button" },
  ] as const satisfies Bot["options"];
}

test("options are declared and set, and wrong values change nothing", async () => {
  const bot = new Optional(first);
  const talk = new Talk(bot);
  talk.say("uvi 1");
  const said: (string | undefined)[] = [];
  for (let line = 0; line < 9; line += 1) said.push(await talk.hear());
  assert.deepEqual(said.slice(2, 7), [
    "option name Level type spin default 3 min 1 max 9",
    'option name Style type combo default calm var calm var "wild one"',
    "option name Own type check default true",
    "option name Book type string",
    "option name Clear type button",
  ]);
  talk.say("setoption name Level value 5", "setoption name Level value 10", 'setoption name Style value "wild one"');
  talk.say("setoption name Own value false", "setoption name Own value maybe", "setoption name Clear value now");
  talk.say("setoption name Other value 1", "isready");
  assert.equal(await talk.hear(), "readyok");
  await talk.end();
  assert.deepEqual([...bot.settings], [["Level", 5], ["Style", "wild one"], ["Own", false], ["Book", undefined]]);
  assert.equal(bot.seen.filter((seen) => typeof seen === "string").length, 2);
  assert.deepEqual(bot.seen.at(-1), ["Clear", undefined]);
});

function clock(line: string, seat = 2): Clock {
  return new Clock(parseToBot(line) as Go, seat);
}

for (const [line, left, increment, limit, share] of [
  ["go", Infinity, 0, Infinity, Infinity],
  ["go depth 3", Infinity, 0, Infinity, Infinity],
  ["go movetime 1000", Infinity, 0, 1000, 980],
  ["go movetime 5", Infinity, 0, 5, 0],
  ["go time 1000 60000 inc 0 500", 60_000, 500, 60_000, 2400],
  ["go time 1000 60000 inc 0 500 movetime 2000", 60_000, 500, 2000, 1980],
  ["go time 1000 60000 inc 0 500 movestogo 40", 60_000, 500, 60_000, 2400],
  ["go time 1000 60000 inc 0 500 movestogo 9", 60_000, 500, 60_000, 6400],
  ["go time 1000 60000 inc 0 0 movestogo 1", 60_000, 0, 60_000, 30_000],
  ["go time 1000 10 inc 0 500", 10, 500, 10, 0],
  ["go time 1000 - inc 0 -", Infinity, 0, Infinity, Infinity],
  ["go time 1000 inc 0", Infinity, 0, Infinity, Infinity],
] as const) {
  test(`the limits of "${line}"`, () => {
    const found = clock(line);
    assert.deepEqual([found.left, found.increment, found.limit, found.share], [left, increment, limit, share]);
  });
}
