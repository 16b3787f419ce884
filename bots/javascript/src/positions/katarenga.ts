/** Positions whose words have simple forms, those of the games for Katarenga's board (UVI 8). */

// Made by scripts/bindings from protocol/positions.json, which the rules write.

import {
  type Position,
  number,
  oneOf,
  orDash,
  readDigits,
  readFlags,
  readLetters,
  readOwners,
  squareOrNull,
  words,
  writeFlags,
  writeLetters,
  writeOwners,
} from "./board.js";

/** A position of Katarenga. */
export class Katarenga implements Position {
  constructor(
    /** The colour of every square: `R`, `Y`, `G` or `B`. */
    readonly colours: ReadonlyMap<string, string>,
    /** The owner of each pawn. */
    readonly pawns: ReadonlyMap<string, number>,
    /** The seat to act, or that would act next. */
    readonly seat: number,
    /** `baseline` while Black chooses how the board lies, then `play`. */
    readonly phase: "baseline" | "play",
    /** White's and Black's pawns in camp. */
    readonly camps: readonly [number, number],
    /** The sides that have made their first move in `play`. */
    readonly moved: readonly [boolean, boolean],
    /** The moves since the last capture or camp; at 100 the game is drawn. */
    readonly quiet: number,
    /** The turn, from 1, one more after Black's move. */
    readonly turn: number,
  ) {}

  /** Reads a position; throws a `PositionError`. */
  static read(text: string): Katarenga {
    const [colours, pawns, seat, phase, camps, moved, quiet, turn] = words(text, 8) as [string, string, string, string, string, string, string, string];
    return new Katarenga(
      readLetters(colours, "RYGB"),
      readOwners(pawns, "wb"),
      Number(oneOf(seat, ["1", "2"])),
      oneOf(phase, ["baseline", "play"]),
      readDigits(camps, 2),
      readFlags(moved, "wb"),
      number(quiet),
      number(turn),
    );
  }

  toString(): string {
    const parts = [
      writeLetters(this.colours),
      writeOwners(this.pawns, "wb"),
      `${this.seat}`,
      this.phase,
      this.camps.join(""),
      writeFlags(this.moved, "wb"),
      `${this.quiet}`,
      `${this.turn}`,
    ];
    return parts.join(" ");
  }
}

/** A position of Congress. */
export class Congress implements Position {
  constructor(
    /** The colour of every square: `R`, `Y`, `G` or `B`. */
    readonly colours: ReadonlyMap<string, string>,
    /** The owner of each pawn. */
    readonly pawns: ReadonlyMap<string, number>,
    /** The seat to act, or that would act next. */
    readonly seat: number,
    /** The turn, from 1, one more after Black's move. */
    readonly turn: number,
  ) {}

  /** Reads a position; throws a `PositionError`. */
  static read(text: string): Congress {
    const [colours, pawns, seat, turn] = words(text, 4) as [string, string, string, string];
    return new Congress(
      readLetters(colours, "RYGB"),
      readOwners(pawns, "wb"),
      Number(oneOf(seat, ["1", "2"])),
      number(turn),
    );
  }

  toString(): string {
    const parts = [
      writeLetters(this.colours),
      writeOwners(this.pawns, "wb"),
      `${this.seat}`,
      `${this.turn}`,
    ];
    return parts.join(" ");
  }
}

/** A position of Isolation. */
export class Isolation implements Position {
  constructor(
    /** The colour of every square: `R`, `Y`, `G` or `B`. */
    readonly colours: ReadonlyMap<string, string>,
    /** The owner of each pawn. */
    readonly pawns: ReadonlyMap<string, number>,
    /** The seat to act, or that would act next. */
    readonly seat: number,
  ) {}

  /** Reads a position; throws a `PositionError`. */
  static read(text: string): Isolation {
    const [colours, pawns, seat] = words(text, 3) as [string, string, string];
    return new Isolation(
      readLetters(colours, "RYGB"),
      readOwners(pawns, "wb"),
      Number(oneOf(seat, ["1", "2"])),
    );
  }

  toString(): string {
    const parts = [
      writeLetters(this.colours),
      writeOwners(this.pawns, "wb"),
      `${this.seat}`,
    ];
    return parts.join(" ");
  }
}

/** A position of Battle Stations. */
export class BattleStations implements Position {
  constructor(
    /** The colour of every square: `R`, `Y`, `G` or `B`. */
    readonly colours: ReadonlyMap<string, string>,
    /** The owner of each pawn. */
    readonly pawns: ReadonlyMap<string, number>,
    /** The seat to act, or that would act next. */
    readonly seat: number,
    /** `stations` while pawns are placed, then `battle`. */
    readonly phase: "stations" | "battle",
  ) {}

  /** Reads a position; throws a `PositionError`. */
  static read(text: string): BattleStations {
    const [colours, pawns, seat, phase] = words(text, 4) as [string, string, string, string];
    return new BattleStations(
      readLetters(colours, "RYGB"),
      readOwners(pawns, "wb"),
      Number(oneOf(seat, ["1", "2"])),
      oneOf(phase, ["stations", "battle"]),
    );
  }

  toString(): string {
    const parts = [
      writeLetters(this.colours),
      writeOwners(this.pawns, "wb"),
      `${this.seat}`,
      this.phase,
    ];
    return parts.join(" ");
  }
}

/** A position of Colorado. */
export class Colorado implements Position {
  constructor(
    /** The colour of every square: `R`, `Y`, `G` or `B`. */
    readonly colours: ReadonlyMap<string, string>,
    /** The owner of each pawn. */
    readonly pawns: ReadonlyMap<string, number>,
    /** The seat to act, or that would act next. */
    readonly seat: number,
    /** `baseline` while Black chooses how the board lies, then `play`. */
    readonly phase: "baseline" | "play",
    /** The square of the pawn that landed on its far bank in the last move. */
    readonly open: string | null,
    /** The sides that have made their first move in `play`. */
    readonly moved: readonly [boolean, boolean],
    /** The moves since the last capture; at 100 the game is drawn. */
    readonly quiet: number,
    /** The turn, from 1, one more after Black's move. */
    readonly turn: number,
  ) {}

  /** Reads a position; throws a `PositionError`. */
  static read(text: string): Colorado {
    const [colours, pawns, seat, phase, open, moved, quiet, turn] = words(text, 8) as [string, string, string, string, string, string, string, string];
    return new Colorado(
      readLetters(colours, "RYGB"),
      readOwners(pawns, "wb"),
      Number(oneOf(seat, ["1", "2"])),
      oneOf(phase, ["baseline", "play"]),
      squareOrNull(open),
      readFlags(moved, "wb"),
      number(quiet),
      number(turn),
    );
  }

  toString(): string {
    const parts = [
      writeLetters(this.colours),
      writeOwners(this.pawns, "wb"),
      `${this.seat}`,
      this.phase,
      orDash(this.open),
      writeFlags(this.moved, "wb"),
      `${this.quiet}`,
      `${this.turn}`,
    ];
    return parts.join(" ");
  }
}

/** A position of Cornered. */
export class Cornered implements Position {
  constructor(
    /** The colour of every square: `R`, `Y`, `G` or `B`. */
    readonly colours: ReadonlyMap<string, string>,
    /** The owner of each pawn. */
    readonly pawns: ReadonlyMap<string, number>,
    /** The seat to act, or that would act next. */
    readonly seat: number,
    /** The square of the pawn placed last. */
    readonly last: string | null,
  ) {}

  /** Reads a position; throws a `PositionError`. */
  static read(text: string): Cornered {
    const [colours, pawns, seat, last] = words(text, 4) as [string, string, string, string];
    return new Cornered(
      readLetters(colours, "RYGB"),
      readOwners(pawns, "wb"),
      Number(oneOf(seat, ["1", "2"])),
      squareOrNull(last),
    );
  }

  toString(): string {
    const parts = [
      writeLetters(this.colours),
      writeOwners(this.pawns, "wb"),
      `${this.seat}`,
      orDash(this.last),
    ];
    return parts.join(" ");
  }
}

/** A position of Troika. */
export class Troika implements Position {
  constructor(
    /** The colour of every square: `R`, `Y`, `G` or `B`. */
    readonly colours: ReadonlyMap<string, string>,
    /** The owner of each pawn. */
    readonly pawns: ReadonlyMap<string, number>,
    /** The seat to act, or that would act next. */
    readonly seat: number,
    /** The square of the pawn placed last. */
    readonly last: string | null,
    /** The number of the endgame's move to come, from 1; 0 while pawns are placed. */
    readonly move: number,
  ) {}

  /** Reads a position; throws a `PositionError`. */
  static read(text: string): Troika {
    const [colours, pawns, seat, last, move] = words(text, 5) as [string, string, string, string, string];
    return new Troika(
      readLetters(colours, "RYGB"),
      readOwners(pawns, "wb"),
      Number(oneOf(seat, ["1", "2"])),
      squareOrNull(last),
      number(move),
    );
  }

  toString(): string {
    const parts = [
      writeLetters(this.colours),
      writeOwners(this.pawns, "wb"),
      `${this.seat}`,
      orDash(this.last),
      `${this.move}`,
    ];
    return parts.join(" ");
  }
}

/** The class of the positions of each of these variants. */
export const KATARENGA_FAMILY = {
  katarenga: Katarenga,
  congress: Congress,
  isolation: Isolation,
  "battle-stations": BattleStations,
  colorado: Colorado,
  cornered: Cornered,
  troika: Troika,
};
