/** Katarenga, Congress and Isolation (UVI 8.1 to 8.3). */

import { type Position, expected, letterOf, number, oneOf, readRanks, words, writeRanks } from "./board.js";

const PAWNS = "wb";

function readColours(text: string): Map<string, string> {
  const colours = readRanks(text, 8, 8, letterOf("RYGB"));
  if (colours.size !== 64) expected("a colour for every square", text);
  return colours;
}

function readPawns(text: string): Map<string, number> {
  const men = readRanks(text, 8, 8, letterOf(PAWNS));
  return new Map([...men].map(([square, letter]) => [square, PAWNS.indexOf(letter) + 1]));
}

function readSeat(word: string): number {
  return Number(oneOf(word, ["1", "2"]));
}

function board(colours: ReadonlyMap<string, string>, pawns: ReadonlyMap<string, number>): string {
  const pawn = writeRanks(pawns, 8, 8, (seat) => PAWNS.charAt(seat - 1));
  return `${writeRanks(colours, 8, 8, String)} ${pawn}`;
}

/** A position of Katarenga. */
export class Katarenga implements Position {
  constructor(
    /** The colour of every square: `R`, `Y`, `G` or `B`. */
    readonly colours: ReadonlyMap<string, string>,
    /** Whose pawn stands on a square: the seat. */
    readonly pawns: ReadonlyMap<string, number>,
    /** Who is to act. */
    readonly seat: number,
    /** `baseline` while Black chooses how the board lies, then `play`. */
    readonly phase: "baseline" | "play",
    /** White's and Black's pawns in camp. */
    readonly camps: readonly [number, number],
    /** Whether White and Black have made their first actions in `play`. */
    readonly moved: readonly [boolean, boolean],
    /** Moves since the last capture or camp. */
    readonly quiet: number,
    /** From 1, one more after each move of Black. */
    readonly turn: number,
  ) {}

  /** Reads a position; throws a `PositionError`. */
  static read(text: string): Katarenga {
    const [colours, pawns, seat, phase, camps, moved, quiet, turn] = words(text, 8) as [
      string, string, string, string, string, string, string, string,
    ];
    if (!/^[012]{2}$/.test(camps)) expected("two digits for the camps", camps);
    const both = oneOf(moved, ["--", "w-", "-b", "wb"]);
    return new Katarenga(
      readColours(colours),
      readPawns(pawns),
      readSeat(seat),
      oneOf(phase, ["baseline", "play"]),
      [Number(camps.charAt(0)), Number(camps.charAt(1))],
      [both.startsWith("w"), both.endsWith("b")],
      number(quiet),
      number(turn),
    );
  }

  toString(): string {
    const moved = `${this.moved[0] ? "w" : "-"}${this.moved[1] ? "b" : "-"}`;
    const { colours, pawns, seat, phase, camps, quiet, turn } = this;
    return `${board(colours, pawns)} ${seat} ${phase} ${camps.join("")} ${moved} ${quiet} ${turn}`;
  }
}

/** A position of Congress. */
export class Congress implements Position {
  constructor(
    /** The colour of every square: `R`, `Y`, `G` or `B`. */
    readonly colours: ReadonlyMap<string, string>,
    /** Whose pawn stands on a square: the seat. */
    readonly pawns: ReadonlyMap<string, number>,
    /** Who is to act. */
    readonly seat: number,
    /** From 1, one more after each move of Black. */
    readonly turn: number,
  ) {}

  /** Reads a position; throws a `PositionError`. */
  static read(text: string): Congress {
    const [colours, pawns, seat, turn] = words(text, 4) as [string, string, string, string];
    return new Congress(readColours(colours), readPawns(pawns), readSeat(seat), number(turn));
  }

  toString(): string {
    return `${board(this.colours, this.pawns)} ${this.seat} ${this.turn}`;
  }
}

/** A position of Isolation. */
export class Isolation implements Position {
  constructor(
    /** The colour of every square: `R`, `Y`, `G` or `B`. */
    readonly colours: ReadonlyMap<string, string>,
    /** Whose pawn stands on a square: the seat. */
    readonly pawns: ReadonlyMap<string, number>,
    /** Who is to act; after the end, who has lost. */
    readonly seat: number,
  ) {}

  /** Reads a position; throws a `PositionError`. */
  static read(text: string): Isolation {
    const [colours, pawns, seat] = words(text, 3) as [string, string, string];
    return new Isolation(readColours(colours), readPawns(pawns), readSeat(seat));
  }

  toString(): string {
    return `${board(this.colours, this.pawns)} ${this.seat}`;
  }
}
