"use strict";
// The list of moves, and the way back to earlier boards.

/** The number of actions and chance events so far: the number of the present board. */
const counted = () => state.moves.filter((move) => move.counts).length;

/** The rows, by the places that the board gives. An event of chance without a place belongs to the action that follows. */
function rowsOf(moves) {
  const rows = [];
  const rowAt = ({ row, number }) => {
    if (rows[rows.length - 1]?.row !== row) rows.push({ row, number, parts: [] });
    return rows[rows.length - 1].parts;
  };
  let before = [];
  let plies = 0;
  for (const move of moves) {
    if (move.counts) plies += 1;
    const item = { ...move, plies };
    if (!move.counts) {
      rowAt(rows[rows.length - 1] || { row: 0, number: null }).push({ note: item });
    } else if (!move.place) {
      before.push(item);
    } else {
      const { seat } = move.place;
      const parts = rowAt(move.place);
      let turn = parts[parts.length - 1];
      if (!turn?.items || turn.seat !== seat) parts.push(turn = { seat, items: [] });
      turn.items.push(...before, item);
      before = [];
    }
  }
  if (before.length) rowAt({ row: null, number: null }).push({ seat: null, items: before });
  return rows;
}

function moveItem(item, owner) {
  const { variant } = state.view;
  const dice = item.seat ? [] : diceOf(variant, item.text);
  const told = item.seat ? item.text : chanceText(variant, item.text);
  const element = make("span", { className: item.seat ? "move" : "move chance" });
  element.dataset.plies = item.plies;
  if (dice.length) element.append(...dice.map(die), make("span", { className: "unseen", textContent: told }));
  else element.textContent = told;
  // Whoever acts in a turn that is not theirs is named by their colour.
  if (item.seat && item.seat !== owner) element.prepend(spot(item.seat));
  const words = item.seat ? wordsOf(variant, item.text) : "";
  if (words) element.append(make("small", { textContent: ` ${words}` }));
  return element;
}

/** The time that a turn took; nothing if no clock has seen it. */
function timeOf(items) {
  const time = items.reduce((sum, item) => sum + (item.time ?? 0), 0);
  return time ? make("small", { className: "time", textContent: time < 60000 ? `${(time / 1000).toFixed(1)} s` : clockText(time) }) : "";
}

/** True while the list shows its end. Asked for at each move, the answer would have the page laid out twice. */
let isAtEnd = true;
get("moves").onscroll = () => {
  const { scrollHeight, scrollTop, clientHeight } = get("moves");
  isAtEnd = scrollHeight - scrollTop - clientHeight < 60;
};

function drawMoves() {
  const list = get("moves");
  const columns = state.view.seats.length;
  list.className = columns > 3 ? "flow" : `columns-${columns}`;
  const part = ({ note, seat, items }) => {
    if (note) return make("span", { className: "note", textContent: (note.seat ? `${nameOf(note.seat)} ` : "") + note.text });
    const element = make("span", { className: "turn" }, ...(columns > 3 && seat ? [spot(seat)] : []), ...items.map((item) => moveItem(item, seat)), timeOf(items));
    if (columns <= 3) element.style.gridColumn = seat ? seat + 1 : "2 / -1";
    return element;
  };
  const row = ({ row: place, number, parts }) => {
    const label = number ? `${number}.` : place === 1 ? "setup" : "";
    return make("li", {}, make("span", { className: "number", textContent: label }), ...parts.map(part));
  };
  // Rows that stay as they are need not be laid out anew.
  const rows = rowsOf(state.moves);
  rows.forEach((one, at) => {
    const key = state.view.id + JSON.stringify(one);
    const old = list.children[at];
    if (old?.key === key) return;
    const item = Object.assign(row(one), { key });
    if (old) old.replaceWith(item);
    else list.append(item);
  });
  while (list.children.length > rows.length) list.lastChild.remove();
  showPlace();
  if (isAtEnd && state.past === null) list.scrollTop = list.scrollHeight;
}

/** Marks the move before the board that is shown, and the buttons that lead elsewhere. */
function showPlace() {
  const now = counted();
  const at = state.past ?? now;
  for (const move of get("moves").querySelectorAll(".move")) {
    if (Number(move.dataset.plies) === at) move.setAttribute("aria-current", "step");
    else move.removeAttribute("aria-current");
  }
  get("first").disabled = get("earlier").disabled = at === 0;
  get("later").disabled = get("latest-board").disabled = state.past === null;
  drawLead();
  drawAdvice(state.view);
  tick();
}

/** The course of the game as the bots rate themselves: the part of the first of two seats, or a line for each seat. */
function drawLead() {
  const { seats } = state.view;
  const isDuel = seats.length === 2 && !isTogether();
  const lines = new Map();
  const counts = state.moves.filter((move) => move.counts);
  // Bots count in different units.
  const scale = Math.min(400, Math.max(100, ...counts.map(({ score }) => Math.abs(score))));
  counts.forEach(({ seat, score }, at) => {
    if (score === null || !seat) return;
    const line = isDuel ? 1 : seat;
    const value = lead(isDuel && seat === 2 ? -score : score, scale);
    lines.set(line, [...(lines.get(line) || [[0, 0]]), [at + 1, value]]);
  });
  show(get("lead"), lines.size > 0);
  get("table").classList.toggle("rated", lines.size > 0);
  if (!lines.size) return;
  const width = counts.length;
  const plot = svgElement("svg", { viewBox: `0 -1 ${width} 2`, preserveAspectRatio: "none", role: "img", class: isDuel ? "duel" : "" });
  for (const [seat, points] of lines) {
    const [, last] = points[points.length - 1];
    const way = [...points, [width, last]].map(([x, y]) => `${x} ${-y}`).join("L");
    if (isDuel) plot.append(svgElement("path", { class: "part", d: `M0 1L${way}L${width} 1z` }));
    else plot.append(svgElement("path", { class: `line seat-${seat}`, d: `M${way}` }));
    if (isDuel) plot.ariaLabel = `As the bots rate it, ${Math.abs(last) < 0.05 ? "the game is even" : `${nameOf(last > 0 ? 1 : 2)} is ahead`}`;
    else plot.ariaLabel = "How the bots rate themselves, from the first move to the last";
  }
  plot.append(svgElement("path", { class: "even", d: `M0 0H${width}` }));
  if (state.past !== null) plot.append(svgElement("path", { class: "here", d: `M${state.past} -1V1` }));
  get("lead").replaceChildren(plot);
}

get("lead").onclick = (event) => {
  const { left, width } = get("lead").getBoundingClientRect();
  visitBoard(Math.round((event.clientX - left) / width * counted()));
};

/** Shows the board after so many actions and chance events. */
function visitBoard(plies) {
  const now = counted();
  const at = Math.max(0, Math.min(now, plies));
  if (at === now) return showNow();
  state.past = at;
  state.chosen = [];
  state.words = [];
  const picture = state.boards.get(at);
  if (picture) showPast({ plies: at, picture });
  else say({ do: "past", plies: at });
  // What a bomb has done is seen beside the board before it.
  if (isTogether() && at > 0 && !state.boards.has(at - 1)) say({ do: "past", plies: at - 1 });
  showPlace();
  const move = get("moves").querySelector("[aria-current]");
  move?.scrollIntoView({ block: "nearest" });
  return undefined;
}

function showPast({ plies, picture }) {
  state.boards.set(plies, picture);
  if (state.base === "" && plies === firstBoard()) state.base = picture;
  if (state.past === plies) draw(picture);
  drawLost();
  if (state.past === plies || state.past === plies + 1) drawCaption();
}

/** Comes back to the present board. */
function showNow() {
  if (state.past === null) return;
  state.past = null;
  draw(state.view.picture);
  drawLost();
  showPlace();
  choose();
}

const step = (by) => visitBoard((state.past ?? counted()) + by);

const ways = { ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => visitBoard(0), End: showNow };

get("moves").onclick = (event) => {
  const move = event.target.closest("[data-plies]");
  if (move) visitBoard(Number(move.dataset.plies));
};
// The keys lead through the game from anywhere on the page, except where they have a meaning of their own.
document.onkeydown = (event) => {
  const isHeld = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
  const isTaken = event.defaultPrevented || event.target.closest?.("select, textarea, dialog, input:not([type=checkbox])");
  const isAway = projects || get("table").hidden || !get("curtain").hidden || document.querySelector("dialog[open]");
  if (isHeld || isTaken || isAway || !Object.hasOwn(ways, event.key)) return;
  event.preventDefault();
  ways[event.key]();
};
get("first").onclick = ways.Home;
get("earlier").onclick = ways.ArrowLeft;
get("later").onclick = ways.ArrowRight;
get("latest-board").onclick = ways.End;
