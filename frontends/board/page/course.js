"use strict";
// A tournament that is played elsewhere: its standings and its games, and the screen for a projector.

/** The page shows the most interesting game by itself, for people who only look. */
const projects = new URLSearchParams(location.search).get("show") === "best";
document.documentElement.classList.toggle("projects", projects);

function showCourse(course) {
  // The games to play are folded in below a tournament, once.
  if (!state.course) {
    get("lobby").open = state.hall?.tables.length > 0;
    show(get("lobby").firstElementChild, true);
  }
  state.course = course;
  show(get("course"), true);
  if (projects) project();
  if (state.view) return;
  write(get("course-told"), toldOf(course));
  write(get("course-trouble"), course.trouble ?? "");
  const bar = get("course-bar");
  show(bar, course.total !== null && !isDecided(course));
  bar.max = course.total ?? 1;
  bar.value = course.finished;
  show(get("course-test"), Boolean(course.test));
  renew("test-plot", course.test ? [course.test.plot] : [], plotOf);
  write(get("test-told"), course.test ? course.test.told : "");
  get("report").disabled = !course.variant;
  get("projector").href = `?show=best${location.hash}`;
  renew("standings", [{ bots: course.standings, finished: course.finished }], standingsTable);
  drawBoards(course);
  show(get("latest").parentElement, course.latest.length > 0);
  renew("latest", course.latest, ({ game, seats, score, reason }) => {
    const points = score.length === seats.length ? score : null;
    const shared = !points && score.length === 1 ? score[0] : null;
    const names = seats.map(withoutVersion);
    const result = resultText(course.variant, { reason, points, shared }, playersOf(course.variant, names));
    const button = make("button", { type: "button", title: `Game ${game}` }, make("span", { className: "number", textContent: `${game}. ` }),
      make("span", { className: "players", textContent: `${names.join(" – ")} ` }), make("small", { textContent: result }));
    button.onclick = () => watch(game);
    return make("li", {}, button);
  });
}

/** True if a test has ended the tournament. */
const isDecided = ({ test, running }) => Boolean(test && test.verdict !== "undecided" && !running);

/** How many games of how many, and how long it may take. */
function toldOf({ variant, finished, total, left, running, ends_early: endsEarly, test }) {
  if (!variant) return "No tournament has begun in this folder yet.";
  if (isDecided({ test, running })) return `${finished} games have ended, and the test has its verdict.`;
  const games = finished === 1 && total === null ? "1 game has ended" : total === null ? `${finished} games have ended` : `${finished} of ${endsEarly ? "at most " : ""}${total} games have ended`;
  const parts = [games];
  if (running) parts.push(running === 1 ? "1 is played now" : `${running} are played now`);
  if (left !== null) parts.push(`${endsEarly ? "at most" : "about"} ${spanText(left)} left`);
  return `${parts.join(" · ")}.`;
}

/** A length of time in words, as exact as an estimate is. */
function spanText(milliseconds) {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 90) return `${Math.max(1, seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

const halves = (points) => {
  const whole = Math.floor(points);
  const rest = points - whole;
  if (rest === 0) return String(whole);
  return rest === 0.5 ? `${whole || ""}½` : points.toFixed(2);
};

/** True if the seats of the tournament's game share one score. */
const isShared = () => Boolean(known[state.course.variant]?.together);

/** The mean of a bot's points in its games. */
const meanOf = ({ points, games }) => (points / games).toFixed(isShared() ? 1 : 3);

/** The most bots whose games with each other are shown. */
const mostCrossed = 16;

/** The name of a bot, without the version that it has in a ladder. */
const withoutVersion = (name) => name.replace(/@[0-9a-f]{12}$/, "");

/** A table of the bots, with the points of each against each. */
function standingsTable({ bots, finished }) {
  if (!bots.length) {
    const textContent = finished ? "Results count in the order of the plan, and an earlier game is still played." : "No game has ended yet.";
    return make("p", { textContent });
  }
  const isCrossed = bots.length > 1 && bots.length <= mostCrossed && bots.some((bot) => bot.against.some(([, games]) => games));
  const isFaulty = bots.some((bot) => bot.faults);
  const head = (text, more = {}) => make("th", { scope: "col", className: "figure", textContent: text, ...more });
  const cell = (text, className = "figure") => make("td", { className, textContent: text });
  const titles = [head(""), make("th", { scope: "col", textContent: "Bot" }), head("Games"), head("Points"), head(isShared() ? "Mean" : "Share"),
    ...(isFaulty ? [head("Faults")] : []), ...(isCrossed ? bots.map((bot, place) => head(place + 1, { title: `against ${withoutVersion(bot.name)}` })) : [])];
  const rows = bots.map(({ name, games, points, faults, against }, place) => make("tr", {},
    cell(place + 1), make("th", { scope: "row", className: "name", textContent: withoutVersion(name), title: name }), cell(games), cell(Number(points.toFixed(2))),
    cell(meanOf({ points, games })), ...(isFaulty ? [cell(faults, faults ? "figure wrong" : "figure")] : []),
    ...(isCrossed ? against.map(([won, met], other) => (other === place ? cell("", "figure own") : cell(met ? `${halves(won)}/${met}` : "–"))) : [])));
  return make("table", {}, make("thead", {}, make("tr", {}, ...titles)), make("tbody", {}, ...rows));
}

/** A plot of the arbiter, as an element. What may be scrolled in it takes the focus. */
function plotOf(plot) {
  const element = new DOMParser().parseFromString(plot, "text/html").body.firstElementChild;
  for (const frame of element.querySelectorAll(".wide:has(table)")) frame.tabIndex = 0;
  return element;
}

/** Shows the strengths of a ladder's bots by day, if it has more than one day. */
function showStrengths({ plot }) {
  show(get("strengths"), plot !== null);
  renew("strength-plot", plot === null ? [] : [plot], plotOf);
}

/** The running games. */
function drawBoards({ boards, variant, running }) {
  keep(get("boards"), boards, ({ game }) => game, ({ game }) => boardItem(game), (item, { picture, seats, plies, last }) => {
    showPicture(item.querySelector("img"), picture);
    const key = JSON.stringify([seats, last, plies]);
    if (item.dataset.told === key) return;
    item.dataset.told = key;
    item.querySelector(".players").replaceChildren(...seats.map((seat, at) => playerRow(variant, seat, at + 1)));
    write(item.querySelector(".last"), lastText(last));
    showAhead(item.querySelector(".ahead"), seats);
  });
  const more = running - boards.length;
  show(get("no-boards"), !boards.length || more > 0);
  write(get("no-boards"), more <= 0 ? "None." : boards.length ? `and ${more} more` : "A game is beginning.");
  const [, width, height] = / viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(boards[0]?.picture) ?? [];
  if (height) room.ratio = width / height;
  get("boards").style.setProperty("--ratio", room.ratio.toFixed(4));
  takeRoom(boards.length);
}

// ---- The room of the running games: side by side, as large as the window allows.

/** The least width of a card, the space between two, and how long the room of a game that has ended is kept for the next. */
const cards = { least: 176, apart: 12, lasts: 4000 };

/** The number of games that have room, the timer that takes room from games that have ended, and the ratio of pictures. */
const room = { games: 0, fewer: null, ratio: 1 };

/** Gives so many games their room. Between two games nothing jumps. */
function takeRoom(games) {
  if (games < room.games) {
    room.fewer ??= setTimeout(() => {
      room.fewer = null;
      room.games = state.course.boards.length;
      arrange();
    }, cards.lasts);
  } else {
    clearTimeout(room.fewer);
    Object.assign(room, { games, fewer: null });
  }
  arrange();
}

/** The number of columns and the width of so many cards that are as large as they can be. `told` is the height of the words. */
function columnsOf(games, width, height, told) {
  const across = (columns) => (width - (columns - 1) * cards.apart) / columns;
  const choices = Array.from({ length: Math.max(1, games) }, (_, at) => {
    const rows = Math.ceil(games / (at + 1));
    return { columns: at + 1, size: Math.min(across(at + 1), ((height - (rows - 1) * cards.apart) / rows - told) * room.ratio) };
  });
  const best = choices.reduce((one, other) => (other.size > one.size ? other : one));
  if (best.size >= cards.least) return best;
  const columns = Math.max(1, Math.floor((width + cards.apart) / (cards.least + cards.apart)));
  return { columns, size: across(columns) };
}

/** The same, with words that are the larger, the larger the cards are. `told` is the height of the words in their own size. */
function sizeOf(width, height, told, rem) {
  let words = 0.95 * rem;
  let found;
  // Larger words leave less for the picture, and the other way round: a few steps settle it.
  for (let step = 0; step < 3; step++) {
    found = columnsOf(room.games, width, height, told * words + 2);
    words = Math.min(1.5 * rem, Math.max(0.95 * rem, 0.04 * found.size));
  }
  return { ...found, words };
}

/** Divides the window: the games beside the tables or above them, whichever leaves them more room. */
function arrange() {
  if (!state.course || get("hall").hidden) return;
  const [parts, boards] = ["course-parts", "boards"].map(get);
  const isWide = matchMedia("(min-width: 60rem)").matches;
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const top = parts.getBoundingClientRect().top + window.scrollY;
  parts.style.setProperty("--top", `${Math.round(top)}px`);
  parts.classList.toggle("alone", !room.games);
  const words = boards.querySelector(".told");
  if (!isWide || !words) {
    if (!isWide || !room.games) parts.classList.remove("beside");
    for (const name of ["grid-template-columns", "--words"]) boards.style.removeProperty(name);
    return;
  }
  const told = words.offsetHeight / parseFloat(getComputedStyle(words).fontSize);
  const [width, height] = [parts.clientWidth, window.innerHeight - top - 5.5 * rem];
  // In steps, because figures grow.
  const table = get("standings").querySelector("table");
  const narrow = 32 * Math.ceil(Math.max(22 * rem, (table?.offsetWidth ?? 0) + rem) / 32);
  const beside = sizeOf(width - narrow - 1.5 * rem, height, told, rem);
  const low = Math.max(16 * rem, (table?.offsetHeight ?? 0) + 3 * rem, get("course-test").offsetHeight);
  const above = sizeOf(width, height - Math.min(low, window.innerHeight / 2), told, rem);
  const isBeside = narrow < 0.6 * width && beside.size >= 0.9 * above.size;
  parts.classList.toggle("beside", isBeside);
  const found = isBeside ? beside : above;
  const size = Math.floor(found.size);
  boards.style.setProperty("grid-template-columns", `repeat(${found.columns}, ${size}px)`);
  boards.style.setProperty("--words", `${found.words.toFixed(1)}px`);
  parts.style.setProperty("--running", `${(size + cards.apart) * found.columns - cards.apart}px`);
}

window.addEventListener("resize", arrange);

/** The last moves with the numbers of their rows, as in the list of moves: "16… Kg7 17. Bg4". */
function lastText(last) {
  const numbered = ({ number, seat, text }, at) => {
    const before = last[at - 1];
    return number === null || before?.number === number ? text : `${number}${before || seat === 1 ? "." : "…"} ${text}`;
  };
  return last.map(numbered).join(" ");
}

function boardItem(game) {
  const button = make("button", { type: "button" }, make("img", { alt: "" }), make("span", { className: "told" }, make("span", { className: "players" }),
    make("span", { className: "ahead" }, make("span")),
    make("span", { className: "foot" }, make("span", { className: "number", textContent: `game ${game}` }), make("span", { className: "last" }))));
  button.onclick = () => watch(game);
  const item = make("li", {}, button);
  item.dataset.game = game;
  return item;
}

function playerRow(variant, { name, left, score }, seat) {
  const dot = make("span", { className: `dot seat-${seat}` });
  const ink = inks[colourOf(variant, seat)];
  if (ink) dot.style.background = ink;
  return make("span", { className: "player" }, make("span", { className: "name", title: name }, dot, withoutVersion(name)),
    make("small", { textContent: score === null ? "" : scoreText(variant, score), title: `how the bot rates its own position,${scoreUnit(variant)}` }),
    make("span", { className: "clock", textContent: left === null ? "" : clockText(left) }));
}

/** How far the first seat of a running game is ahead, as bots rate it; null for partners with one score. */
const leadOf = (seats) => (isShared() ? null : aheadOf(seats.map((seat) => seat.score)));

/** A bar: the first seat's part of it grows with its lead. */
function showAhead(bar, seats) {
  const ahead = leadOf(seats);
  show(bar, ahead !== null);
  if (ahead === null) return;
  const part = Math.round(50 + 50 * ahead);
  bar.firstElementChild.style.width = `${part}%`;
  bar.title = part === 50 ? "even" : `${withoutVersion(seats[part > 50 ? 0 : 1].name)} is ahead`;
}

function watch(game) {
  location.hash = `${address()[0]}/game-${game}`;
}

get("report").onclick = () => say({ do: "report" });

// ---- The projector.

/** How long the end of a game stays, and how long a game stays at least, in milliseconds. */
const lasts = { end: 6000, game: 30000 };

const projected = { folder: null, game: null, since: 0, over: null };

/** How much there is to see: an even game, a long one, and players who lead the standings. */
function interest({ seats, plies }, standings) {
  const ahead = leadOf(seats);
  const places = seats.map((seat) => standings.findIndex((bot) => bot.name === seat.name)).filter((place) => place >= 0);
  const rank = places.length ? places.reduce((sum, place) => sum + place, 0) / places.length / standings.length : 0.5;
  return (ahead === null ? 0.5 : 1 - Math.abs(ahead)) + 0.5 * (1 - rank) + 0.3 * Math.min(1, plies / 60);
}

/** Chooses what the projector shows. */
function project() {
  const { folder, boards, standings, latest } = state.course;
  renew("strip", standings.slice(0, 10), (bot, place) => make("li", {}, make("span", { textContent: `${place + 1}. ${withoutVersion(bot.name)}` }),
    make("span", { className: "figure", textContent: isShared() ? meanOf(bot) : `${halves(bot.points)}/${bot.games}` })));
  const { test } = state.course;
  write(get("strip-told"), toldOf(state.course) + (test ? ` · ${test.told}` : ""));
  const now = performance.now();
  // In the next round of a ladder the number means another game.
  if (folder !== projected.folder) Object.assign(projected, { folder, game: null });
  const shows = boards.find((board) => board.game === projected.game);
  if (!shows && projected.game !== null && projected.over === null) projected.over = now;
  const rated = boards.map((board) => ({ board, worth: interest(board, standings) }));
  rated.sort((one, other) => other.worth - one.worth);
  const best = rated[0]?.board;
  if (!best) {
    if (projected.game === null && latest.length) projectGame(latest[0].game);
    return;
  }
  const worth = rated.find(({ board }) => board === shows)?.worth ?? 0;
  const isDue = shows ? now - projected.since > lasts.game && rated[0].worth > worth + 0.3
    : projected.game === null || now - projected.over > lasts.end;
  if (isDue && best.game !== projected.game) projectGame(best.game);
}

function projectGame(game) {
  Object.assign(projected, { game, since: performance.now(), over: null });
  history.replaceState(null, "", `${location.search}#${address()[0]}/game-${game}`);
  visit();
}

// The end of a game stays for a while although nothing is heard meanwhile.
if (projects) setInterval(() => { if (state.course) project(); }, 1000);
