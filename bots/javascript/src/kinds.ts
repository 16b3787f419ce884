/** The kinds of fields: how the value of each is read from a line, written, and compared. They know no line. */

import { ParseError, WriteError } from "./errors.js";
import { Cursor, type Integer, U32, U64, UNSAYABLE, alternatives, bounded, excerpt, isNumber, quoted } from "./line.js";

/** The kind of a field: how its value is read, written, and compared with another. */
export interface Kind {
  read(at: Cursor): unknown;
  write(value: unknown): string;
  plain(value: unknown): unknown;
}

/** A field on a line, behind its keyword if it has one. A value of `undefined` is one that is missing. */
export interface Piece {
  field: string;
  keyword?: string;
  value: unknown;
  kind: Kind;
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map((item) => (item === null ? "-" : `${item}`)).join(" ");
  return `${value}`;
}

/** A value in the form in which what was written equals what was read: a number as its words. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  return value === null || typeof value === "boolean" ? value : `${value}`;
}

function kind(read: Kind["read"], write: Kind["write"] = shown, form: Kind["plain"] = plain): Kind {
  return { read, write, plain: form };
}

/** Whether another piece, which was read, is the same. */
export function readsAs(piece: Piece, other: Piece): boolean {
  const form = ({ field, keyword, value, kind }: Piece) => JSON.stringify([field, keyword, kind.plain(value)]);
  return form(piece) === form(other);
}

/** The words of a field, which are this field when they are read alone; throws a `WriteError`. */
export function words(verb: string, piece: Piece): string {
  const { field, value, kind } = piece;
  if (value === undefined || value === null) throw new WriteError(verb, field, "a value is missing");
  const text = kind.write(value);
  const found = UNSAYABLE.exec(text);
  if (found !== null) {
    throw new WriteError(verb, field, `expected a text without control characters, found ${excerpt(found[0])}`);
  }
  const at = new Cursor(text);
  let read: unknown;
  try {
    read = kind.read(at);
    at.end();
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    throw new WriteError(verb, field, error.reason);
  }
  if (!readsAs(piece, { ...piece, value: read })) {
    throw new WriteError(verb, field, `${excerpt(`${value}`)} would read back as ${excerpt(`${read}`)}`);
  }
  return text;
}

/** The kind of a field that is one of a few words. */
export function choice(words: readonly string[]): Kind {
  return kind((at) => at.oneOf(alternatives(words), words));
}

/** `true` or `false`. */
export const truth = kind((at) => at.oneOf("true or false", ["true", "false"]) === "true");

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

export const KINDS = {
  word: kind((at) => at.word()),
  words: kind((at) => at.words("a word")),
  actions: kind((at) => at.words("an action")),
  position: kind((at) => at.words("a position")),
  list: kind((at) => at.words()),
  text: kind((at) => at.text()),
  value: kind((at) => at.value(), (value) => quoted(`${value}`)),
  lots: kind((at) => at.lots(), shown, (digits) => `${digits}`.toLowerCase().padStart(16, "0")),
  signed: kind((at) => at.signed()),
  seat: kind((at) => at.seat()),
  number: kind((at) => at.count()),
  amount: kind((at) => at.number("a number", U64)),
  many: kind((at) => at.positive()),
  milliseconds: kind((at) => at.milliseconds()),
  figures: kind(readFigures),
  points: kind(readAllPoints),
};
