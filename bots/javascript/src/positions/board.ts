/** What the positions of many variants share: words, numbers, squares, ranks as FEN has them. */

import { PositionError } from "../errors.js";
import { isNumber } from "../line.js";

/** A position. `toString` writes the text that it was read from. Squares are words such as `a1`, seats are numbers from 1. */
export interface Position {
  /** The text of the position, as UVI 8 has it. */
  toString(): string;
}

/** What a text could not be read as. */
export function expected(what: string, found: string): never {
  throw new PositionError(`expected ${what}, found ${JSON.stringify(found)}`);
}

/** The words of a position, which must be so many. */
export function words(text: string, count: number): string[] {
  const found = text.split(" ");
  if (found.length !== count || found.includes("")) expected(`${count} words with a space between them`, text);
  return found;
}

/** A number without leading zeros. */
export function number(word: string): number {
  if (!isNumber(word) || (word !== "0" && word.startsWith("0")) || word.length > 10) expected("a number", word);
  return Number(word);
}

/** A number, or `null` for `-`. */
export function numberOrNull(word: string): number | null {
  return word === "-" ? null : number(word);
}

/** A number, or `-` for `null`. */
export function orDash(value: number | string | null): string {
  return value === null ? "-" : `${value}`;
}

/** A digit for each, or `-` for none. */
export function digits(word: string): number[] {
  if (word === "-") return [];
  if (!isNumber(word)) expected("digits or -", word);
  return [...word].map(Number);
}

/** The inverse of `digits`. */
export function written(numbers: readonly number[]): string {
  return numbers.join("") || "-";
}

/** One of a few words. */
export function oneOf<W extends string>(word: string, allowed: readonly W[]): W {
  return allowed.find((each) => each === word) ?? expected(`one of ${allowed.join(" ")}`, word);
}

/** The name of a square, file and rank counted from 0. */
export function squareName(file: number, rank: number): string {
  return `${String.fromCharCode(97 + file)}${rank + 1}`;
}

/** Whether this names a square of such a board. */
export function isSquare(text: string, files: number, ranks: number): boolean {
  const [, file, rank] = /^([a-z])([1-9][0-9]?)$/.exec(text) ?? [];
  return file !== undefined && file.charCodeAt(0) - 97 < files && Number(rank) <= ranks;
}

/** Reads a man of the text from here on, and says how many letters it took. */
export type ReadMan<M> = (text: string) => { man: M; letters: number } | undefined;

/** The men by their squares. */
export function readRanks<M>(text: string, files: number, ranks: number, read: ReadMan<M>): Map<string, M> {
  const rows = text.split("/");
  if (rows.length !== ranks) throw new PositionError(`expected ${ranks} ranks, found ${rows.length}`);
  const men = new Map<string, M>();
  for (const [index, row] of rows.entries()) {
    let rest = row;
    let file = 0;
    let afterRun = false;
    while (rest !== "") {
      const run = isNumber(rest.charAt(0)) ? Number(rest.charAt(0)) : 0;
      const found = read(rest);
      if (run > 0 && !afterRun) {
        file += run;
        rest = rest.slice(1);
        afterRun = true;
      } else if (found !== undefined && file < files) {
        men.set(squareName(file, ranks - 1 - index), found.man);
        file += 1;
        rest = rest.slice(found.letters);
        afterRun = false;
      } else expected("a man or a digit for empty squares", rest);
    }
    if (file !== files) throw new PositionError(`expected ${files} squares in a rank, found ${file}`);
  }
  return men;
}

/** The inverse of `readRanks`. */
export function writeRanks<M>(men: ReadonlyMap<string, M>, files: number, ranks: number, write: (man: M) => string): string {
  const rows: string[] = [];
  for (let rank = ranks - 1; rank >= 0; rank -= 1) {
    let row = "";
    let run = 0;
    for (let file = 0; file < files; file += 1) {
      const man = men.get(squareName(file, rank));
      if (man === undefined) {
        run += 1;
        continue;
      }
      row += (run > 0 ? `${run}` : "") + write(man);
      run = 0;
    }
    rows.push(row + (run > 0 ? `${run}` : ""));
  }
  return rows.join("/");
}

/** Reads a man that is one of these letters. */
export function letterOf(letters: string): ReadMan<string> {
  return (text) => (letters.includes(text.charAt(0)) ? { man: text.charAt(0), letters: 1 } : undefined);
}

/** The letter of every square of 8×8. */
export function readLetters(text: string, letters: string): Map<string, string> {
  const found = readRanks(text, 8, 8, letterOf(letters));
  if (found.size !== 64) expected("a letter for every square", text);
  return found;
}

/** The inverse of `readLetters`. */
export function writeLetters(letters: ReadonlyMap<string, string>): string {
  return writeRanks(letters, 8, 8, String);
}

/** The seats of the men on 8×8 squares, each written with its letter. */
export function readOwners(text: string, letters: string): Map<string, number> {
  const men = readRanks(text, 8, 8, letterOf(letters));
  return new Map([...men].map(([square, letter]) => [square, letters.indexOf(letter) + 1]));
}

/** The inverse of `readOwners`. */
export function writeOwners(owners: ReadonlyMap<string, number>, letters: string): string {
  return writeRanks(owners, 8, 8, (seat) => letters.charAt(seat - 1));
}

/** A digit for each of two seats. */
export function readDigits(word: string, most: number): [number, number] {
  if (!/^[0-9]{2}$/.test(word) || [...word].some((digit) => Number(digit) > most)) expected(`two digits up to ${most}`, word);
  return [Number(word.charAt(0)), Number(word.charAt(1))];
}

/** Whether it is so, for each of two seats: its letter or `-`. */
export function readFlags(word: string, letters: string): [boolean, boolean] {
  const holds = (at: number) => word.charAt(at) === letters.charAt(at);
  if (word.length !== 2 || [0, 1].some((at) => !holds(at) && word.charAt(at) !== "-")) expected(`${letters}, or - for either`, word);
  return [holds(0), holds(1)];
}

/** The inverse of `readFlags`. */
export function writeFlags(flags: readonly [boolean, boolean], letters: string): string {
  return flags.map((flag, at) => (flag ? letters.charAt(at) : "-")).join("");
}

/** A square of 8×8, or `null` for `-`. */
export function squareOrNull(word: string): string | null {
  if (word !== "-" && !isSquare(word, 8, 8)) expected("a square or -", word);
  return word === "-" ? null : word;
}
