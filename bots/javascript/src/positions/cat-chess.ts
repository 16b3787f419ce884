/** Cat Chess (UVI 8.7). */

import { PositionError } from "../errors.js";
import { type Position, digits, expected, number, oneOf, words, written } from "./board.js";

/** The peaks, the tops of the three hills, in the order of `held`. */
export const PEAKS = ["f11", "q6", "k17"] as const;

/** The rows of a grid. */
export const CHALLENGES = ["spit", "hiss", "glare", "arch", "stalk"] as const;

/** The columns of a grid. */
export const RESPONSES = ["ignore", "disdain", "sneer", "sniff", "wash"] as const;

const LETTERS = "abcdefghijklmnopqrstuv";
const CENTRES = [
  [0, 0],
  [11, -5],
  [5, 6],
] as const;
const PLAIN = ["style", "presence", "cats", "turn", "return", "misto"];
const PAIRED = ["challenge", "step", "coin"];

function distance(q: number, r: number): number {
  return Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r));
}

/** The names of all 273 spaces, row by row: letters for q from -5, numbers for r from -10. */
export const ROWS: readonly (readonly string[])[] = Array.from({ length: 22 }, (_, index) => {
  const onHill = (q: number) => CENTRES.some(([x, y]) => distance(q - x, index - 10 - y) <= 5);
  return [...LETTERS].filter((_, file) => onHill(file - 5)).map((letter) => `${letter}${index + 1}`);
});

const SPACES: ReadonlySet<string> = new Set(ROWS.flat());

/** A cat. */
export class Cat {
  constructor(
    /** Its name, such as `kero`. */
    readonly sheet: string,
    /** Its self-esteem. */
    readonly esteem: number,
    /** Where it stands; `null` out of play. */
    readonly space: string | null,
    /** Where it looks, 0 to 5; `null` out of play. */
    readonly direction: number | null,
    /** Its counters, row by row: `.`, `S` or `P`. */
    readonly grid: string,
  ) {}

  /** Reads a cat and its grid; throws a `PositionError`. */
  static read(text: string, grid: string): Cat {
    const [sheet, esteem, where, ...more] = text.split(":");
    if (esteem === undefined || where === undefined || more.length > 0 || !/^[A-Za-z]+$/.test(sheet ?? "")) {
      expected("a cat such as kero:4:g11.3", text);
    }
    if (!/^[.SP]{25}$/.test(grid)) expected("25 cells of . S P", grid);
    if (where === "-") return new Cat(sheet ?? "", number(esteem), null, null, grid);
    const dot = where.indexOf(".");
    const space = dot < 0 ? where : where.slice(0, dot);
    if (!SPACES.has(space)) expected("a space", space);
    const direction = oneOf(dot < 0 ? "" : where.slice(dot + 1), ["0", "1", "2", "3", "4", "5"]);
    return new Cat(sheet ?? "", number(esteem), space, Number(direction), grid);
  }

  /** The counter in a cell of its grid: `.`, `S` or `P`. */
  counter(challenge: (typeof CHALLENGES)[number], response: (typeof RESPONSES)[number]): string {
    return this.grid.charAt(5 * CHALLENGES.indexOf(challenge) + RESPONSES.indexOf(response));
  }

  toString(): string {
    return `${this.sheet}:${this.esteem}:${this.space === null ? "-" : `${this.space}.${this.direction}`}`;
  }
}

function readCats(cats: string, grids: string): Cat[][] {
  const split = (text: string) => text.split("/").map((seat) => seat.split(","));
  const [ofCats, ofGrids] = [split(cats), split(grids)];
  const counts = (seats: string[][]) => seats.map((seat) => seat.length).join();
  if (counts(ofCats) !== counts(ofGrids)) throw new PositionError("expected as many grids as cats");
  return ofCats.map((seat, at) => seat.map((cat, index) => Cat.read(cat, ofGrids[at]?.[index] ?? "")));
}

function readHeights(text: string): Map<string, number> {
  const rows = text.split("/");
  if (rows.map((row) => row.length).join() !== ROWS.map((row) => row.length).join()) {
    throw new PositionError("expected the heights of 22 rows, a digit for each space");
  }
  return new Map(ROWS.flatMap((spaces, row) => spaces.map((space, at) => [space, number(rows[row]?.charAt(at) ?? "")])));
}

/** What a position waits for. */
export class Phase {
  constructor(
    /** `style`, `presence`, `tiles`, `cats`, `turn`, `return`, `face`, `misto`, `challenge`, `step` or `coin`. */
    readonly name: string,
    /** Of `tiles`: how many are to be placed. */
    readonly left: number | null = null,
    /** Of `face`: the cats to be turned, such as `ac`. */
    readonly facing = "",
    /**
     * Of `challenge` and `coin` the challenger and the defender, of `step` the one that must step and the one that it
     * flees, such as `1a` and `2b`.
     */
    readonly cats: readonly [string, string] | null = null,
    /** Of `challenge`: what both have chosen; `-` not yet, `?` what this seat may not see. */
    readonly choices: readonly [string, string] | null = null,
  ) {}

  /** Reads the word of a position; throws a `PositionError`. */
  static read(text: string): Phase {
    if (PLAIN.includes(text)) return new Phase(text);
    const [name = "", ...parts] = text.split(":");
    const rest = parts.join(":");
    if (name === "tiles") return new Phase(name, number(rest));
    if (name === "face" && /^[abc]+$/.test(rest)) return new Phase(name, null, rest);
    const [first, second, both] = parts;
    if (!PAIRED.includes(name) || parts.length !== (name === "challenge" ? 3 : 2)) expected("a phase", text);
    for (const cat of [first, second]) {
      if (!/^[1-5][abc]$/.test(cat ?? "")) expected("a seat and a cat, such as 1a", cat ?? "");
    }
    const cats = [first ?? "", second ?? ""] as const;
    if (name !== "challenge") return new Phase(name, null, "", cats);
    const [challenge = "", response, ...more] = (both ?? "").split(",");
    const open = ["-", "?"];
    if (
      response === undefined ||
      more.length > 0 ||
      ![...CHALLENGES, ...open].includes(challenge) ||
      ![...RESPONSES, ...open].includes(response)
    ) {
      expected("two choices", both ?? "");
    }
    return new Phase(name, null, "", cats, [challenge, response]);
  }

  toString(): string {
    if (this.left !== null) return `${this.name}:${this.left}`;
    if (this.facing !== "") return `${this.name}:${this.facing}`;
    const text = this.cats === null ? this.name : `${this.name}:${this.cats.join(":")}`;
    return this.choices === null ? text : `${text}:${this.choices.join(",")}`;
  }
}

/** A position of Cat Chess. */
export class CatChess implements Position {
  constructor(
    /** The height of every space. */
    readonly heights: ReadonlyMap<string, number>,
    /** The cats a, b, c of each seat. */
    readonly cats: readonly (readonly Cat[])[],
    /** Who must act; none for chance and after the end. */
    readonly seats: readonly number[],
    /** What is due. */
    readonly phase: Phase,
    /** Whose turn it is; in setting up, whose thing. */
    readonly owner: number,
    /** For the owner's cats a, b, c: `.` not yet, `x` acted, `p` preened; `---` outside a turn. */
    readonly acted: string,
    /** Whether the free preen of this turn is used. */
    readonly freePreen: boolean,
    /** From 1, 0 during setting up. */
    readonly round: number,
    /** The peaks that each seat holds. */
    readonly held: readonly (readonly (typeof PEAKS)[number][])[],
    /** The seats that were vacated. */
    readonly vacant: readonly number[],
  ) {}

  /** Reads a position; throws a `PositionError`. */
  static read(text: string): CatChess {
    const [heights, cats, grids, seats, phase, owner, acted, round, held, vacant] = words(text, 10) as [
      string, string, string, string, string, string, string, string, string, string,
    ];
    if (!/^(---|[.xp]{3})\*?$/.test(acted)) expected("what three cats have done", acted);
    const masks = digits(held);
    if (masks.some((mask) => mask > 7)) expected("a digit up to 7 for each seat", held);
    return new CatChess(
      readHeights(heights),
      readCats(cats, grids),
      digits(seats),
      Phase.read(phase),
      number(owner),
      acted.slice(0, 3),
      acted.endsWith("*"),
      number(round),
      masks.map((mask) => PEAKS.filter((_, bit) => ((mask >> bit) & 1) === 1)),
      digits(vacant),
    );
  }

  toString(): string {
    const mask = (peaks: readonly (typeof PEAKS)[number][]) =>
      peaks.reduce((sum, peak) => sum + (1 << PEAKS.indexOf(peak)), 0);
    return [
      ROWS.map((row) => row.map((space) => this.heights.get(space)).join("")).join("/"),
      this.cats.map((cats) => cats.join(",")).join("/"),
      this.cats.map((cats) => cats.map((cat) => cat.grid).join(",")).join("/"),
      written(this.seats),
      this.phase,
      this.owner,
      this.acted + (this.freePreen ? "*" : ""),
      this.round,
      written(this.held.map(mask)),
      written(this.vacant),
    ].join(" ");
  }
}
