/** The forms of the words of positions (UVI 9.2): each reads a word as a value, and writes the value as that word. */

import { PositionError } from "../errors.js";

/** A position. `toString` writes the text that it was read from. Squares are words such as `a1`, seats are numbers from 1. */
export interface Position {
  /** The text of the position, as UVI 8 has it. */
  toString(): string;
}

/** What reads the positions of a variant. */
export interface Kind<P> {
  /** Reads a position; throws a `PositionError`. */
  read(text: string): P;
}

/** A form as `protocol/positions.json` has it: a name, or a list of a name and what it takes. */
export type Told = string | readonly [string, ...(string | number | Told)[]];

/** A form. All words of it, and no others, fit its pattern, except for boards, whose values are read with care. */
interface Form {
  readonly pattern: string;
  read(word: string): unknown;
  write(value: never): string;
}

function form(pattern: string, value: (word: string) => unknown = String, write: (value: never) => string = String): Form {
  const whole = new RegExp(`^(?:${pattern})$`);
  const read = (word: string) => (whole.test(word) ? value(word) : expected(pattern, word));
  return { pattern: `(?:${pattern})`, read, write };
}

function expected(what: string, found: string): never {
  throw new PositionError(`expected ${what}, found ${JSON.stringify(found)}`);
}

/** What stands on the squares, by their names. Empty squares are not among them. */
export class Board<T> extends Map<string, T> {
  constructor(
    /** The names of all squares, from the top rank on. */
    readonly ranks: readonly (readonly string[])[],
    found: readonly (readonly [string, T])[],
  ) {
    super(found);
  }
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");

/** Any number with a text between them; `-` for none. */
function list(between: string, each: Form): Form {
  const one = new RegExp(each.pattern, "g");
  const parts = (word: string) => (between === "" ? (word.match(one) ?? []) : word.split(between));
  return form(
    `-|${each.pattern}(?:${escaped(between)}${each.pattern})*`,
    (word) => (word === "-" ? [] : parts(word).map(each.read)),
    (values: never[]) => values.map(each.write).join(between) || "-",
  );
}

function record(between: string, fields: readonly (readonly [string, Form])[]): Form {
  const groups = new RegExp(`^${fields.map(([, each]) => `(${each.pattern})`).join(escaped(between))}$`);
  return form(
    fields.map(([, each]) => each.pattern).join(escaped(between)),
    (word) => {
      const found = groups.exec(word) ?? [];
      return Object.fromEntries(fields.map(([name, each], at) => [name, each.read(found[at + 1] ?? "")]));
    },
    (value: Record<string, never>) => fields.map(([name, each]) => each.write(value[name] as never)).join(between),
  );
}

/**
 * The names of the squares of each rank, from the top on. A shape is the last square of a rectangle, `h8`, or the first
 * and the last letter of each rank and its number, `f-k1/e-k2`.
 */
function squares(shape: string): string[][] {
  const count = Number(shape.slice(1));
  const ranks = shape.includes("-")
    ? shape.split("/").map((rank) => [rank.charAt(0), rank.charAt(2), rank.slice(3)] as const)
    : Array.from({ length: count }, (_, at) => ["a", shape.charAt(0), `${count - at}`] as const);
  return ranks.map(([first, last, rank]) => {
    const [from, to] = [first.charCodeAt(0), last.charCodeAt(0)];
    return Array.from({ length: to - from + 1 }, (_, at) => `${String.fromCharCode(from + at)}${rank}`);
  });
}

const square = (shape: string) => form(squares(shape).flat().join("|"));

/** The ranks with `/` between them. With gaps a digit is a number of empty squares. */
function board(shapes: string, man: Form, gaps = true): Form {
  const known = shapes.split("|").map(squares);
  const piece = new RegExp(man.pattern + (gaps ? "|[1-9]" : ""), "g");
  const read = (word: string) => {
    const rows = word.split("/");
    const ranks = known.find((ranks) => ranks.length === rows.length) ?? expected(`the ranks of ${shapes}`, word);
    const found: [string, unknown][] = [];
    for (const [index, rank] of ranks.entries()) {
      const row = rows[index] ?? "";
      const pieces = row.match(piece) ?? [];
      let at = 0;
      let wasRun = false;
      for (const part of pieces) {
        const isRun = gaps && /^[1-9]$/.test(part);
        if (isRun && wasRun) expected("one digit for empty squares", row);
        if (!isRun && at < rank.length) found.push([rank[at] ?? "", man.read(part)]);
        at += isRun ? Number(part) : 1;
        wasRun = isRun;
      }
      if (pieces.join("") !== row || at !== rank.length) expected(`${rank.length} squares`, row);
    }
    return new Board(ranks, found);
  };
  const write = (men: ReadonlyMap<string, never>) => {
    const row = (rank: readonly string[]) => rank.map((name) => (men.has(name) ? man.write(men.get(name) as never) : " ")).join("");
    const ranks = men instanceof Board ? men.ranks : (known[0] ?? []);
    return ranks.map((rank) => row(rank).replace(/ +/g, (run) => `${run.length}`)).join("/");
  };
  return form(".+", read, write);
}

const nesting: Record<string, (each: Form, ...takes: never[]) => Form> = {
  maybe: (each) =>
    form(
      `-|${each.pattern}`,
      (word) => (word === "-" ? null : each.read(word)),
      (value: never) => (value === null ? "-" : each.write(value)),
    ),
  list: (each, between: string) => list(between, each),
  each: (each, count: number) => form(`${each.pattern}{${count}}`, list("", each).read, list("", each).write),
  board: (each, shapes: string) => board(shapes, each),
  cells: (each, shape: string) => board(shape, each, false),
};

const plain: Record<string, (...takes: never[]) => Form> = {
  number: () => form("0|[1-9][0-9]{0,9}", Number),
  digit: (most: number) => form(`[0-${most}]`, Number),
  seat: (most: number) => form(`[1-${most}]`, Number),
  owner: (letters: string) =>
    form(`[${letters}]`, (word) => letters.indexOf(word) + 1, (seat: number) => letters.charAt(seat - 1)),
  name: () => form("[A-Za-z]+"),
  word: (...words: string[]) => form(words.map(escaped).join("|")),
  letter: (letters: string) => form(`[${letters}]`),
  letters: (letters: string) =>
    form(`-|(?:([${letters}])(?!.*\\1))+`, (word) => (word === "-" ? "" : word), (text: string) => text || "-"),
  text: (count: number, letters: string) => form(`[${letters}]{${count}}`),
  square,
  move: (shape: string) => form(square(shape).pattern.repeat(2)),
  mark: (mark: string) => form(`(?:${escaped(mark)})?`, Boolean, (there: boolean) => (there ? mark : "")),
  flags: (letters: string) =>
    form(
      [...letters].map((letter) => `(?:${letter}|-)`).join(""),
      (word) => [...word].map((letter) => letter !== "-"),
      (flags: boolean[]) => flags.map((flag, at) => (flag ? letters.charAt(at) : "-")).join(""),
    ),
};

function formOf(told: Told): Form {
  const [name, ...takes] = typeof told === "string" ? [told] : told;
  if (name === "record") {
    const fields = takes.slice(2) as (readonly [string, Told])[];
    return record(takes[1] as string, fields.map(([field, told]) => [field, formOf(told)] as const));
  }
  if (name === "tagged") {
    const choices = (takes as [string, ...Told[]][]).map(([word, ...more]) => [escaped(word), ...more.map((told) => formOf(told).pattern)]);
    return form(choices.map((choice) => choice.join(":")).join("|"), (word) => word.split(":"), (parts: string[]) => parts.join(":"));
  }
  const inner = nesting[name];
  if (inner !== undefined) return inner(formOf(takes.at(-1) as Told), ...(takes.slice(0, -1) as never[]));
  return (plain[name] ?? expected("a form", name))(...(takes as never[]));
}

/** What reads positions whose words have these names and forms, as `protocol/positions.json` or an arbiter tells them (UVI 4.10). */
export function kindOf<P extends Position>(words: Readonly<Record<string, Told>>): Kind<P> {
  let forms: [string, Form][] | undefined;
  class Read implements Position {
    toString(): string {
      return (forms ?? []).map(([name, form]) => form.write((this as unknown as Record<string, never>)[name] as never)).join(" ");
    }
  }
  return {
    read(text: string): P {
      const known = (forms ??= Object.entries(words).map(([name, told]) => [name, formOf(told)]));
      const found = text.split(" ");
      if (found.length !== known.length || found.includes("")) expected(`${known.length} words with a space between them`, text);
      const values = known.map(([name, form], at) => [name, form.read(found[at] ?? "")] as const);
      return Object.assign(new Read(), Object.fromEntries(values)) as unknown as P;
    },
  };
}
