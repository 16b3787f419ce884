"use strict";
// What people say about games, as the arbiter tells it, and words that belong to no game.

/** What the arbiter says about each game, by its word (UVI 4.10). */
const known = {};

/** Keeps what the arbiter says about the games: the texts of each key. */
function learn(variants) {
  const pair = (text) => [text.slice(0, text.indexOf(" ")), text.slice(text.indexOf(" ") + 1)];
  for (const [variant, told] of Object.entries(variants)) {
    const pairs = (key) => (told[key] ?? []).map(pair);
    const words = (key) => told[key]?.[0].split(" ") ?? [];
    const [one, many] = told.points?.[0].split(", ") ?? [];
    known[variant] = {
      about: told.game?.[0] ?? "", seats: words("seats"), turns: Boolean(told.turns), together: Boolean(told.score), ends: Object.fromEntries(pairs("end")),
      acts: pairs("act"), first: words("first"), clicks: Object.fromEntries(pairs("click")), chance: told.chance?.[0], unit: pairs("unit")[0], points: one && { one, many },
    };
  }
}

/** The points of a seat on a picture of the board, or of all seats together. */
function pointsIn(picture, seat) {
  const points = / data-points="([^"]*)"/.exec(picture)?.[1].split(" ") ?? [];
  return Number(points[Math.min(seat, points.length) - 1] ?? 0);
}

/** True if a text fits a pattern of the arbiter. */
const fits = (pattern, text) => new RegExp(`^${pattern.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll("_", ".").replaceAll("%", ".*")}$`).test(text);

/** What a move of this notation does, in words; empty if the notation says it. */
const wordsOf = (variant, text) => known[variant]?.acts.find(([pattern]) => fits(pattern, text))?.[1] ?? "";

/** The order of the words of a choice: the usual one of the game, else that of the arbiter. */
function inOrder(variant, choices, wordOf) {
  const first = known[variant]?.first || [];
  const place = (choice) => (first.indexOf(wordOf(choice)) + first.length + 1) % (first.length + 1);
  return [...choices].sort((one, other) => place(one) - place(other));
}

const inks = {
  White: "#ffffff", Black: "#222222", Red: "#d55e00", Blue: "#56b4e9", Orange: "#e69f00", Green: "#009e73", Purple: "#cc79a7",
  Yellow: "#f0e442",
};

/** The reasons of ends that no game makes. */
const reasons = {
  abort: "the game was stopped",
  resign: "resignation", resigned: "resignation", timeout: "time ran out", crash: "a bot crashed", illegal: "a bot played an illegal move",
  unreadable: "a bot gave an answer that cannot be read", flood: "a bot said too much", deaf: "a bot did not listen",
  "no-start": "a bot did not start", "no-greeting": "a bot did not greet",
};

const reasonText = (variant, reason) => known[variant]?.ends[reason] || reasons[reason] || reason.replaceAll("-", " ");

/** The name of a seat in its game, such as the colour of its men; null if the page does not know it. */
const colourOf = (variant, seat) => known[variant]?.seats[seat - 1] || null;

/** The name of a player. A seat without a name is called by its colour. */
function playerOf(variant, seat, name) {
  const colour = colourOf(variant, seat);
  if (!colour) return name;
  return name === `seat ${seat}` ? colour : name;
}

/** The names of all players, in seat order. Players of one name are told apart by their colours. */
function playersOf(variant, names) {
  const called = names.map((name, at) => playerOf(variant, at + 1, name));
  const isAlone = (name) => called.filter((other) => other === name).length === 1;
  return called.map((name, at) => (isAlone(name) ? name : `${name} as ${colourOf(variant, at + 1) || `seat ${at + 1}`}`));
}

/** A number of the protocol, such as 1 or 1/3. */
function pointsOf(text) {
  const [above, below = 1] = text.split("/").map(Number);
  return above / below;
}

/** The outcome of a game in words, such as "White wins: checkmate". */
function resultText(variant, { reason, points, shared }, names) {
  const why = reasonText(variant, reason);
  if (shared !== null && shared !== undefined) return `${shared} points together: ${why}`;
  if (!points) return `No score: ${why}`;
  const values = points.map(pointsOf);
  const best = Math.max(...values);
  const winners = names.filter((_, at) => values[at] === best);
  if (winners.length === 1) return `${winners[0]} wins: ${why}`;
  if (winners.length === names.length) return best > 0 ? `Draw: ${why}` : `Nobody wins: ${why}`;
  return `${winners.join(" and ")} share the win: ${why}`;
}

const pips = { 1: [4], 2: [2, 6], 3: [2, 4, 6], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

/** A die as a small picture. */
function die(number) {
  const picture = svgElement("svg", { viewBox: "0 0 24 24", class: "die", "aria-hidden": "true" });
  picture.append(svgElement("rect", { x: 1, y: 1, width: 22, height: 22, rx: 5 }));
  for (const at of pips[number]) picture.append(svgElement("circle", { cx: 6 + 6 * (at % 3), cy: 6 + 6 * Math.floor(at / 3), r: 2.4 }));
  return picture;
}

/** The dice of a chance event; empty if it is something else. */
const diceOf = (variant, text) => (known[variant]?.chance === "dice" ? [...text.slice(1)] : []);

/** What happened by chance, in words. */
const chanceText = (variant, text) => [known[variant]?.chance, diceOf(variant, text).join(" and ") || text.slice(1)].filter(Boolean).join(" ");

/** How a bot rates its own position, in the usual unit of the game. */
function scoreText(variant, score) {
  const { unit } = known[variant] ?? {};
  const number = unit ? (score / unit[0]).toFixed(2) : String(Number(score.toFixed(Math.abs(score) < 10 ? 2 : 0)));
  return (score > 0 ? "+" : "") + number.replace("-", "−");
}

/** What a figure of `scoreText` counts. */
const scoreUnit = (variant) => ` ${known[variant]?.unit?.[1] ?? "in its own unit"}`;

/** How far the first seat is ahead, from -1 to 1, by what the bots say of themselves; null if they say nothing. */
function aheadOf(scores) {
  const signs = [scores[0], scores[1] === null || scores[1] === undefined ? null : -scores[1]].filter((one) => one !== null && one !== undefined);
  if (scores.length !== 2 || !signs.length) return null;
  const mean = signs.reduce((sum, one) => sum + one, 0) / signs.length;
  return lead(mean);
}

/** A bot's rating of its own position, from -1 to 1. The scale is the rating of a player who is well ahead. */
const lead = (score, scale = 400) => Math.tanh(score / scale);
