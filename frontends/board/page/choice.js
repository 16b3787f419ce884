"use strict";
// How an action is chosen: by clicks, by dragging, by keys and by buttons.

const starts = (legal) =>
  state.chosen.every((place, at) => legal.at[at] === place) &&
  (legal.at.length > state.chosen.length || state.words.every((word, at) => legal.words[at] && legal.words[at][0] === word));

const kept = () => state.view.legal.filter(starts);

/** Shows what may be done next, with what was chosen. */
function choose() {
  const { view } = state;
  const left = kept();
  const count = state.chosen.length;
  const next = new Set(left.filter((legal) => legal.at.length > count).map((legal) => legal.at[count]));
  state.next = next;
  mark();
  follow();
  drawCaption();
  const done = inOrder(view.variant, left.filter((legal) => legal.at.length === count), (legal) => legal.words[state.words.length]?.[0]);
  const buttons = [];
  const seen = new Set();
  for (const legal of done) {
    const word = legal.words[state.words.length];
    const rest = done.filter((other) => (other.words[state.words.length] || [])[0] === (word || [])[0]);
    const label = word ? word[0] : legal.text;
    if (seen.has(label)) continue;
    seen.add(label);
    const button = make("button", { type: "button", textContent: rest.length === 1 ? rest[0].text : label });
    if (word && word[1]) {
      button.title = word[1];
      button.textContent = rest.length === 1 && rest[0].text !== word[0] ? `${rest[0].text}: ${word[1]}` : `${label}: ${word[1]}`;
    }
    button.onclick = () => {
      if (rest.length === 1) return play(rest[0].action);
      state.words.push(word[0]);
      choose();
    };
    buttons.push(button);
  }
  if (count || state.words.length) {
    const back = make("button", { type: "button", textContent: "Cancel" });
    back.onclick = clear;
    buttons.push(back);
  }
  // Whoever has pressed one of them by keyboard is not lost when they go.
  const isHere = get("choices").contains(document.activeElement);
  get("choices").replaceChildren(...buttons);
  if (isHere) (buttons[0] || get("picture")).focus({ preventScroll: true });
  get("legal").replaceChildren(...view.legal.slice(0, 500).map((legal) => make("option", { value: legal.text })));
  get("action").disabled = get("type").querySelector("button").disabled = !view.legal.length;
}

function clear() {
  state.chosen = [];
  state.words = [];
  choose();
}

/** The first of these places that continues a choice; undefined if none does. */
const follows = (places, chosen) => places.find((place) =>
  state.view.legal.some((legal) => [...chosen, place].every((name, at) => legal.at[at] === name)));

/** A click on some of these places. */
function click(places) {
  show(get("refused"), false);
  if (state.past !== null) return showNow();
  if (!state.view.legal.length) return isPlaying() ? refuse(`It is not your turn. ${get("status").textContent}`) : undefined;
  const follow = (chosen) => follows(places, chosen);
  if (state.chosen.length && places.includes(state.chosen[state.chosen.length - 1]) && !follow(state.chosen)) return clear();
  let place = follow(state.chosen);
  if (place === undefined) {
    const { chosen } = state;
    state.chosen = [];
    place = follow([]);
    if (place === undefined) explain(places, chosen);
  }
  state.words = [];
  if (place !== undefined) state.chosen.push(place);
  const left = kept();
  if (state.chosen.length && left.length === 1 && left[0].at.length === state.chosen.length) return play(left[0].action);
  if (state.chosen.length) tell(`${state.chosen.join(" ")} chosen`);
  return choose();
}

/**
 * Says why a click on these places is no step. If it would have ended an action, the arbiter knows: it is asked for the
 * action that is not legal.
 */
function explain(places, chosen) {
  const { view } = state;
  const count = chosen.length;
  const [place] = places;
  const isMan = Boolean(manOn(place));
  const fitting = view.legal.filter((legal) => chosen.every((name, at) => legal.at[at] === name) && legal.at.length === count + 1 &&
    legal.action.includes(legal.at[count]));
  const like = fitting.find((legal) => Boolean(manOn(legal.at[count])) === isMan) || fitting[0];
  const title = places.map(manOn).find(Boolean)?.querySelector(":scope > title").textContent;
  const others = view.seats.filter((seat) => seat.n !== view.look).map((seat) => colourOf(view.variant, seat.n));
  const isTheirs = others.some((colour) => colour && title?.startsWith(`${colour} `));
  const due = clickWords().join(", then ");
  const now = due && `: ${due}`;
  if (like) {
    const at = like.action.lastIndexOf(like.at[count]);
    state.missed = `${place} cannot be chosen${now}.`;
    say({ do: "play", seat: view.look, action: like.action.slice(0, at) + place + like.action.slice(at + like.at[count].length) });
  } else if (view.legal.every((legal) => !legal.at.length)) refuse("Nothing is to be chosen on the board: choose below it.");
  else if (isTheirs) refuse(`${title} is not yours${now}.`);
  else refuse(`${title ?? place} cannot be chosen${title && !count ? " now" : ""}${now}.`);
}

/** What is to be clicked now, in the words of the game: a text for each click. */
function clickWords() {
  const { view } = state;
  const phase = / data-phase="([^"]*)"/.exec(view.picture)?.[1];
  return view.legal.length && state.past === null ? known[view.variant]?.clicks[phase]?.split(", then ") ?? [] : [];
}

function play(action) {
  const { view } = state;
  show(get("refused"), false);
  say({ do: "play", seat: view.look, action });
  state.chosen = [];
  state.words = [];
  // What is legal next, the arbiter says.
  view.legal = [];
  choose();
  get("picture").classList.remove("asks");
}

// ---- Dragging. A man that may move follows the pointer; where it is dropped counts as a click.

/** The man that is held: its places, where the pointer took it, and its image once it moves. */
let held = null;

function take(event) {
  const part = event.target.closest("[data-at]");
  if (event.button !== 0 || !event.isPrimary || !part || state.past !== null || !state.view.legal.length) return;
  const places = names(part);
  const isNext = state.chosen.length && places.includes(state.chosen[state.chosen.length - 1]);
  if (isNext || follows(places, []) !== undefined) held = { places, isNext, x: event.clientX, y: event.clientY, image: null };
}

function drag(event) {
  if (!held) return;
  if (!held.image) {
    if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < 6) return;
    const man = held.places.map(manOn).find(Boolean);
    if (!man || !/^translate/.test(man.getAttribute("transform") || "")) {
      held = null;
      return;
    }
    get("picture").setPointerCapture(event.pointerId);
    if (!held.isNext) {
      state.chosen = [];
      state.words = [];
      click(held.places);
    }
    // The click may have played the only action that there was.
    if (!state.chosen.length || !man.isConnected) {
      held = null;
      return;
    }
    held.image = man.cloneNode(true);
    held.image.removeAttribute("data-at");
    held.image.classList.add("held");
    held.man = man;
    man.classList.add("away");
    man.parentElement.append(held.image);
  }
  const { image, man } = held;
  const spot = new DOMPoint(event.clientX, event.clientY).matrixTransform(man.parentElement.getScreenCTM().inverse());
  image.setAttribute("transform", man.getAttribute("transform").replace(/^translate\([^)]*\)/, `translate(${spot.x} ${spot.y})`));
}

/** True while a click belongs to a drop, which has done its work. */
let dropped = false;

function drop(event) {
  const was = held;
  held = null;
  if (!was?.image) return;
  dropped = true;
  setTimeout(() => { dropped = false; });
  was.image.remove();
  was.man.classList.remove("away");
  if (event.type === "pointercancel") return;
  const target = document.elementFromPoint(event.clientX, event.clientY)?.closest("#picture [data-at]");
  const places = target ? names(target) : [];
  // Elsewhere the man goes back, and stays chosen.
  if (follows(places, state.chosen) === undefined) return;
  click(places);
  if (!state.view.legal.length) state.landed = places;
}

function clicked(event) {
  if (dropped) return undefined;
  if (state.view.over) {
    state.hasSeenEnd = true;
    drawCaption();
  }
  const part = event.target.closest("[data-at]");
  return part ? click(namesAt(names(part)[0])) : clear();
}

const directions = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function key(event) {
  if (event.key === "Escape") {
    showNow();
    if (!isPlaying()) state.focus = null;
    clear();
    return;
  }
  if (event.key === "Enter" || event.key === " ") {
    if (state.focus) click(state.focus === null ? [] : namesAt(state.focus));
    event.preventDefault();
    return;
  }
  const direction = directions[event.key];
  // To whom nothing is left to play, the keys lead through the game until they look around on the board.
  if (!direction || (direction[0] && state.focus === null && !isPlaying())) return;
  event.preventDefault();
  const all = places();
  const here = all.get(state.focus);
  if (!here) {
    const [first] = kept().flatMap((legal) => legal.at.slice(0, 1));
    focusOn(first || all.keys().next().value, all);
    return;
  }
  let best = null;
  for (const [name, { x, y }] of all) {
    const along = (x - here.x) * direction[0] + (y - here.y) * direction[1];
    const across = Math.abs((x - here.x) * direction[1]) + Math.abs((y - here.y) * direction[0]);
    if (along <= 1 || across > along) continue;
    const distance = along + 2 * across;
    if (!best || distance < best.distance) best = { name, distance };
  }
  if (best) focusOn(best.name, all);
}

const isPlaying = () => state.view.status === "running" && state.view.seats.some((seat) => seat.mine);

/** All names of the things that stand where this one does: a man and its square. */
function namesAt(place) {
  const own = parts(place).flatMap(names);
  return [place, ...own.filter((name) => name !== place)];
}

function focusOn(place, all) {
  state.focus = place;
  const count = state.chosen.length;
  const may = kept().some((legal) => legal.at[count] === place);
  tell(spoken(place) + (may ? ", possible" : ""));
  if (!all.get(place)) return;
  mark();
  all.get(place).part.scrollIntoView({ block: "nearest", inline: "nearest" });
}
