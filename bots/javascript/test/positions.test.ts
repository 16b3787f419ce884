/** The positions, against the vectors of the arbiter. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import {
  CatChess,
  Catalonia,
  Chess,
  FrenchRevolution,
  Isolation,
  KINDS,
  Katarenga,
  Orwell,
  PositionError,
  TextPosition,
  type Told,
  kindOf,
  readPosition,
} from "../src/index.js";
import { positions } from "./vectors.js";

const ALL = positions();

test("there are vectors of every variant", () => {
  assert.deepEqual(ALL.map((vectors) => vectors.variant).sort(), Object.keys(KINDS).sort());
});

for (const { variant, positions } of ALL) {
  test(`positions of ${variant} are read and written`, () => {
    for (const row of positions) {
      const texts = [row.position, ...Object.values(row.views ?? {}), ...(row.next === undefined ? [] : [row.next])];
      for (const text of texts) {
        const position = readPosition(variant, text);
        assert.ok(!(position instanceof TextPosition));
        assert.equal(position.toString(), text);
        assert.deepEqual(KINDS[variant]?.read(position.toString()), position);
      }
    }
  });

  test(`a position of ${variant} names the seats that may act`, () => {
    for (const row of positions.filter((row) => row.legal !== undefined)) {
      const position = readPosition(variant, row.position) as { seat?: number; seats?: number[] };
      const asked = position.seats ?? [position.seat];
      assert.deepEqual(asked.map(String), Object.keys(row.legal ?? {}));
    }
  });

  test(`a position of ${variant} that is cut or changed is refused`, () => {
    const row = positions[1]?.position ?? "";
    const words = row.split(" ");
    const wrong = [words.slice(0, -1).join(" "), `${row} 1`, row.replace(" ", "  "), "", `x${row}`, row.replace("/", "")];
    wrong.push(...words.map((_, at) => words.with(at, "!").join(" ")));
    for (const text of wrong) assert.throws(() => KINDS[variant]?.read(text), PositionError, text);
  });
}

test("positions of any game are read by what an arbiter tells", () => {
  const told = readFileSync(new URL("../../../../../examples/own-game/tests/told.txt", import.meta.url), "utf8").split("\n");
  const parts = told.map((line) => line.split(" "));
  const words = parts.filter(([, , key]) => key === "word").map(([, , , name, form]) => [name, JSON.parse(form ?? "") as Told]);
  const bid = kindOf(Object.fromEntries(words));
  const positions = told.filter((line) => line.startsWith("position b ")).map((line) => line.slice("position b ".length));
  assert.equal(positions.length, 2);
  for (const text of positions) {
    const position = bid.read(text) as unknown as Record<string, unknown>;
    assert.equal(String(position), text);
    assert.deepEqual([position["die"], position["first"], position["own"], position["other"]], [4, [1, 3, 5, 6], 2, 0]);
  }
  for (const text of ["7 1 2 -- 0 0", "4 1356 2456 3- 2", "4 1356 2456 3-- 2 0", "x 1 2 -- 0 0"]) {
    assert.throws(() => bid.read(text), PositionError, text);
  }
});

test("a variant that is not known is text", () => {
  assert.deepEqual(readPosition("halma", "any thing"), new TextPosition("any thing"));
  assert.deepEqual(readPosition("constructor", "any thing"), new TextPosition("any thing"));
});

const COLOURS = "BYRGBYRG/GRGBGRGB/RBYYYYBR/YBGRRGBY/GBRYGBYR/BGBRRBYG/YRYGYRGB/RGYBBGRY";

for (const rank of ["44", "7", "9", "08", "w8", "8w", "8/8", "x7", ""]) {
  test(`a rank "${rank}" is refused`, () => {
    assert.throws(() => Isolation.read(`${COLOURS} ${rank}/8/8/3w4/8/8/8/8 2`), PositionError);
  });
}

test("what a position says", () => {
  const katarenga = Katarenga.read(`${COLOURS} 2w4w/8/8/8/8/8/8/w2b2b1 1 play 10 wb 99 9`);
  assert.deepEqual([katarenga.pawns.get("c8"), katarenga.pawns.get("g1"), katarenga.colours.get("a8")], [1, 2, "B"]);
  assert.deepEqual([katarenga.camps, katarenga.moved, katarenga.quiet, katarenga.turn], [[1, 0], [true, true], 99, 9]);
  assert.deepEqual([...Isolation.read(`${COLOURS} 8/8/8/8/3w4/8/8/8 2`).pawns], [["d4", 1]]);
  const orwell = Orwell.read("2bu4/5rM1/7/4bd2/7/7/7/2wM4/7/4wRwu1/4bJ2/4wd2 3 16 rb- 7 2");
  assert.deepEqual(orwell.men.get("c12"), { owner: 3, kind: "u" });
  assert.deepEqual([orwell.seat, orwell.dice, orwell.last, orwell.vacant], [3, [1, 6], [2, 3, null], [2]]);
  const french = FrenchRevolution.read("r3k2r/1P6/8/P7/7p/8/8/R3K2R b KQkq piece 9");
  assert.deepEqual([french.men.get("e1"), french.seat, french.part], ["K", 2, "piece"]);
  const chess = Chess.read("rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 3 2 g1f3,g8f6,f3g1");
  assert.deepEqual([chess.men.get("f6"), chess.seat, chess.passed, chess.quiet], ["n", 2, null, 3]);
  assert.deepEqual(chess.past, ["g1f3", "g8f6", "f3g1"]);
  const catalonia = Catalonia.read("2b2bn1/4p1p1/1l3p2/1p6/N1g5/1P1n4/2P1P1P1/2BLGBN1 d2d3f3 2 escape:d3 9 582 - 3");
  assert.deepEqual([catalonia.men.get("d3"), catalonia.pits, catalonia.phase], ["n", ["d2", "d3", "f3"], ["escape", "d3"]]);
  assert.deepEqual([catalonia.seat, catalonia.total, catalonia.since], [2, 582, 3]);
});

const HEIGHTS = ALL.find(({ variant }) => variant === "cat-chess")?.positions[0]?.position.split(" ")[0] ?? "";
const GRID = `${".".repeat(24)}S`;
const GRIDS = [GRID, GRID, GRID].join();
const CATS = "kero:4:g11.3,lina:3:-,style:3:k17.0/misto:3:a11.5,sham:3:q6.1,lucky:2:-";
const CAT_CHESS = `${HEIGHTS} ${CATS} ${GRIDS}/${GRIDS} 12 challenge:1a:2b:?,wash 1 x.* 7 06 -`;

test("what a position of Cat Chess says", () => {
  const position = CatChess.read(CAT_CHESS.replace("x.*", "x..*"));
  const [cat] = position.cats[0] ?? [];
  assert.deepEqual([cat?.sheet, cat?.esteem, cat?.place], ["kero", 4, { space: "g11", direction: 3 }]);
  assert.deepEqual([position.heights.size, position.acted], [273, { cats: "x..", free: true }]);
  assert.deepEqual([position.phase, position.held], [["challenge", "1a", "2b", "?,wash"], [0, 6]]);
});

for (const [old, other] of [
  ["g11.3", "a1.3"],
  ["g11.3", "g11.6"],
  ["kero:4", "kero"],
  [`${GRID},`, `${".".repeat(24)}X,`],
  ["challenge:1a:2b:?,wash", "challenge:1a:2b:wash,-"],
  ["challenge:1a:2b:?,wash", "challenge:1a:2b"],
  ["challenge:1a:2b:?,wash", "step:1d:2b"],
  ["challenge:1a:2b:?,wash", "face:d"],
  ["x..*", "x."],
  [" 06 ", " 08 "],
] as const) {
  test(`a position of Cat Chess with ${other} is refused`, () => {
    const good = CAT_CHESS.replace("x.*", "x..*");
    assert.ok(good.includes(old));
    assert.throws(() => CatChess.read(good.replace(old, other)), PositionError);
  });
}
