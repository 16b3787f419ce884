"use strict";
// The page knows no rules. What it shows is the arbiter's picture; what may be done is the arbiter's list, taken apart into
// places of that picture and words. This script has the state and the connection; the other scripts have a subject each.

const get = (id) => document.getElementById(id);
const make = (name, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
};
const show = (element, is) => { element.hidden = !is; };

const state = {
  hall: null,
  view: null,
  moves: [],
  /** The places that were clicked, in order. */
  chosen: [],
  /** The words that were chosen, in order. */
  words: [],
  /** The places that may be chosen next. */
  next: new Set(),
  /** The text that was typed and sent, and the number of moves then; null if nothing waits for its answer. */
  typed: null,
  /** True if the board is turned away from the seat that looks. */
  flipped: false,
  /** Where the keyboard is on the board. */
  focus: null,
  /** The seat whose view the person at the page has uncovered for a choice in secret; null if the curtain is due. */
  lifted: null,
  /** The men that the last moves cost without saying it, in words. */
  lost: "",
  /** The picture of the board on which the first turn begins; null if the page has not asked for it. */
  base: null,
  /** The places where a man was dropped that waits for its board; null if none does. */
  landed: null,
  /** What a click missed, in words, while the arbiter is asked for the reason; null if it is not. */
  missed: null,
  /** True if the person has clicked on the board after the end. */
  hasSeenEnd: false,
  course: null,
  /** The number of actions on an earlier board that is shown; null while the board is the present one. */
  past: null,
  /** The picture that is shown. */
  drawn: "",
  /** The pictures of boards that were shown, by the number of actions on them. */
  boards: new Map(),
};

/** The key and the table or game of the address. */
const address = () => location.hash.slice(1).split("/");

// ---- The connection. It comes back by itself; everything is on the other side.

let socket = null;
let closed = false;
let wait = 250;
/** True from the request for the table or the game of the address to its first view. */
let comes = false;

function connect() {
  const [key] = address();
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  socket = new WebSocket(`${scheme}://${location.host}/talk`);
  socket.onopen = () => {
    wait = 250;
    say({ do: "hello", key });
    visit();
  };
  socket.onmessage = (event) => {
    show(get("lost"), false);
    hear(JSON.parse(event.data));
  };
  socket.onclose = () => {
    if (closed) return;
    get("lost").textContent = "The connection is lost. The game continues as soon as the board answers again.";
    show(get("lost"), true);
    // What is legal, the arbiter says again.
    if (state.view) {
      state.view.legal = [];
      clear();
    }
    setTimeout(connect, wait);
    wait = Math.min(wait * 2, 5000);
  };
}

/** Opens the table or the game that the address names. */
function visit() {
  const [, name] = address();
  comes = Boolean(name);
  if (!name) return;
  const game = /^game-(\d+)$/.exec(name);
  say(game ? { do: "watch", game: Number(game[1]) } : { do: "open", table: name });
}

function say(message) {
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

function hear(message) {
  switch (message.is) {
    case "words":
      learn(message.variants);
      break;
    case "hall":
      state.hall = message;
      if (!location.hash.includes("/")) showHall();
      break;
    case "course":
      showCourse(message);
      break;
    case "strengths":
      showStrengths(message);
      break;
    case "picture":
      hearPicture(message);
      break;
    case "table":
      showTable(message);
      break;
    case "past":
      showPast(message);
      break;
    case "paper":
      showPaper(message);
      break;
    case "refused":
      refuse(message.text);
      break;
    case "closed":
      closed = true;
      get("lost").textContent = message.text;
      show(get("lost"), true);
      break;
  }
}

function refuse(reason) {
  // A table that was removed, or a game of an earlier round: the hall shows what there is.
  if (comes && !projects) {
    comes = false;
    state.view = null;
    [location.hash] = address();
  }
  const { missed } = state;
  state.missed = null;
  const why = / is not legal: (.*)/.exec(reason)?.[1];
  const text = missed === null ? reason : why ? `${why[0].toUpperCase()}${why.slice(1)}.` : missed;
  note(text);
  // What was refused is there to be corrected.
  if (state.typed) get("action").value = state.typed.text;
  state.typed = null;
}

/** Shows a text beside what was clicked, until something happens. */
function note(text) {
  const part = document.activeElement.closest(".aside") ? ".aside" : ".below";
  (state.view ? document.querySelector(`${part} > .message`) : document.body).append(get("refused"));
  get("refused").textContent = text;
  show(get("refused"), true);
  tell(text);
}

get("refused").onclick = () => show(get("refused"), false);

const tell = (text) => { get("told").textContent = text; };

function status(text, yours = false) {
  get("status").textContent = text;
  get("status").classList.toggle("yours", yours);
}

window.onhashchange = () => {
  const [key, name] = address();
  if (!key) return;
  if (name) visit();
  else say({ do: "leave" });
};
window.addEventListener("DOMContentLoaded", connect);
