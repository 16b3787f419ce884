/**
 * The messages of the seat link: what a bot hears and what it says (UVI 2). A message is a plain object with its verb and
 * a field for each part; what is left out of the line has no field.
 */

// Made by scripts/bindings from protocol/lines.json: change that, and run `scripts/bindings --write`.

import type { Integer } from "./line.js";
import type { Option } from "./options.js";
import { read, table, written } from "./parts.js";

/** A new game: its variant, how many seats it has, which one is yours, the rule options not at their defaults. */
export interface NewGame {
  verb: "newgame";
  variant: string;
  seats: number;
  seat: number;
  /** What your lots are to be drawn from: 16 hex digits that no other game or seat has. */
  lots?: string;
  /** Pairs of a name and a value, in their order. */
  options: [string, string][];
}

/** The start, and all that has happened since, as far as this seat may see it. */
export interface History {
  verb: "history";
  start: string[];
  moves: string[];
}

/** Decide. Times are milliseconds; `null` in a list is a seat without a clock. */
export interface Go {
  verb: "go";
  movetime?: Integer;
  time?: (Integer | null)[];
  inc?: (Integer | null)[];
  /** After so many answers of yours, this one included, your clock gets its whole time again. */
  movestogo?: Integer;
  nodes?: Integer;
  depth?: Integer;
}

/** The end: points for each seat, such as `1` or `1/3`, or one score for all, or neither after an abort. */
export interface GameOver {
  verb: "gameover";
  reason: string;
  score?: string[];
  shared?: number;
}

/** What the arbiter says to a bot. */
export type ToBot =
  | { verb: "uvi"; version: number }
  | { verb: "setoption"; name: string; value: string }
  | { verb: "isready" }
  | NewGame
  | { verb: "position"; position: string[] }
  | History
  | { verb: "legal"; actions: string[] }
  | Go
  | { verb: "stop" }
  | GameOver
  | { verb: "error"; text: string }
  | { verb: "quit" };

/** What a bot says. */
export type FromBot =
  | { verb: "id"; key: "name" | "author"; text: string }
  | ({ verb: "option" } & Option)
  | { verb: "variant"; words: string[] }
  | { verb: "feature"; words: string[] }
  | { verb: "uviok" }
  | { verb: "readyok" }
  | { verb: "info"; text: string }
  | { verb: "bestmove"; actions: string[] }
  | { verb: "resign" };

const TO_BOT = table(
  "uvi version:number",
  "setoption {name:word value}",
  "isready",
  "newgame {variant:word seats:number seat lots? options}",
  "position position",
  "history @history",
  "legal actions:list",
  "go {movetime?:milliseconds time?:figures inc?:figures movestogo?:many nodes?:amount depth?:amount}limits",
  "stop",
  "gameover {reason:word score?:points shared?:number}over",
  "error text",
  "quit",
);

const FROM_BOT = table(
  "id key:name|author text",
  "option @option",
  "variant words",
  "feature words",
  "uviok",
  "readyok",
  "info text",
  "bestmove actions",
  "resign",
);

/** The line of a message, without its end; throws a `WriteError` for a field that would not read back as it is. */
export function write(message: ToBot | FromBot): string {
  return written(message, TO_BOT.has(message.verb) ? TO_BOT : FROM_BOT);
}

/** Reads what the arbiter says; throws a `ParseError`. */
export function parseToBot(line: string): ToBot {
  return read(line, TO_BOT) as ToBot;
}

/** Reads what a bot says; throws a `ParseError`. */
export function parseFromBot(line: string): FromBot {
  return read(line, FROM_BOT) as FromBot;
}
