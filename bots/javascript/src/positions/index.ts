/** The positions of every variant as objects, in the notation of UVI 8. */

import type { Position } from "./board.js";
import { CatChess } from "./cat-chess.js";
import { Catalonia } from "./catalonia.js";
import { Chess } from "./chess.js";
import { FrenchRevolution } from "./french-revolution.js";
import { KATARENGA_FAMILY } from "./katarenga.js";
import { Orwell } from "./orwell.js";

export type { Position } from "./board.js";
export { CHALLENGES, Cat, CatChess, PEAKS, Phase, RESPONSES, ROWS } from "./cat-chess.js";
export { Catalonia } from "./catalonia.js";
export { Chess } from "./chess.js";
export { FrenchRevolution } from "./french-revolution.js";
export * from "./katarenga.js";
export { type Man, Orwell } from "./orwell.js";

/** A position of a variant that this package does not know: its text. */
export class TextPosition implements Position {
  constructor(readonly text: string) {}

  /** Any text is one. */
  static read(text: string): TextPosition {
    return new TextPosition(text);
  }

  toString(): string {
    return this.text;
  }
}

/** The class of each variant's positions. */
export const KINDS: Readonly<Record<string, { read(text: string): Position }>> = {
  ...KATARENGA_FAMILY,
  orwell: Orwell,
  "french-revolution": FrenchRevolution,
  catalonia: Catalonia,
  "cat-chess": CatChess,
  chess: Chess,
};

/**
 * A position of a variant, by its word; a `TextPosition` where the package does not know the variant. Throws a
 * `PositionError` where the text is no position of it.
 */
export function readPosition(variant: string, text: string): Position {
  const kind = Object.hasOwn(KINDS, variant) ? KINDS[variant] : undefined;
  return (kind ?? TextPosition).read(text);
}
