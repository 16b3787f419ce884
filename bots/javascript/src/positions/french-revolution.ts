/** French Revolution Chess (UVI 8.5). */

import { PositionError } from "../errors.js";
import { type Position, expected, letterOf, number, oneOf, readRanks, words, writeRanks } from "./board.js";

const SIDES = ["w", "b"] as const;

/** A position of French Revolution Chess. */
export class FrenchRevolution implements Position {
  constructor(
    /** The men by their squares, in the letters of FEN. */
    readonly men: ReadonlyMap<string, string>,
    /** 8 or 10. */
    readonly ranks: number,
    /** Who is to act: 1 White, 2 Black. */
    readonly seat: number,
    /** The rights as in FEN, `KQkq`; empty for none. */
    readonly castling: string,
    /** What is due now. */
    readonly part: "piece" | "pawn",
    /** From 1, one more after each turn of Black. */
    readonly turn: number,
  ) {}

  /** Reads a position; throws a `PositionError`. */
  static read(text: string): FrenchRevolution {
    const [men, side, castling, part, turn] = words(text, 5) as [string, string, string, string, string];
    const ranks = men.split("/").length;
    if (ranks !== 8 && ranks !== 10) throw new PositionError(`expected 8 or 10 ranks, found ${ranks}`);
    const rights = castling === "-" ? "" : castling;
    if (!/^K?Q?k?q?$/.test(rights)) expected("the castling rights as in FEN", castling);
    return new FrenchRevolution(
      readRanks(men, 8, ranks, letterOf("KQRBNPkqrbnp")),
      ranks,
      SIDES.indexOf(oneOf(side, SIDES)) + 1,
      rights,
      oneOf(part, ["piece", "pawn"]),
      number(turn),
    );
  }

  toString(): string {
    const men = writeRanks(this.men, 8, this.ranks, String);
    return `${men} ${SIDES[this.seat - 1]} ${this.castling || "-"} ${this.part} ${this.turn}`;
  }
}
