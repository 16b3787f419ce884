/** The positions of each variant (UVI 8). */

// Made by scripts/bindings from protocol/positions.json, which the rules write.

import { type Kind, type Position, kindOf } from "./forms.js";

/** A position of Katarenga. */
export interface Katarenga extends Position {
  /** The colour of every square: `R`, `Y`, `G` or `B`; ranks 8 down to 1 with `/` between, each with a letter for each
     square from a to h. */
  readonly colours: ReadonlyMap<string, string>;
  /** The owner of each pawn; the same ranks as in FEN, with `w` and `b` for pawns and a digit for a number of empty
     squares. */
  readonly pawns: ReadonlyMap<string, number>;
  /** The seat to act, or that would act next, `1` or `2`. */
  readonly seat: number;
  /** `baseline` while Black chooses how the board lies, then `play`. */
  readonly phase: string;
  /** White's and Black's pawns in camp; two digits. */
  readonly camps: readonly (number)[];
  /** The sides that have made their first move in `play`: `--`, `w-`, `-b` or `wb`. */
  readonly moved: readonly boolean[];
  /** The moves since the last capture or camp; at 100 the game is drawn. */
  readonly quiet: number;
  /** The turn, from 1, one more after Black's move. */
  readonly turn: number;
}

/** Reads positions of Katarenga. */
export const Katarenga = kindOf<Katarenga>({
  colours: ["cells", "h8", ["letter", "RYGB"]],
  pawns: ["board", "h8", ["owner", "wb"]],
  seat: ["seat", 2],
  phase: ["word", "baseline", "play"],
  camps: ["each", 2, ["digit", 2]],
  moved: ["flags", "wb"],
  quiet: "number",
  turn: "number",
});

/** A position of Congress. */
export interface Congress extends Position {
  /** The colour of every square: `R`, `Y`, `G` or `B`; ranks 8 down to 1 with `/` between, each with a letter for each
     square from a to h. */
  readonly colours: ReadonlyMap<string, string>;
  /** The owner of each pawn; the same ranks as in FEN, with `w` and `b` for pawns and a digit for a number of empty
     squares. */
  readonly pawns: ReadonlyMap<string, number>;
  /** The seat to act, or that would act next, `1` or `2`. */
  readonly seat: number;
  /** The turn, from 1, one more after Black's move. */
  readonly turn: number;
}

/** Reads positions of Congress. */
export const Congress = kindOf<Congress>({
  colours: ["cells", "h8", ["letter", "RYGB"]],
  pawns: ["board", "h8", ["owner", "wb"]],
  seat: ["seat", 2],
  turn: "number",
});

/** A position of Isolation. */
export interface Isolation extends Position {
  /** The colour of every square: `R`, `Y`, `G` or `B`; ranks 8 down to 1 with `/` between, each with a letter for each
     square from a to h. */
  readonly colours: ReadonlyMap<string, string>;
  /** The owner of each pawn; the same ranks as in FEN, with `w` and `b` for pawns and a digit for a number of empty
     squares. */
  readonly pawns: ReadonlyMap<string, number>;
  /** The seat to act, or that would act next, `1` or `2`. */
  readonly seat: number;
}

/** Reads positions of Isolation. */
export const Isolation = kindOf<Isolation>({
  colours: ["cells", "h8", ["letter", "RYGB"]],
  pawns: ["board", "h8", ["owner", "wb"]],
  seat: ["seat", 2],
});

/** A position of Battle Stations. */
export interface BattleStations extends Position {
  /** The colour of every square: `R`, `Y`, `G` or `B`; ranks 8 down to 1 with `/` between, each with a letter for each
     square from a to h. */
  readonly colours: ReadonlyMap<string, string>;
  /** The owner of each pawn; the same ranks as in FEN, with `w` and `b` for pawns and a digit for a number of empty
     squares. */
  readonly pawns: ReadonlyMap<string, number>;
  /** The seat to act, or that would act next, `1` or `2`. */
  readonly seat: number;
  /** `stations` while pawns are placed, then `battle`. */
  readonly phase: string;
}

/** Reads positions of Battle Stations. */
export const BattleStations = kindOf<BattleStations>({
  colours: ["cells", "h8", ["letter", "RYGB"]],
  pawns: ["board", "h8", ["owner", "wb"]],
  seat: ["seat", 2],
  phase: ["word", "stations", "battle"],
});

/** A position of Colorado. */
export interface Colorado extends Position {
  /** The colour of every square: `R`, `Y`, `G` or `B`; ranks 8 down to 1 with `/` between, each with a letter for each
     square from a to h. */
  readonly colours: ReadonlyMap<string, string>;
  /** The owner of each pawn; the same ranks as in FEN, with `w` and `b` for pawns and a digit for a number of empty
     squares. */
  readonly pawns: ReadonlyMap<string, number>;
  /** The seat to act, or that would act next, `1` or `2`. */
  readonly seat: number;
  /** `baseline` while Black chooses how the board lies, then `play`. */
  readonly phase: string;
  /** The square of the pawn that landed on its far bank in the last move, else `-`. */
  readonly open: string | null;
  /** The sides that have made their first move in `play`: `--`, `w-`, `-b` or `wb`. */
  readonly moved: readonly boolean[];
  /** The moves since the last capture; at 100 the game is drawn. */
  readonly quiet: number;
  /** The turn, from 1, one more after Black's move. */
  readonly turn: number;
}

/** Reads positions of Colorado. */
export const Colorado = kindOf<Colorado>({
  colours: ["cells", "h8", ["letter", "RYGB"]],
  pawns: ["board", "h8", ["owner", "wb"]],
  seat: ["seat", 2],
  phase: ["word", "baseline", "play"],
  open: ["maybe", ["square", "h8"]],
  moved: ["flags", "wb"],
  quiet: "number",
  turn: "number",
});

/** A position of Cornered. */
export interface Cornered extends Position {
  /** The colour of every square: `R`, `Y`, `G` or `B`; ranks 8 down to 1 with `/` between, each with a letter for each
     square from a to h. */
  readonly colours: ReadonlyMap<string, string>;
  /** The owner of each pawn; the same ranks as in FEN, with `w` and `b` for pawns and a digit for a number of empty
     squares. */
  readonly pawns: ReadonlyMap<string, number>;
  /** The seat to act, or that would act next, `1` or `2`. */
  readonly seat: number;
  /** The square of the pawn placed last, else `-`. */
  readonly last: string | null;
}

/** Reads positions of Cornered. */
export const Cornered = kindOf<Cornered>({
  colours: ["cells", "h8", ["letter", "RYGB"]],
  pawns: ["board", "h8", ["owner", "wb"]],
  seat: ["seat", 2],
  last: ["maybe", ["square", "h8"]],
});

/** A position of Troika. */
export interface Troika extends Position {
  /** The colour of every square: `R`, `Y`, `G` or `B`; ranks 8 down to 1 with `/` between, each with a letter for each
     square from a to h. */
  readonly colours: ReadonlyMap<string, string>;
  /** The owner of each pawn; the same ranks as in FEN, with `w` and `b` for pawns and a digit for a number of empty
     squares. */
  readonly pawns: ReadonlyMap<string, number>;
  /** The seat to act, or that would act next, `1` or `2`. */
  readonly seat: number;
  /** The square of the pawn placed last, else `-`. */
  readonly last: string | null;
  /** The number of the endgame's move to come, from 1; 0 while pawns are placed. */
  readonly move: number;
}

/** Reads positions of Troika. */
export const Troika = kindOf<Troika>({
  colours: ["cells", "h8", ["letter", "RYGB"]],
  pawns: ["board", "h8", ["owner", "wb"]],
  seat: ["seat", 2],
  last: ["maybe", ["square", "h8"]],
  move: "number",
});

/** A part of positions of Orwell Chess. */
export interface Man {
  readonly owner: number;
  readonly kind: string;
}

/** A position of Orwell Chess. */
export interface Orwell extends Position {
  /** Ranks 12 down to 1 with `/` between; a digit is a number of empty squares, a man is the letter of its owner, `w`,
     `r` or `b`, and that of its kind: `D` Dabbabah, `G` Gryphon, `J` Jugyo, `P` Pao, `R` Raja, `M` Maharaja, `u` or `d`
     a Berlinpeono that goes up or down. */
  readonly men: ReadonlyMap<string, Man>;
  /** The seat to act, `1` to `3`. */
  readonly seat: number;
  /** The dice that are left, ascending, such as `13` or `5`; `-` before the throw. */
  readonly dice: readonly (number)[];
  /** Three characters, for White, Red and Black in this order: the letter (`w`, `r`, `b`) of the owner of the man that
     this player captured last, `-` for none yet. `r-w`: White last captured a man of Red, Red nothing, Black a man of
     White. */
  readonly last: readonly (number | null)[];
  /** From 1. */
  readonly round: number;
  /** The seats that were vacated, ascending, or `-`. */
  readonly vacant: readonly (number)[];
}

/** Reads positions of Orwell Chess. */
export const Orwell = kindOf<Orwell>({
  men: ["board", "g12", ["record", "Man", "", ["owner", ["owner", "wrb"]], ["kind", ["letter", "DGJPRMud"]]]],
  seat: ["seat", 3],
  dice: ["list", "", ["digit", 6]],
  last: ["each", 3, ["maybe", ["owner", "wrb"]]],
  round: "number",
  vacant: ["list", "", ["seat", 3]],
});

/** A position of French Revolution Chess. */
export interface FrenchRevolution extends Position {
  /** As in FEN; ten ranks too. */
  readonly men: ReadonlyMap<string, string>;
  /** Who is to act, `w` or `b`. */
  readonly seat: number;
  /** As in FEN, `-` for none. */
  readonly castling: string;
  /** The part of the turn that is due, `piece` or `pawn`. */
  readonly part: string;
  /** From 1, one more after each turn of Black. */
  readonly turn: number;
}

/** Reads positions of French Revolution Chess. */
export const FrenchRevolution = kindOf<FrenchRevolution>({
  men: ["board", "h8|h10", ["letter", "KQRBNPkqrbnp"]],
  seat: ["owner", "wb"],
  castling: ["letters", "KQkq"],
  part: ["word", "piece", "pawn"],
  turn: "number",
});

/** A position of Catalonia. */
export interface Catalonia extends Position {
  /** Ranks 8 down to 1 with `/` between; a digit is a number of empty squares, a man is `N` Knight, `B` Bishop, `L`
     Lady, `G` Gentleman or `P` Peasant, upper case for White, lower for Black. */
  readonly men: ReadonlyMap<string, string>;
  /** Their squares from a1 to h8, rank by rank, such as `b3g4c7`; `-` for none. */
  readonly pits: readonly (string)[];
  /** Who is to act, `1` or `2`; `-` for chance and after the end. */
  readonly seat: number | null;
  /** `move`; `answer` (Black, after `yield`); `claim`; `bomb`; `target:` and the square that was thrown; `escape:` and
     the square that was lost (the board still shows the man there); `remove`; `over`. */
  readonly phase: readonly string[];
  /** From 1; after the end the last one. */
  readonly turn: number;
  /** The points so far. */
  readonly total: number;
  /** The moves to be made: `wb` both, `w!b` White's first, `w` or `b` the last one; `-` in other phases. */
  readonly due: string;
  /** The turn of the first chain, `-` if there was none. */
  readonly since: number | null;
}

/** Reads positions of Catalonia. */
export const Catalonia = kindOf<Catalonia>({
  men: ["board", "h8", ["letter", "NBLGPnblgp"]],
  pits: ["list", "", ["square", "h8"]],
  seat: ["maybe", ["seat", 2]],
  phase: ["tagged", ["move"], ["answer"], ["claim"], ["bomb"], ["remove"], ["over"], ["target", ["square", "h8"]], ["escape", ["square", "h8"]]],
  turn: "number",
  total: "number",
  due: ["word", "wb", "w!b", "w", "b", "-"],
  since: ["maybe", "number"],
});

/** A part of positions of Cat Chess. */
export interface Place {
  readonly space: string;
  readonly direction: number;
}

/** A part of positions of Cat Chess. */
export interface Cat {
  readonly sheet: string;
  readonly esteem: number;
  readonly place: Place | null;
}

/** A part of positions of Cat Chess. */
export interface Acted {
  readonly cats: string;
  readonly free: boolean;
}

/** A position of Cat Chess. */
export interface CatChess extends Position {
  /** Rows 1 to 22 with `/` between, a digit for each space by its letter. */
  readonly heights: ReadonlyMap<string, number>;
  /** Seats with `/` between, the cats a, b, c of each with `,` between. A cat is its sheet, self-esteem, space and
     direction, such as `kero:4:g11.3`; out of play `kero:4:-`. */
  readonly cats: readonly (readonly (Cat)[])[];
  /** Likewise; 25 cells of a cat, row by row, `.` empty, `S` Style, `P` Presence. */
  readonly grids: readonly (readonly (string)[])[];
  /** Those who must act, such as `1` or `12`; `-` for chance and after the end. */
  readonly seats: readonly (number)[];
  /** In setup: `style`, `presence`, `tiles:` and how many are left, `cats`; in a turn: `turn`, `return` (another cat
     may come back), `misto`; in either: `face:` and the cats that get directions, such as `face:ac`; in a challenge:
     see below. */
  readonly phase: readonly string[];
  /** The seat whose turn it is, or that sets up now. */
  readonly owner: number;
  /** For the owner's cats a, b, c: `.` not yet, `x` acted, `p` preened; `*` after them once kiryuu has preened for
     free; `---` in setup. */
  readonly acted: Acted;
  /** From 1; 0 in setup. */
  readonly round: number;
  /** A digit for each seat: the sum of the peaks that it has held since the end of its last turn, where f11 is 1, q6 is
     2, k17 is 4. */
  readonly held: readonly (number)[];
  /** The seats that were vacated, ascending, or `-`. */
  readonly vacant: readonly (number)[];
}

/** Reads positions of Cat Chess. */
export const CatChess = kindOf<CatChess>({
  heights: ["cells", "q-v1/p-v2/o-v3/n-v4/m-v5/f-v6/e-u7/d-t8/c-s9/b-r10/a-q11/a-p12/a-p13/a-p14/a-p15/a-p16/f-p17/f-o18/f-n19/f-m20/f-l21/f-k22", ["digit", 9]],
  cats: ["list", "/", ["list", ",", ["record", "Cat", ":", ["sheet", "name"], ["esteem", "number"], ["place", ["maybe", ["record", "Place", ".", ["space", ["square", "q-v1/p-v2/o-v3/n-v4/m-v5/f-v6/e-u7/d-t8/c-s9/b-r10/a-q11/a-p12/a-p13/a-p14/a-p15/a-p16/f-p17/f-o18/f-n19/f-m20/f-l21/f-k22"]], ["direction", ["digit", 5]]]]]]]],
  grids: ["list", "/", ["list", ",", ["text", 25, ".SP"]]],
  seats: ["list", "", ["seat", 5]],
  phase: ["tagged", ["style"], ["presence"], ["tiles", "number"], ["cats"], ["turn"], ["return"], ["misto"], ["face", ["list", "", ["letter", "abc"]]], ["challenge", ["record", "Id", "", ["seat", ["seat", 5]], ["cat", ["letter", "abc"]]], ["record", "Id", "", ["seat", ["seat", 5]], ["cat", ["letter", "abc"]]], ["record", "Choices", ",", ["challenge", ["word", "spit", "hiss", "glare", "arch", "stalk", "-", "?"]], ["response", ["word", "ignore", "disdain", "sneer", "sniff", "wash", "-", "?"]]]], ["step", ["record", "Id", "", ["seat", ["seat", 5]], ["cat", ["letter", "abc"]]], ["record", "Id", "", ["seat", ["seat", 5]], ["cat", ["letter", "abc"]]]], ["coin", ["record", "Id", "", ["seat", ["seat", 5]], ["cat", ["letter", "abc"]]], ["record", "Id", "", ["seat", ["seat", 5]], ["cat", ["letter", "abc"]]]]],
  owner: ["seat", 5],
  acted: ["record", "Acted", "", ["cats", ["text", 3, ".xp-"]], ["free", ["mark", "*"]]],
  round: "number",
  held: ["list", "", ["digit", 7]],
  vacant: ["list", "", ["seat", 5]],
});

/** A position of Chess. */
export interface Chess extends Position {
  /** As in FEN. */
  readonly men: ReadonlyMap<string, string>;
  /** Who is to move, `w` or `b`. */
  readonly seat: number;
  /** As in FEN, `-` for none; with `start shuffled` the files of the rooks, such as `HAha`. */
  readonly castling: string;
  /** The square that a pawn has just passed, if a capture in passing is legal; `-` otherwise. */
  readonly passed: string | null;
  /** Moves of both sides since the last capture or move of a pawn. */
  readonly quiet: number;
  /** From 1, one more after each move of Black. */
  readonly turn: number;
  /** The moves since the last irreversible one, such as `g1f3,g8f6`; `-` for none. */
  readonly past: readonly (string)[];
}

/** Reads positions of Chess. */
export const Chess = kindOf<Chess>({
  men: ["board", "h8", ["letter", "KQRBNPkqrbnp"]],
  seat: ["owner", "wb"],
  castling: ["letters", "KQkqABCDEFGHabcdefgh"],
  passed: ["maybe", ["square", "h8"]],
  quiet: "number",
  turn: "number",
  past: ["list", ",", ["move", "h8"]],
});

/** What reads the positions of each variant. */
export const KINDS: Readonly<Record<string, Kind<Position>>> = {
  katarenga: Katarenga,
  congress: Congress,
  isolation: Isolation,
  "battle-stations": BattleStations,
  colorado: Colorado,
  cornered: Cornered,
  troika: Troika,
  orwell: Orwell,
  "french-revolution": FrenchRevolution,
  catalonia: Catalonia,
  "cat-chess": CatChess,
  chess: Chess,
};
