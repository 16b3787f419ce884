/** What can be wrong with a text. */

/** Why a line is no message. */
export type LineErrorKind = "empty-line" | "unknown-verb" | "bad-argument";

/**
 * A line is no message. `column` says where, counted in characters from 1; `reason` says what was expected and what was
 * found, in the arbiter's own words. A line of kind `empty-line` or `unknown-verb` is to be ignored on the seat link.
 */
export class ParseError extends Error {
  override readonly name = "ParseError";

  constructor(
    readonly kind: LineErrorKind,
    readonly column: number,
    readonly reason: string,
  ) {
    super(`column ${column}: ${reason}`);
  }
}

/** A text is no position of its variant. */
export class PositionError extends Error {
  override readonly name = "PositionError";
}

/**
 * A message cannot be written: one of its fields would not read back as that field of that message. `verb` is the message,
 * `field` the name of the field.
 */
export class WriteError extends Error {
  override readonly name = "WriteError";

  constructor(
    readonly verb: string,
    readonly field: string,
    readonly reason: string,
  ) {
    super(`cannot write the field ${field} of ${verb}: ${reason}`);
  }
}
