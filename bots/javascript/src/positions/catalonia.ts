/** Catalonia (UVI 8.6). */

import {
  type Position,
  expected,
  isSquare,
  letterOf,
  number,
  numberOrNull,
  oneOf,
  orDash,
  readRanks,
  words,
  writeRanks,
} from "./board.js";

const PLAIN = ["move", "answer", "claim", "bomb", "remove", "over"] as const;
const WITH_SQUARE = ["target", "escape"] as const;
const DUE = ["wb", "w!b", "w", "b", "-"] as const;

/** A position of Catalonia. */
export class Catalonia implements Position {
  constructor(
    /** The men by their squares: `N`, `B`, `L`, `G` or `P`, upper case for White, lower for Black. */
    readonly men: ReadonlyMap<string, string>,
    /** The squares of the pits, from a1 to h8, rank by rank. */
    readonly pits: readonly string[],
    /** Who is to act; `null` for chance and after the end. */
    readonly seat: number | null,
    /** What is due. */
    readonly phase: (typeof PLAIN)[number] | (typeof WITH_SQUARE)[number],
    /** The square that was thrown (`target`) or lost (`escape`). */
    readonly square: string | null,
    /** From 1; after the end the last one. */
    readonly turn: number,
    /** The points so far. */
    readonly total: number,
    /** The moves to be made: `wb` both, `w!b` White's first, `w` or `b` the last one, `-` in other phases. */
    readonly due: (typeof DUE)[number],
    /** The turn of the first chain. */
    readonly since: number | null,
  ) {}

  /** Reads a position; throws a `PositionError`. */
  static read(text: string): Catalonia {
    const [men, pits, seat, phase, turn, total, due, since] = words(text, 8) as [
      string, string, string, string, string, string, string, string,
    ];
    const named = pits === "-" ? [] : (pits.match(/..?/g) ?? []);
    const colon = phase.indexOf(":");
    const square = colon < 0 ? null : phase.slice(colon + 1);
    for (const name of square === null ? named : [...named, square]) if (!isSquare(name, 8, 8)) expected("a square", name);
    return new Catalonia(
      readRanks(men, 8, 8, letterOf("NBLGPnblgp")),
      named,
      numberOrNull(seat),
      square === null ? oneOf(phase, PLAIN) : oneOf(phase.slice(0, colon), WITH_SQUARE),
      square,
      number(turn),
      number(total),
      oneOf(due, DUE),
      numberOrNull(since),
    );
  }

  toString(): string {
    const men = writeRanks(this.men, 8, 8, String);
    const phase = this.square === null ? this.phase : `${this.phase}:${this.square}`;
    const { turn, total, due } = this;
    return `${men} ${this.pits.join("") || "-"} ${orDash(this.seat)} ${phase} ${turn} ${total} ${due} ${orDash(this.since)}`;
  }
}
