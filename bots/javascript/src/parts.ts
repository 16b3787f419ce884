/**
 * The parts of which lines are made: each reads its fields from a line, and writes them. They know no message.
 *
 * The lines themselves are in `messages.ts`, in the notation of UVI 9.2.
 */

import { OPTION } from "./declared.js";
import {
  Cursor,
  type Integer,
  Keywords,
  U32,
  U64,
  alternatives,
  bounded,
  freeText,
  isNumber,
  isWord,
  joined,
  quoted,
} from "./line.js";

/** The fields of a message. */
export type Fields = Record<string, unknown>;

/** The kind of a field: how its value is read and written. */
export interface Kind {
  read(at: Cursor): unknown;
  write(value: unknown): string;
}

/** A stretch of a line, with some of the fields of a message. */
export interface Part {
  /** Reads the fields that stand here. */
  read(at: Cursor, fields: Fields): void;
  /** The words of those fields that are there. */
  write(fields: Fields): string[];
}

/** The parts of the line of each verb. */
export type Table = ReadonlyMap<string, Part[]>;

/** No rule option has such a name. */
const RESERVED = ["variant", "seats", "seat", "seed", "lots"];

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map((item) => (item === null ? "-" : `${item}`)).join(" ");
  return typeof value === "string" ? freeText(value) : `${value}`;
}

function kind(read: (at: Cursor) => unknown, write: (value: never) => string = shown): Kind {
  return { read, write: write as (value: unknown) => string };
}

/** The kind of a field that is one of a few words. */
function choice(words: string[]): Kind {
  return kind((at) => at.oneOf(alternatives(words), words));
}

function readFigures(at: Cursor): (Integer | null)[] {
  const figures: (Integer | null)[] = [];
  while (at.peek() === "-" || isNumber(at.peek())) {
    if (at.peek() === "-") {
      at.skip();
      figures.push(null);
    } else figures.push(at.milliseconds());
  }
  if (figures.length === 0) at.refuse("a number of milliseconds or -");
  return figures;
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

function readAllPoints(at: Cursor): string[] {
  const points = [readPoints(at)];
  while (/^[0-9]/.test(at.peek())) points.push(readPoints(at));
  return points;
}

const KINDS = new Map<string, Kind>(
  Object.entries({
    word: kind((at) => at.word()),
    words: kind((at) => at.words("a word")),
    actions: kind((at) => at.words("an action")),
    position: kind((at) => at.words("a position")),
    list: kind((at) => at.words()),
    text: kind((at) => at.text()),
    value: kind((at) => at.value(), quoted),
    lots: kind((at) => at.lots()),
    seat: kind((at) => at.seat()),
    number: kind((at) => at.count()),
    amount: kind((at) => at.number("a number", U64)),
    many: kind((at) => at.positive()),
    milliseconds: kind((at) => at.milliseconds()),
    figures: kind(readFigures),
    points: kind(readAllPoints),
  }),
);

/** A field: its name, its kind, and whether it must be there. */
interface Field extends Kind {
  name: string;
  needed: boolean;
}

function field(text: string): Field {
  const [label = "", word] = text.split(":");
  const name = label.replace("?", "");
  const kind = word?.includes("|") === true ? choice(word.split("|")) : KINDS.get(word ?? name);
  if (kind === undefined) throw new Error(`expected a field, found ${text}`);
  return { ...kind, name, needed: name === label };
}

/** A field without a keyword. */
function alone({ name, read, write }: Field): Part {
  return {
    read: (at, fields) => void (fields[name] = read(at)),
    write: (fields) => [write(fields[name])],
  };
}

/** What must hold for all pairs of a line. */
type Check = (at: Cursor, found: Fields, keywords: Keywords) => void;

/** Fields behind their keywords, in any order, each at most once. With `options`, other words name rule options. */
function pairs(words: string[], check?: Check): Part {
  const hasOptions = words.includes("options");
  const known = new Map(words.filter((word) => word !== "options").map((word) => [field(word).name, field(word)]));
  return {
    read(at, fields) {
      const keywords = new Keywords(at);
      const found: Fields = {};
      const options: [string, string][] = [];
      while (!at.ended) {
        const keyword = at.peek();
        const field = known.get(keyword);
        if (field !== undefined) found[keyword] = keywords.fill(keyword, () => field.read(at));
        else if (!hasOptions) at.refuse(alternatives([...known.keys()]));
        else if (RESERVED.includes(keyword) || !isWord(keyword)) at.refuse("the name of a rule option");
        else options.push([keyword, keywords.fill(keyword, () => at.value())]);
      }
      for (const { name, needed } of known.values()) if (needed) keywords.required(found[name], name);
      check?.(at, found, keywords);
      Object.assign(fields, found, hasOptions ? { options } : {});
    },
    write(fields) {
      const words = [...known.values()].filter(({ name }) => fields[name] !== undefined);
      const options = hasOptions ? (fields["options"] as [string, string][]) : [];
      return [
        ...words.map(({ name, write }) => joined(name, write(fields[name]))),
        ...options.map(([name, value]) => `${name} ${quoted(value)}`),
      ];
    },
  };
}

// The checks of pairs, and the parts that are like no other.

/** The clocks of all seats stand together. */
const limits: Check = (at, found, keywords) => {
  const time = found["time"] as unknown[] | undefined;
  const inc = found["inc"] as unknown[] | undefined;
  if (time === undefined && inc === undefined && found["movestogo"] !== undefined) at.refuse("time beside movestogo");
  if ((time === undefined) !== (inc === undefined)) at.refuse(time === undefined ? "time beside inc" : "inc beside time");
  if (time !== undefined && inc !== undefined && time.length !== inc.length) {
    at.at = keywords.place("inc") ?? at.at;
    at.refuse("as many figures after inc as after time");
  }
};

/** A game has one score. */
const over: Check = (at, found, keywords) => {
  if (found["score"] !== undefined && found["shared"] !== undefined) {
    at.at = keywords.place("shared") ?? at.at;
    at.refuse("either score or shared");
  }
};

/** A start, and what has happened since. */
const HISTORY: Part = {
  read(at, fields) {
    if (at.ended || at.peek() === "moves") at.refuse("a position");
    const probe = new Cursor(at.line, at.at);
    while (probe.peek() !== "moves") {
      if (probe.ended) {
        at.at = at.line.length;
        at.refuse("the keyword moves");
      }
      probe.skip();
    }
    fields["start"] = new Cursor(at.line.slice(0, probe.at), at.at).words();
    at.at = probe.at;
    at.skip();
    fields["moves"] = at.words();
  },
  write: (fields) => [shown(fields["start"]), "moves", shown(fields["moves"])],
};

const CHECKS: Record<string, Check> = { limits, over };
const PARTS: Record<string, Part> = { history: HISTORY, option: OPTION };

/** The lines of a language, in the notation of UVI 9.2. */
export function table(...lines: string[]): Table {
  return new Map(
    lines.map((line) => {
      const [verb = "", ...rest] = line.split(" ");
      const found = [...rest.join(" ").matchAll(/\{(.*?)\}(\w*)|@(\S+)|(\S+)/g)];
      const parts = found.map(
        ([, words = "", check = "", part = "", name]) =>
          PARTS[part] ?? (name === undefined ? pairs(words.split(" "), CHECKS[check]) : alone(field(name))),
      );
      return [verb, parts];
    }),
  );
}

/** The message of a line; throws a `ParseError`. */
export function read(line: string, table: Table): Fields {
  const at = new Cursor(line);
  const start = at.at;
  const verb = at.verb();
  const parts = table.get(verb);
  if (parts === undefined) {
    at.at = start;
    throw at.wrong(`unknown verb ${at.found()}`, "unknown-verb");
  }
  const fields: Fields = { verb };
  for (const part of parts) part.read(at, fields);
  at.end();
  return fields;
}

/** The line of a message. */
export function written(message: { verb: string }, table: Table): string {
  const words = (table.get(message.verb) ?? []).flatMap((part) => part.write(message as unknown as Fields));
  return joined(message.verb, ...words);
}
