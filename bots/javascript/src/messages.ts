/**
 * The messages of the seat link: what a bot hears and what it says (UVI 2). A message is a plain object with its verb and
 * a field for each part; what is left out of the line has no field.
 */

import { Cursor, type Integer, Keywords, U32, U64, bounded, freeText, isNumber, isWord, joined, present, quoted } from "./line.js";
import { type Option, parseOption, writeOption } from "./options.js";

/** A new game: its variant, how many seats it has, which one is yours, the rule options not at their defaults. */
export interface NewGame {
  verb: "newgame";
  variant: string;
  seats: number;
  seat: number;
  /** What your lots are to be drawn from: 16 hex digits that no other game or seat has. */
  lots?: string;
  /** Pairs of a name and a value, in their order. */
  options: [string, string][];
}

/** The start, and all that has happened since, as far as this seat may see it. */
export interface History {
  verb: "history";
  start: string[];
  moves: string[];
}

/** Decide. Times are milliseconds; `null` in a list is a seat without a clock. */
export interface Go {
  verb: "go";
  movetime?: Integer;
  time?: (Integer | null)[];
  inc?: (Integer | null)[];
  /** After so many answers of yours, this one included, your clock gets its whole time again. */
  movestogo?: Integer;
  nodes?: Integer;
  depth?: Integer;
}

/** The end: points for each seat, such as `1` or `1/3`, or one score for all, or neither after an abort. */
export interface GameOver {
  verb: "gameover";
  reason: string;
  score?: string[];
  shared?: number;
}

/** What the arbiter says to a bot. */
export type ToBot =
  | { verb: "uvi"; version: number }
  | { verb: "setoption"; name: string; value: string }
  | { verb: "isready" }
  | NewGame
  | { verb: "position"; position: string[] }
  | History
  | { verb: "legal"; actions: string[] }
  | Go
  | { verb: "stop" }
  | GameOver
  | { verb: "error"; text: string }
  | { verb: "quit" };

/** What a bot says. */
export type FromBot =
  | { verb: "id"; key: "name" | "author"; text: string }
  | ({ verb: "option" } & Option)
  | { verb: "variant"; words: string[] }
  | { verb: "feature"; words: string[] }
  | { verb: "uviok" }
  | { verb: "readyok" }
  | { verb: "info"; text: string }
  | { verb: "bestmove"; actions: string[] }
  | { verb: "resign" };

/** The line of a message, without its end. */
export function write(message: ToBot | FromBot): string {
  switch (message.verb) {
    case "uvi":
      return `uvi ${message.version}`;
    case "setoption":
      return `setoption name ${message.name} value ${quoted(message.value)}`;
    case "newgame": {
      const { variant, seats, seat, lots, options } = message;
      const head = `newgame variant ${variant} seats ${seats} seat ${seat}`;
      return joined(head, lots === undefined ? "" : `lots ${lots}`, ...options.map(([name, value]) => `${name} ${quoted(value)}`));
    }
    case "position":
      return joined("position", ...message.position);
    case "history":
      return joined("history", ...message.start, "moves", ...message.moves);
    case "go":
      return writeGo(message);
    case "gameover": {
      const score = message.score === undefined ? "" : joined("score", ...message.score);
      return joined(`gameover reason ${message.reason}`, score, message.shared === undefined ? "" : `shared ${message.shared}`);
    }
    case "id":
      return joined("id", message.key, freeText(message.text));
    case "error":
    case "info":
      return joined(message.verb, freeText(message.text));
    case "option":
      return `option ${writeOption(message)}`;
    case "variant":
    case "feature":
      return joined(message.verb, ...message.words);
    case "legal":
    case "bestmove":
      return joined(message.verb, ...message.actions);
    default:
      return message.verb;
  }
}

function writeGo(go: Go): string {
  const number = (keyword: string, limit: Integer | undefined) => (limit === undefined ? "" : `${keyword} ${limit}`);
  const figures = (keyword: string, list: (Integer | null)[] | undefined) =>
    list === undefined ? "" : joined(keyword, ...list.map((figure) => (figure === null ? "-" : `${figure}`)));
  return joined(
    "go",
    number("movetime", go.movetime),
    figures("time", go.time),
    figures("inc", go.inc),
    number("movestogo", go.movestogo),
    number("nodes", go.nodes),
    number("depth", go.depth),
  );
}

/** Reads what the arbiter says; throws a `ParseError`. */
export function parseToBot(line: string): ToBot {
  const at = new Cursor(line);
  const start = at.at;
  const message = readToBot(at.verb(), at) ?? unknownVerb(at, start);
  at.end();
  return message;
}

function readToBot(verb: string, at: Cursor): ToBot | undefined {
  switch (verb) {
    case "uvi":
      return { verb, version: at.count() };
    case "setoption":
      return readSetOption(at);
    case "newgame":
      return readNewGame(at);
    case "position":
      return { verb, position: at.words("a position") };
    case "history":
      return readHistory(at);
    case "legal":
      return { verb, actions: at.words() };
    case "go":
      return readGo(at);
    case "gameover":
      return readGameOver(at);
    case "error":
      return { verb, text: at.text() };
    case "isready":
    case "stop":
    case "quit":
      return { verb };
    default:
      return undefined;
  }
}

/** Reads what a bot says; throws a `ParseError`. */
export function parseFromBot(line: string): FromBot {
  const at = new Cursor(line);
  const start = at.at;
  const message = readFromBot(at.verb(), at) ?? unknownVerb(at, start);
  at.end();
  return message;
}

function readFromBot(verb: string, at: Cursor): FromBot | undefined {
  switch (verb) {
    case "id":
      return { verb, key: at.oneOf("name or author", ["name", "author"]), text: at.text() };
    case "option":
      return { verb, ...parseOption(at) };
    case "variant":
    case "feature":
      return { verb, words: at.words("a word") };
    case "info":
      return { verb, text: at.text() };
    case "bestmove":
      return { verb, actions: at.words("an action") };
    case "uviok":
    case "readyok":
    case "resign":
      return { verb };
    default:
      return undefined;
  }
}

function unknownVerb(at: Cursor, start: number): never {
  at.at = start;
  throw at.wrong(`unknown verb ${at.found()}`, "unknown-verb");
}

function readSetOption(at: Cursor): ToBot {
  const keywords = new Keywords(at);
  let name: string | undefined;
  let value: string | undefined;
  while (!at.ended) {
    const keyword = at.peek();
    if (keyword === "name") name = keywords.fill(keyword, () => at.word());
    else if (keyword === "value") value = keywords.fill(keyword, () => at.value());
    else at.refuse("name or value");
  }
  return { verb: "setoption", name: keywords.required(name, "name"), value: keywords.required(value, "value") };
}

function readNewGame(at: Cursor): NewGame {
  const keywords = new Keywords(at);
  let variant: string | undefined;
  let seats: number | undefined;
  let seat: number | undefined;
  let lots: string | undefined;
  const options: [string, string][] = [];
  while (!at.ended) {
    const keyword = at.peek();
    if (keyword === "variant") variant = keywords.fill(keyword, () => at.word());
    else if (keyword === "seats") seats = keywords.fill(keyword, () => at.count());
    else if (keyword === "seat") seat = keywords.fill(keyword, () => at.seat());
    else if (keyword === "lots") lots = keywords.fill(keyword, () => at.lots());
    else if (keyword === "seed" || !isWord(keyword)) at.refuse("the name of a rule option");
    else options.push([keyword, keywords.fill(keyword, () => at.value())]);
  }
  return present({
    verb: "newgame",
    variant: keywords.required(variant, "variant"),
    seats: keywords.required(seats, "seats"),
    seat: keywords.required(seat, "seat"),
    lots,
    options,
  }) as NewGame;
}

function readHistory(at: Cursor): History {
  if (at.ended || at.peek() === "moves") at.refuse("a position");
  const probe = new Cursor(at.line, at.at);
  while (probe.peek() !== "moves") {
    if (probe.ended) {
      at.at = at.line.length;
      at.refuse("the keyword moves");
    }
    probe.skip();
  }
  const start = new Cursor(at.line.slice(0, probe.at), at.at).words();
  at.at = probe.at;
  at.skip();
  return { verb: "history", start, moves: at.words() };
}

function readGo(at: Cursor): Go {
  const keywords = new Keywords(at);
  const go: Go = { verb: "go" };
  const figures = () => {
    const list: (Integer | null)[] = [];
    while (at.peek() === "-" || isNumber(at.peek())) {
      if (at.peek() === "-") {
        at.skip();
        list.push(null);
      } else list.push(at.milliseconds());
    }
    if (list.length === 0) at.refuse("a number of milliseconds or -");
    return list;
  };
  while (!at.ended) {
    const keyword = at.peek();
    if (keyword === "movetime") go.movetime = keywords.fill(keyword, () => at.milliseconds());
    else if (keyword === "time" || keyword === "inc") go[keyword] = keywords.fill(keyword, figures);
    else if (keyword === "movestogo") go.movestogo = keywords.fill(keyword, () => at.positive());
    else if (keyword === "nodes" || keyword === "depth") {
      go[keyword] = keywords.fill(keyword, () => at.number("a number", U64));
    } else at.refuse("movetime, time, inc, movestogo, nodes or depth");
  }
  const { time, inc } = go;
  if (time === undefined && inc === undefined && go.movestogo !== undefined) at.refuse("time beside movestogo");
  if ((time === undefined) !== (inc === undefined)) at.refuse(time === undefined ? "time beside inc" : "inc beside time");
  if (time !== undefined && inc !== undefined && time.length !== inc.length) {
    at.at = keywords.place("inc") ?? at.at;
    at.refuse("as many figures after inc as after time");
  }
  return go;
}

function readPoints(at: Cursor): string {
  const what = "points, such as 1 or 1/2";
  const [above, below = "1", ...more] = at.peek().split("/");
  if (above === undefined || more.length > 0 || !isNumber(above) || !isNumber(below)) at.refuse(what);
  const numerator = bounded(above, U32);
  const denominator = bounded(below, U32);
  if (numerator === undefined || denominator === undefined) at.refuse(`points of numbers up to ${U32}`);
  if (denominator === 0n) at.refuse(what);
  at.skip();
  const divisor = commonDivisor(numerator, denominator);
  return denominator === divisor ? `${numerator / divisor}` : `${numerator / divisor}/${denominator / divisor}`;
}

function commonDivisor(first: bigint, second: bigint): bigint {
  return second === 0n ? first : commonDivisor(second, first % second);
}

function readGameOver(at: Cursor): GameOver {
  const keywords = new Keywords(at);
  let reason: string | undefined;
  let score: string[] | undefined;
  let shared: number | undefined;
  while (!at.ended) {
    const keyword = at.peek();
    if (keyword === "reason") reason = keywords.fill(keyword, () => at.word());
    else if (keyword === "score") {
      score = keywords.fill(keyword, () => {
        const points = [readPoints(at)];
        while (/^[0-9]/.test(at.peek())) points.push(readPoints(at));
        return points;
      });
    } else if (keyword === "shared") shared = keywords.fill(keyword, () => at.count());
    else at.refuse("reason, score or shared");
  }
  const word = keywords.required(reason, "reason");
  if (score !== undefined && shared !== undefined) {
    at.at = keywords.place("shared") ?? at.at;
    at.refuse("either score or shared");
  }
  return present({ verb: "gameover", reason: word, score, shared }) as GameOver;
}
