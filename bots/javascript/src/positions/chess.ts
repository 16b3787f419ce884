/** Chess (UVI 8.8). */

import { type Position, expected, isSquare, letterOf, number, oneOf, orDash, readRanks, words, writeRanks } from "./board.js";

const SIDES = ["w", "b"] as const;

/** A position of chess. */
export class Chess implements Position {
  constructor(
    /** The men by their squares, in the letters of FEN. */
    readonly men: ReadonlyMap<string, string>,
    /** Who is to move: 1 White, 2 Black. */
    readonly seat: number,
    /** The rights as in FEN, `KQkq`, or with a shuffled start the files of the rooks, `HAha`; empty for none. */
    readonly castling: string,
    /** The square that a pawn has just passed, where it can be captured. */
    readonly passed: string | null,
    /** Moves of both sides since the last capture or move of a pawn. */
    readonly quiet: number,
    /** From 1, one more after each move of Black. */
    readonly turn: number,
    /** The moves since the last one that cannot be taken back. */
    readonly past: readonly string[],
  ) {}

  /** Reads a position; throws a `PositionError`. */
  static read(text: string): Chess {
    const [men, side, castling, passed, quiet, turn, past] = words(text, 7) as [
      string, string, string, string, string, string, string,
    ];
    const rights = castling === "-" ? "" : castling;
    if (!/^[KQkqA-Ha-h]*$/.test(rights) || new Set(rights).size < rights.length) {
      expected("the castling rights as in FEN", castling);
    }
    if (passed !== "-" && !isSquare(passed, 8, 8)) expected("a square or -", passed);
    const moves = past === "-" ? [] : past.split(",");
    const isMove = (move: string) => move.length === 4 && isSquare(move.slice(0, 2), 8, 8) && isSquare(move.slice(2), 8, 8);
    if (!moves.every(isMove)) expected("moves such as g1f3,g8f6", past);
    return new Chess(
      readRanks(men, 8, 8, letterOf("KQRBNPkqrbnp")),
      SIDES.indexOf(oneOf(side, SIDES)) + 1,
      rights,
      passed === "-" ? null : passed,
      number(quiet),
      number(turn),
      moves,
    );
  }

  /** The position as FEN, which other programs read; it says nothing of earlier positions. */
  get fen(): string {
    const men = writeRanks(this.men, 8, 8, String);
    return `${men} ${SIDES[this.seat - 1]} ${this.castling || "-"} ${orDash(this.passed)} ${this.quiet} ${this.turn}`;
  }

  toString(): string {
    return `${this.fen} ${this.past.join(",") || "-"}`;
  }
}
