/** The positions of every variant as objects, in the notation of UVI 8. */

import type { Position } from "./forms.js";
import { KINDS } from "./variants.js";

export { Board, type Kind, type Position, type Told, kindOf } from "./forms.js";
export * from "./variants.js";

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

/**
 * A position of a variant, by its word; a `TextPosition` where the package does not know the variant. Throws a
 * `PositionError` where the text is no position of it.
 */
export function readPosition(variant: string, text: string): Position {
  const kind = Object.hasOwn(KINDS, variant) ? KINDS[variant] : undefined;
  return (kind ?? TextPosition).read(text);
}
