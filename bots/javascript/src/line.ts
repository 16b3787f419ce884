/** The pieces of a line, as UVI 1 has them: words, numbers, values, texts. */

import { type LineErrorKind, ParseError } from "./errors.js";

/** A whole number: a `bigint` only where a `number` cannot hold it exactly. */
export type Integer = number | bigint;

/** The largest number of 32 bits. */
export const U32 = 2n ** 32n - 1n;
/** The largest number of 64 bits. */
export const U64 = 2n ** 64n - 1n;

/**
 * What no writer puts on a line: control characters, all that any reader could take for the end of a line, and halves of
 * characters.
 */
export const UNSAYABLE = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029]|\p{Surrogate}/u;

/** Characters that could steer a terminal, or turn a line around. */
const STEERS = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|\p{Surrogate}/gu;

const SHOWN = 40;

/** Whether the text is one or more printable ASCII characters without space. */
export function isWord(text: string): boolean {
  return /^[!-~]+$/.test(text);
}

/** Whether the text is one or more decimal digits. */
export function isNumber(text: string): boolean {
  return /^[0-9]+$/.test(text);
}

/** A value as it stands on a line: as it is where it is a word, else in quotes. */
export function quoted(value: string): string {
  if (isWord(value) && !value.startsWith('"')) return value;
  return `"${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

/** The text of a line that was read, with a stray line end as a space. */
function oneLine(text: string): string {
  return text.replace(/[\r\n]/g, " ");
}

function trimmed(text: string): string {
  return text.replace(/^[ \t]+|[ \t]+$/g, "");
}

/** The text as a line can hold it: with a space for each control character, and none at its ends. */
export function cleaned(text: string): string {
  return trimmed(text.replace(new RegExp(UNSAYABLE, "gu"), " "));
}

/** The beginning of a text in quotes, safe to show. */
export function excerpt(text: string): string {
  const word = [...text];
  const shown = word.length > SHOWN ? [...word.slice(0, SHOWN), "…"] : word;
  return `"${shown.join("").replace(STEERS, (character) => `\\u{${character.charCodeAt(0).toString(16)}}`)}"`;
}

/** Words as people list them: `name, value or var`. */
export function alternatives(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

/** The number that digits mean, if it is no greater. */
export function bounded(digits: string, most: bigint): bigint | undefined {
  const short = digits.replace(/^0+(?=.)/, "");
  if (short.length > most.toString().length) return undefined;
  const number = BigInt(short);
  return number > most ? undefined : number;
}

/** A number as users of the package want it. */
export function integer(number: bigint): Integer {
  const small = Number(number);
  return Number.isSafeInteger(small) ? small : number;
}

/** A place in a line. Each method reads a piece and the white space after it, or throws a `ParseError`. */
export class Cursor {
  constructor(
    readonly line: string,
    public at = 0,
  ) {
    this.space();
  }

  /** The line from here on. */
  get rest(): string {
    return this.line.slice(this.at);
  }

  /** Whether nothing is left. */
  get ended(): boolean {
    return this.at >= this.line.length;
  }

  private space(): void {
    while (this.line[this.at] === " " || this.line[this.at] === "\t") this.at += 1;
  }

  /** The next word, of whatever characters; empty at the end. */
  peek(): string {
    let end = this.at;
    while (end < this.line.length && this.line[end] !== " " && this.line[end] !== "\t") end += 1;
    return this.line.slice(this.at, end);
  }

  /** The next word, of whatever characters. */
  skip(): string {
    const word = this.peek();
    this.at += word.length;
    this.space();
    return word;
  }

  /** What stands here, for people. */
  found(): string {
    return this.ended ? "the end of the line" : excerpt(this.peek());
  }

  /** The error that this is wrong here. */
  wrong(reason: string, kind: LineErrorKind = "bad-argument"): ParseError {
    // Columns count characters, where a string of JavaScript counts halves of some.
    return new ParseError(kind, [...this.line.slice(0, this.at)].length + 1, reason);
  }

  /** Says what should stand here. */
  refuse(expected: string): never {
    throw this.wrong(`expected ${expected}, found ${this.found()}`);
  }

  /** Nothing more may come. */
  end(): void {
    if (!this.ended) this.refuse("the end of the line");
  }

  /** The first word. */
  verb(): string {
    if (this.ended) throw this.wrong("expected a verb, found the end of the line", "empty-line");
    return this.skip();
  }

  /** A word. */
  word(expected = "a word"): string {
    if (!isWord(this.peek())) this.refuse(expected);
    return this.skip();
  }

  /** All the rest as words; `least` names one where there must be at least one. */
  words(least?: string): string[] {
    if (this.ended && least !== undefined) this.refuse(least);
    const words: string[] = [];
    while (!this.ended) words.push(this.word("a word of printable ASCII"));
    return words;
  }

  /** All the rest as it is. */
  text(): string {
    const text = trimmed(oneLine(this.rest));
    this.at = this.line.length;
    return text;
  }

  /** One of a few words. */
  oneOf<W extends string>(expected: string, words: readonly W[]): W {
    const word = words.find((word) => word === this.peek());
    if (word === undefined) this.refuse(expected);
    this.skip();
    return word;
  }

  /** A number up to `most`. */
  number(expected = "a number", most = U32, limit = `${expected} up to ${most}`): Integer {
    if (!isNumber(this.peek())) this.refuse(expected);
    const number = bounded(this.peek(), most);
    if (number === undefined) this.refuse(limit);
    this.skip();
    return integer(number);
  }

  /** A number from 1. */
  positive(): Integer {
    const start = this.at;
    const number = this.number("a number", U64);
    if (number === 0) {
      this.at = start;
      this.refuse("a number from 1");
    }
    return number;
  }

  /** A number of 32 bits. */
  count(): number {
    return Number(this.number());
  }

  /** The number of a seat. */
  seat(): number {
    return Number(this.number("the number of a seat", U32, `a number up to ${U32}`));
  }

  /** Up to 16 hex digits, as 16 in lower case. */
  lots(): string {
    if (!/^[0-9a-fA-F]{1,16}$/.test(this.peek())) this.refuse("up to 16 hex digits");
    return this.skip().toLowerCase().padStart(16, "0");
  }

  /** A time. */
  milliseconds(): Integer {
    return this.number("a number of milliseconds", U64);
  }

  /** A whole number, which may be negative. */
  signed(): Integer {
    const word = this.peek();
    const negative = word.startsWith("-");
    const digits = negative ? word.slice(1) : word;
    if (!isNumber(digits)) this.refuse("a whole number");
    const number = bounded(digits, negative ? 2n ** 63n : 2n ** 63n - 1n);
    if (number === undefined) this.refuse(`a number from ${-(2n ** 63n)} to ${2n ** 63n - 1n}`);
    this.skip();
    return integer(negative ? -number : number);
  }

  /** A word, or a text in quotes. */
  value(): string {
    if (this.line[this.at] !== '"') return this.word("a word or a text in quotes");
    let text = "";
    let at = this.at + 1;
    for (;;) {
      let character = this.line[at];
      if (character === undefined) {
        this.at = at;
        this.refuse("a closing quote");
      }
      if (character === '"') break;
      if (character === "\\") {
        const escaped = this.line[at + 1];
        if (escaped !== '"' && escaped !== "\\") {
          this.at = at;
          this.refuse('\\" or \\\\ for a backslash in quotes');
        }
        character = escaped;
        at += 1;
      }
      text += character;
      at += 1;
    }
    this.at = at + 1;
    if (!this.ended && this.line[this.at] !== " " && this.line[this.at] !== "\t") {
      this.refuse("a space after the closing quote");
    }
    this.space();
    return oneLine(text);
  }
}

/** The values of keywords that may stand once each, in any order. */
export class Keywords {
  private readonly places = new Map<string, number>();

  constructor(private readonly at: Cursor) {}

  /** Reads the value of a keyword, the cursor standing at the keyword. */
  fill<V>(keyword: string, read: () => V): V {
    if (this.places.has(keyword)) throw this.at.wrong(`${this.at.found()} stands twice`);
    this.at.skip();
    this.places.set(keyword, this.at.at);
    return read();
  }

  /** Where the value of a keyword stands. */
  place(keyword: string): number | undefined {
    return this.places.get(keyword);
  }

  /** A value that must have come before this place, the end of the line. */
  required<V>(value: V | undefined, keyword: string): V {
    if (value === undefined) this.at.refuse(`the keyword ${keyword}`);
    return value;
  }
}
