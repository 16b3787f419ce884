"use strict";
// What differs between two boards: men that move, men that are lost, and the sound of a move.

/** The time that a man takes to its place, in milliseconds. */
const slide = 200;

/** The most men that move at once. Between two distant boards none does. */
const mostMoving = 8;

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** The men on the board that is shown. */
let standing = new Map();

/** The men of a picture by place and look. A man beyond the edge of a board is drawn twice. */
function menIn(root) {
  const men = new Map();
  for (const part of root.querySelectorAll("g[data-at]:not(.die)")) {
    const [, x, y] = /^translate\((\S+) ([^)]+)\)/.exec(part.getAttribute("transform")) || [];
    const title = part.querySelector(":scope > title")?.textContent;
    if (x === undefined || title === undefined) continue;
    const owner = part.getAttribute("class");
    const drawing = [...part.querySelectorAll("path, text")].map((one) => one.getAttribute("d") ?? one.textContent).join();
    const look = owner + drawing;
    const key = `${part.dataset.at} ${look}`;
    if (!men.has(key)) men.set(key, { owner, drawing, look, title, parts: [] });
    men.get(key).parts.push({ part, x: Number(x), y: Number(y) });
  }
  return men;
}

/** The flights of men that are under way: the way back to the start, and the time of the start. */
const flights = new Map();

/** Lets the men that stood elsewhere before go to their places, and those that are gone fade. The board does not wait. */
function moveMen(svg) {
  const now = performance.now();
  const before = standing;
  const after = standing = menIn(svg);
  // The next board may be there before a man has arrived.
  for (const [key, { way, since }] of flights) {
    if (now - since < slide && before.has(key) && after.has(key)) fly(svg, after.get(key).parts[way.at].part, way, now - since);
    else flights.delete(key);
  }
  const gone = [...before].filter(([key]) => !after.has(key)).map(([, man]) => man);
  const come = [...after].filter(([key]) => !before.has(key));
  const landed = state.landed;
  state.landed = null;
  if (still.matches || gone.length + come.length > mostMoving) return;
  // A man that nobody left in its look was another before: it was promoted.
  for (const what of ["look", "owner"]) {
    for (const [key, man] of come.splice(0)) {
      const ways = gone.filter((other) => other[what] === man[what]).flatMap((other) => other.parts.flatMap((from) =>
        man.parts.map((to, at) => ({ other, at, dx: from.x - to.x, dy: from.y - to.y }))));
      const [way] = ways.sort((one, other) => Math.hypot(one.dx, one.dy) - Math.hypot(other.dx, other.dy));
      if (!way) {
        come.push([key, man]);
        continue;
      }
      gone.splice(gone.indexOf(way.other), 1);
      const { part } = man.parts[way.at];
      // A man that was dropped is where the hand has left it.
      if (landed?.some((place) => names(part).includes(place))) continue;
      flights.set(key, { way, since: now });
      fly(svg, part, way, 0);
    }
  }
  for (const { parts } of gone) for (const { part } of parts) fade(svg, part);
}

/** Moves all parts of a man, and lets clicks through to the place below meanwhile. */
function fly(svg, part, { dx, dy }, done) {
  const parts = [...svg.querySelectorAll(`[data-at="${CSS.escape(part.dataset.at)}"]`)];
  for (const one of parts.filter((other) => other === part || !(isOutline(other) || other.localName === "g"))) {
    one.parentElement.append(one);
    one.classList.add("flying");
    const flight = one.animate({ translate: [`${dx}px ${dy}px`, "0px 0px"] }, { duration: slide, easing: "ease-in-out" });
    if (done) flight.currentTime = done;
    flight.onfinish = () => one.classList.remove("flying");
  }
}

/** Shows a man that is gone below those that are there, until it has faded. */
function fade(svg, part) {
  part.removeAttribute("data-at");
  part.setAttribute("aria-hidden", "true");
  part.classList.add("flying");
  svg.querySelector(".places")?.after(part);
  part.animate({ opacity: [1, 0] }, { duration: slide, easing: "ease-in" }).onfinish = () => part.remove();
}

// ---- Men that are lost.

/** The number of the board on which the first turn begins; -1 until then. */
const firstBoard = () => state.moves.filter((move) => move.counts).findIndex((move) => move.place?.number);

/** Keeps the board on which the first turn begins, or asks for it. */
function keepBase(picture) {
  const first = firstBoard();
  if (first < 0) state.base = picture;
  else if (state.base === null) {
    state.base = "";
    say({ do: "past", plies: first });
  }
}

/** The men of `state.base`, with the text that they were read from. */
let base = { text: null, men: new Map() };

/** The men that stood on the board when the first turn began, and stand nowhere now. */
function lostMen() {
  if (base.text !== state.base) base = { text: state.base, men: menIn(read(state.base).svg) };
  const isMan = ({ parts: [{ part }] }) => part.matches(".man, .token") && part.querySelector(".body, .face");
  const [lost, rest] = [base.men, standing].map((men) => [...men.values()].filter(isMan));
  const find = (men, is) => { const at = men.findIndex(is); return at >= 0 && men.splice(at, 1); };
  const count = (look) => lost.filter((man) => man.look === look).length;
  // Of the men of an owner those that are many are promoted.
  const ranks = new Map(lost.map(({ look }) => [look, count(look)]));
  lost.sort((one, other) => ranks.get(other.look) - ranks.get(one.look));
  const fresh = rest.filter((man) => !find(lost, ({ look }) => look === man.look));
  for (const man of fresh) {
    if (!find(lost, ({ drawing }) => drawing === man.drawing)) find(lost, ({ owner }) => owner === man.owner);
  }
  return lost;
}

/** Shows beside each seat the men that it has lost. */
function drawLost() {
  const lost = state.base ? lostMen() : [];
  for (const item of get("chairs").children) {
    const colour = colourOf(state.view.variant, Number(item.dataset.seat))?.toLowerCase();
    const own = lost.filter(({ owner }) => owner.split(" ").includes(colour));
    const key = own.map(({ look }) => look).join(" ");
    const box = item.querySelector(".lost");
    if (box.dataset.key === key) continue;
    box.dataset.key = key;
    box.replaceChildren(...(own.length ? ["missing ", rowOf(own)] : []));
  }
}

/** Men in a row; those of one look overlap. */
function rowOf(men) {
  const row = svgElement("svg", { class: "picture", role: "img", "aria-label": men.map(({ title }) => title.replace(/ \S+$/, "")).join(", ") });
  let x = 0;
  men.forEach(({ owner, look, parts: [{ part }] }, at) => {
    if (at) x += look === men[at - 1].look ? 16 : 30;
    const man = svgElement("g", { class: owner, transform: `translate(${x} 0)` });
    man.append(...[...part.children].filter((one) => one.localName !== "title").map((one) => one.cloneNode(true)));
    row.append(man);
  });
  row.setAttribute("viewBox", `-17 -18 ${x + 34} 36`);
  return row;
}

/**
 * What became of the men that a bomb hit, between two boards: no move of its own says it. A man that is not on the second
 * board, where none like it came, is lost; one whose square has become a pit has escaped.
 */
function lossText(before, after, moves) {
  const all = (picture, what) => [...picture.matchAll(new RegExp(`<title>(${what}) ([a-h][1-8])</title>`, "g"))].map(([, man, place]) => ({ man, place }));
  const missing = (from, other) => from.filter(({ man, place }) => !other.some((one) => one.man === man && one.place === place));
  const [old, now] = [before, after].map((picture) => all(picture, "(?:White|Black) \\w+"));
  const pits = missing(all(after, "pit"), all(before, "pit")).map(({ place }) => place);
  // The men stand where their moves have led them when the bomb falls.
  for (const { text } of moves) {
    const [, from, to] = /([a-h][1-8])-([a-h][1-8])/.exec(text) || [];
    for (const one of old) if (one.place === from) one.place = to;
  }
  const come = missing(now, old);
  const told = missing(old, now).map(({ man, place }) => {
    const at = come.findIndex((one) => one.man === man);
    if (at < 0) return `${man} ${place} is lost`;
    const [{ place: to }] = come.splice(at, 1);
    return pits.includes(place) ? `${man} ${place} escapes to ${to}` : "";
  });
  return told.filter(Boolean).join(" · ");
}

/** What a bomb did before the earlier board that is shown. */
function pastLossText() {
  const [before, after] = [state.boards.get(state.past - 1), state.boards.get(state.past)];
  if (!isTogether() || !before || !after) return "";
  return lossText(before, after, state.moves.filter((move) => move.counts).slice(state.past - 1, state.past));
}

// ---- The sound.

let sounds = null;

/** The time of the last sound. */
let knocked = 0;

/** A knock of wood: a tone that falls and fades. Nothing sounds before the person has touched the page. */
function knock() {
  const now = performance.now();
  if (!get("sound").checked || !navigator.userActivation?.hasBeenActive || now - knocked < 60) return;
  knocked = now;
  sounds ??= new AudioContext();
  const [tone, volume, from] = [sounds.createOscillator(), sounds.createGain(), sounds.currentTime];
  tone.type = "triangle";
  tone.frequency.setValueAtTime(420, from);
  tone.frequency.exponentialRampToValueAtTime(120, from + 0.06);
  volume.gain.setValueAtTime(0.3, from);
  volume.gain.exponentialRampToValueAtTime(0.001, from + 0.09);
  tone.connect(volume).connect(sounds.destination);
  tone.start(from);
  tone.stop(from + 0.1);
}

get("sound").checked = localStorage.getItem("sound") !== "off";
get("sound").onchange = () => localStorage.setItem("sound", get("sound").checked ? "on" : "off");
