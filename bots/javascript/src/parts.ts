/**
 * The parts of which lines are made: each reads its fields from a line, and writes them. They know no message.
 *
 * The lines themselves are in `messages.ts`, in the notation of UVI 9.2. `written` is the one writer of lines: it reads each
 * line that it makes, and refuses a field that would not read back as that field.
 */

import { OPTION } from "./declared.js";
import { ParseError, WriteError } from "./errors.js";
import { KINDS, type Kind, type Piece, choice, words, readsAs } from "./kinds.js";
import { Cursor, Keywords, alternatives, excerpt, isWord } from "./line.js";

/** The fields of a message. */
export type Fields = Record<string, unknown>;

/** A stretch of a line, with some of the fields of a message. */
export interface Part {
  /** Reads the fields that stand here. */
  read(at: Cursor, fields: Fields): void;
  /** The fields that are there, in the order of the line. */
  write(fields: Fields): Piece[];
}

/** The parts of the line of each verb. */
export type Table = ReadonlyMap<string, Part[]>;

/** No rule option has such a name. */
const RESERVED = ["variant", "seats", "seat", "seed", "lots"];

/** A field: its name, its kind, and whether it must be there. */
interface Field {
  name: string;
  needed: boolean;
  kind: Kind;
}

function field(text: string): Field {
  const [label = "", word] = text.split(":");
  const name = label.replace("?", "");
  const kind = word?.includes("|") === true ? choice(word.split("|")) : (KINDS as Record<string, Kind>)[word ?? name];
  if (kind === undefined) throw new Error(`expected a field, found ${text}`);
  return { kind, name, needed: name === label };
}

/** A field without a keyword. */
function alone({ name, kind }: Field): Part {
  return {
    read: (at, fields) => void (fields[name] = kind.read(at)),
    write: (fields) => [{ field: name, value: fields[name], kind }],
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
        if (field !== undefined) found[keyword] = keywords.fill(keyword, () => field.kind.read(at));
        else if (!hasOptions) at.refuse(alternatives([...known.keys()]));
        else if (RESERVED.includes(keyword) || !isWord(keyword)) at.refuse("the name of a rule option");
        else options.push([keyword, keywords.fill(keyword, () => at.value())]);
      }
      for (const { name, needed } of known.values()) if (needed) keywords.required(found[name], name);
      check?.(at, found, keywords);
      Object.assign(fields, found, hasOptions ? { options } : {});
    },
    write(fields) {
      const given = [...known.values()].filter(({ name, needed }) => needed || fields[name] !== undefined);
      const options = hasOptions ? ((fields["options"] ?? []) as [unknown, unknown][]) : [];
      return [
        ...given.map(({ name, kind }): Piece => ({ field: name, keyword: name, value: fields[name], kind })),
        ...options.flatMap(([name, value]): Piece[] => [
          { field: "options", value: name, kind: KINDS.word },
          { field: "options", value, kind: KINDS.value },
        ]),
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
  write: (fields) => [
    { field: "start", value: fields["start"], kind: KINDS.position },
    { field: "moves", keyword: "moves", value: fields["moves"], kind: KINDS.list },
  ],
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
  return { verb, ...readFields(at, parts) };
}

function readFields(at: Cursor, parts: Part[]): Fields {
  const fields: Fields = {};
  for (const part of parts) part.read(at, fields);
  at.end();
  return fields;
}

/** The line of a message; throws a `WriteError` for a field that would not read back as that field of this message. */
export function written(message: { verb: string }, table: Table): string {
  const { verb, ...fields } = message as { verb: string } & Fields;
  const parts = table.get(verb);
  if (parts === undefined) throw new WriteError(excerpt(`${verb}`), "verb", "expected a verb of the seat link");
  const pieces = parts.flatMap((part) => part.write(fields));
  let line = verb;
  const ends: number[] = [];
  for (const piece of pieces) {
    for (const text of [piece.keyword ?? "", words(verb, piece)]) line += text === "" ? "" : ` ${text}`;
    ends.push([...line].length);
  }
  let again: Fields;
  try {
    const at = new Cursor(line);
    at.skip();
    again = readFields(at, parts);
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const piece = pieces[ends.slice(0, -1).filter((end) => end < error.column - 1).length];
    throw new WriteError(verb, piece?.field ?? "verb", error.reason);
  }
  const read = parts.flatMap((part) => part.write(again));
  for (const [number, piece] of pieces.entries()) {
    const other = read[number];
    if (other === undefined || !readsAs(piece, other)) {
      throw new WriteError(verb, piece.field, `${excerpt(`${piece.value}`)} would read back as another field`);
    }
  }
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && !(name in again)) throw new WriteError(verb, name, "no such field belongs here");
    if (typeof value === "string" && Array.isArray(again[name])) {
      throw new WriteError(verb, name, `expected a list, found ${excerpt(value)}`);
    }
  }
  return line;
}
