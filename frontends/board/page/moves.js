"use strict";
// The list of moves, by rounds, and the way back to earlier boards.

/** The number of actions and chance events so far: the number of the present board. */
const counted = () => state.moves.filter((move) => move.counts).length;

/** A round has at most one turn of each seat; what chance does belongs to the turn that follows. */
function rounds(moves) {
  const rows = [];
  let last = null;
  let before = [];
  let plies = 0;
  for (const move of moves) {
    if (move.counts) plies += 1;
    const item = { ...move, plies };
    if (!move.counts) {
      rows.push({ note: item });
      last = null;
    } else if (!move.seat) {
      before.push(item);
    } else {
      const row = rows[rows.length - 1];
      const isSame = move.seat === last && !before.length;
      if (!row || row.note || (!isSame && row.turns.some((turn) => turn.seat >= move.seat))) rows.push({ turns: [] });
      const { turns } = rows[rows.length - 1];
      if (!turns.length || turns[turns.length - 1].seat !== move.seat) turns.push({ seat: move.seat, items: [] });
      turns[turns.length - 1].items.push(...before, item);
      before = [];
      last = move.seat;
    }
  }
  if (before.length) rows.push({ turns: [{ seat: 0, items: before }] });
  return rows;
}

function moveItem(item) {
  const { variant } = state.view;
  const dice = item.seat ? [] : diceOf(variant, item.text);
  const told = item.seat ? item.text : chanceText(variant, item.text);
  const element = make("span", { className: item.seat ? "move" : "move chance" });
  element.dataset.plies = item.plies;
  if (dice.length) element.append(...dice.map(die), make("span", { className: "unseen", textContent: told }));
  else element.textContent = told;
  if (item.time) element.title = `${(item.time / 1000).toFixed(1)} s`;
  return element;
}

function drawMoves() {
  const list = get("moves");
  const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 60;
  const columns = state.view.seats.length;
  list.className = columns > 3 ? "flow" : `columns-${columns}`;
  let number = 0;
  const row = ({ note, turns }) => {
    if (note) {
      const who = note.seat ? `${nameOf(note.seat)} ` : "";
      return make("li", { className: "note", textContent: who + note.text });
    }
    number += 1;
    const cell = (turn) => make("span", { className: "turn" }, ...(columns > 3 && turn.seat ? [spot(turn.seat)] : []),
      ...turn.items.map(moveItem));
    const cells = turns.map((turn) => {
      const element = cell(turn);
      if (columns <= 3) element.style.gridColumn = Math.max(2, turn.seat + 1);
      return element;
    });
    return make("li", {}, make("span", { className: "number", textContent: `${number}.` }), ...cells);
  };
  list.replaceChildren(...rounds(state.moves).map(row));
  showPlace();
  if (atEnd && state.past === null) list.scrollTop = list.scrollHeight;
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
}

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
  showPlace();
  const move = get("moves").querySelector("[aria-current]");
  move?.scrollIntoView({ block: "nearest" });
  return undefined;
}

function showPast({ plies, picture }) {
  state.boards.set(plies, picture);
  if (state.past !== plies) return;
  draw(picture);
  drawCaption();
}

/** Comes back to the present board. */
function showNow() {
  if (state.past === null) return;
  state.past = null;
  draw(state.view.picture);
  drawCaption();
  showPlace();
  choose();
}

const step = (by) => visitBoard((state.past ?? counted()) + by);

const ways = { ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => visitBoard(0), End: showNow };

get("moves").onclick = (event) => {
  const move = event.target.closest("[data-plies]");
  if (move) visitBoard(Number(move.dataset.plies));
};
get("moves").onkeydown = (event) => {
  if (!Object.hasOwn(ways, event.key)) return;
  event.preventDefault();
  ways[event.key]();
};
get("first").onclick = ways.Home;
get("earlier").onclick = ways.ArrowLeft;
get("later").onclick = ways.ArrowRight;
get("latest-board").onclick = ways.End;
