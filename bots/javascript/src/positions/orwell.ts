/** Orwell Chess (UVI 8.4). */

import { type Position, type ReadMan, digits, expected, number, oneOf, readRanks, words, writeRanks, written } from "./board.js";

const OWNERS = "wrb";
const KINDS = "DGJPRMud";
const FILES = 7;
const RANKS = 12;

/** A man of Orwell Chess. */
export interface Man {
  /** The seat. */
  readonly owner: number;
  /** `D` Dabbabah, `G` Gryphon, `J` Jugyo, `P` Pao, `R` Raja, `M` Maharaja, `u` or `d` a Berlinpeono. */
  readonly kind: string;
}

const readMan: ReadMan<Man> = (text) => {
  const [owner, kind] = [text.charAt(0), text.charAt(1)];
  if (!OWNERS.includes(owner) || kind === "" || !KINDS.includes(kind)) return undefined;
  return { man: { owner: OWNERS.indexOf(owner) + 1, kind }, letters: 2 };
};

/** A position of Orwell Chess. */
export class Orwell implements Position {
  constructor(
    /** The men by their squares. */
    readonly men: ReadonlyMap<string, Man>,
    /** Who is to act. */
    readonly seat: number,
    /** The dice that are left, ascending; none before the throw. */
    readonly dice: readonly number[],
    /** Whose man each seat captured last. */
    readonly last: readonly (number | null)[],
    /** From 1. */
    readonly round: number,
    /** The seats that were vacated, ascending. */
    readonly vacant: readonly number[],
  ) {}

  /** Reads a position; throws a `PositionError`. */
  static read(text: string): Orwell {
    const [men, seat, dice, last, round, vacant] = words(text, 6) as [string, string, string, string, string, string];
    if (!/^[-wrb]{3}$/.test(last)) expected("three letters of owners", last);
    return new Orwell(
      readRanks(men, FILES, RANKS, readMan),
      Number(oneOf(seat, ["1", "2", "3"])),
      digits(dice),
      [...last].map((letter) => (letter === "-" ? null : OWNERS.indexOf(letter) + 1)),
      number(round),
      digits(vacant),
    );
  }

  toString(): string {
    const letter = (owner: number | null) => (owner === null ? "-" : OWNERS.charAt(owner - 1));
    const men = writeRanks(this.men, FILES, RANKS, (man) => letter(man.owner) + man.kind);
    const last = this.last.map(letter).join("");
    return `${men} ${this.seat} ${written(this.dice)} ${last} ${this.round} ${written(this.vacant)}`;
  }
}
