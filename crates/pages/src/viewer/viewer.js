// Steps through the boards of a game, and draws its chance anew.

const data = JSON.parse(document.getElementById("data").textContent);
const part = id => document.getElementById(id);

// The boards: of each the numbers of its shapes, from the changes to the one before.

function boards() {
  let shown = [];
  return data.steps.map(step => {
    if (step.changes) {
      const next = shown.slice();
      for (const [at, removed, added] of step.changes.toReversed()) next.splice(at, removed, ...added);
      shown = next;
    }
    return shown;
  });
}

const frames = boards();
const shapes = new Map();

// Reads those of these shapes that have not been seen yet.
function read(numbers) {
  const unseen = [...new Set(numbers)].filter(number => !shapes.has(number));
  const text = unseen.map(number => data.shapes[number].map(line => data.lines[line]).join("\n")).join("");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>`;
  const read = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  Array.from(read.children).forEach((shape, index) => shapes.set(unseen[index], shape));
}

const board = part("board");
let painted = [];
board.replaceChildren();

// Paints a board in place of the painted one; shapes that are in both stay as they are.
function paint(frame) {
  const there = new Map();
  Array.from(board.children).forEach((shape, index) => {
    const alike = there.get(painted[index]);
    if (alike) alike.push(shape);
    else there.set(painted[index], [shape]);
  });
  const kept = frame.map(number => there.get(number)?.shift());
  for (const alike of there.values()) for (const shape of alike) shape.remove();
  read(frame.filter((number, index) => !kept[index]));
  let next = board.firstElementChild;
  frame.forEach((number, index) => {
    const shape = kept[index] ?? document.importNode(shapes.get(number), true);
    if (shape === next) next = shape.nextElementSibling;
    else board.insertBefore(shape, next);
  });
  painted = frame;
}

// What each step has besides its board, carried on from step to step.

const place = new Map(data.steps.map((step, index) => [step.n, index]));
const last = data.steps.length - 1;
let title = "";
const told = data.steps.map(step => {
  title = step.title === undefined ? title : data.lines[step.title];
  return title;
});

const links = new Map();
const notes = new Map();
const list = document.querySelector(".moves");
for (const link of list.querySelectorAll("a")) links.set(place.get(Number(link.hash.slice(1))), link);
for (const note of list.querySelectorAll("[data-n]")) {
  const index = place.get(Number(note.dataset.n));
  notes.set(index, [...(notes.get(index) ?? []), note]);
}

const seats = new Map();
for (const row of document.querySelectorAll(".seats [data-seat]")) {
  const cell = name => row.querySelector(`.${name}`);
  const seat = { row, clock: cell("clock"), took: cell("took"), all: cell("all"), acts: [] };
  seats.set(Number(row.dataset.seat), seat);
}
data.steps.forEach((step, index) => {
  const seat = seats.get(step.seat);
  if (!seat) return;
  const before = seat.acts.at(-1);
  const all = (before?.all ?? 0) + (step.ms ?? 0);
  seat.acts.push({ index, clock: step.clock ?? before?.clock, ms: step.ms, all });
});

// What a seat had done last at a step: the acts are ascending.
function act(seat, index) {
  let low = 0;
  let high = seat.acts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (seat.acts[middle].index <= index) low = middle + 1;
    else high = middle;
  }
  return seat.acts[low - 1];
}

function duration(ms) {
  if (ms === undefined) return "–";
  if (ms < 10) return `${ms.toFixed(2)} ms`;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60000) return `${(ms / 1000).toFixed(2)} s`;
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

// What is written anew is laid out anew.
function write(cell, text) {
  if (cell && cell.textContent !== text) cell.textContent = text;
}

// Where the page stands.

let now = -1;
let marked = null;
let naming = 0;

function show(index) {
  index = Math.max(0, Math.min(last, index));
  if (index === now) return;
  now = index;
  paint(frames[index]);
  board.setAttribute("aria-label", told[index]);
  marked?.removeAttribute("aria-current");
  marked = links.get(index) ?? null;
  marked?.setAttribute("aria-current", "step");
  if (marked) {
    const row = marked.closest("li");
    list.scrollTop = row.offsetTop - (list.clientHeight - row.offsetHeight) / 2;
  }
  const step = data.steps[index];
  for (const [number, seat] of seats) {
    const done = act(seat, index);
    seat.row.classList.toggle("acts", number === step.seat);
    write(seat.clock, duration(done?.clock));
    write(seat.took, duration(done?.ms));
    write(seat.all, duration(done?.all));
  }
  tell(index, step);
  part("place").value = index;
  part("first").disabled = part("back").disabled = index === 0;
  part("forward").disabled = part("last").disabled = index === last;
  for (const line of document.querySelectorAll(".curve .now")) {
    line.setAttribute("transform", `translate(${(1000 * index) / Math.max(1, last)})`);
  }
  // Browsers do not let a page change its address many times a second.
  clearTimeout(naming);
  naming = setTimeout(() => history.replaceState(null, "", `#${step.n}`), 150);
}

// What has happened at a step, in words.
function tell(index, step) {
  const line = document.createElement("span");
  const words = [];
  if (index > 0) words.push(`${step.n}.`);
  if (step.seat !== undefined) words.push(seats.get(step.seat)?.row.querySelector(".who").textContent ?? "");
  words.push(marked?.textContent ?? "");
  line.textContent = words.join(" ");
  const said = (notes.get(index) ?? []).map(note => {
    const text = document.createElement("span");
    text.className = note.className;
    text.textContent = note.textContent;
    return text;
  });
  part("now").replaceChildren(line, ...said);
}

// Playing.

let timer = 0;

function play(on) {
  clearInterval(timer);
  timer = 0;
  if (on && last > 0) {
    if (now === last) show(0);
    timer = setInterval(() => {
      show(now + 1);
      if (now === last) play(false);
    }, 1000 / Number(part("speed").value));
  }
  const button = part("play");
  button.classList.toggle("playing", timer !== 0);
  button.setAttribute("aria-label", timer ? "Pause" : "Play");
  // Nobody can listen to twenty moves a second.
  part("now").setAttribute("aria-live", timer ? "off" : "polite");
}

function go(index) {
  play(false);
  show(index);
}

const keys = {
  ArrowLeft: () => go(now - 1),
  ArrowRight: () => go(now + 1),
  Home: () => go(0),
  End: () => go(last),
  " ": () => play(!timer),
};

document.addEventListener("keydown", event => {
  const held = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
  const own = event.target.closest?.(event.key === " " ? "button, select, input, summary" : "select, input");
  if (held || own || !Object.hasOwn(keys, event.key)) return;
  event.preventDefault();
  keys[event.key]();
});
part("first").addEventListener("click", keys.Home);
part("back").addEventListener("click", keys.ArrowLeft);
part("play").addEventListener("click", keys[" "]);
part("forward").addEventListener("click", keys.ArrowRight);
part("last").addEventListener("click", keys.End);
part("speed").addEventListener("change", () => play(timer !== 0));
part("place").max = last;
part("place").addEventListener("input", event => go(Number(event.target.value)));
for (const curve of document.querySelectorAll(".curve svg")) {
  curve.addEventListener("click", event => {
    const frame = curve.getBoundingClientRect();
    go(Math.round((last * (event.clientX - frame.left)) / frame.width));
  });
}
list.addEventListener("click", event => {
  const link = event.target.closest("a");
  if (!link) return;
  event.preventDefault();
  go(place.get(Number(link.hash.slice(1))));
});

function follow() {
  if (!/^#\d+$/.test(location.hash)) return;
  const wanted = Number(location.hash.slice(1));
  // A step that is not there, such as one beyond the end, is the last one before it.
  go(Math.max(0, data.steps.findLastIndex(step => step.n <= wanted)));
}

addEventListener("hashchange", follow);
document.querySelector(".controls").hidden = false;
follow();
if (now < 0) show(0);

// Chance.

function say(text, right) {
  const line = document.createElement("li");
  line.className = right === undefined ? "" : right ? "right" : "wrong";
  line.textContent = text;
  part("checks").append(line);
  return line;
}

function jump(n) {
  const link = document.createElement("a");
  link.href = `#${n}`;
  link.textContent = n;
  return link;
}

const draws = data.steps
  .filter(step => step.draw)
  .map(({ n, draw: [key, lot, logged] }) => {
    const again = data.seed ? drawn(data.seed, key, data.lots[lot]) : null;
    return { n, key, logged, again };
  });

if (data.commitment && data.seed) {
  const fits = commitment(data.seed) === data.commitment;
  say(fits ? "The commitment matches the seed." : "The commitment does not match the seed.", fits);
  const wrong = draws.filter(draw => draw.logged !== draw.again);
  if (draws.length > 0) {
    const right = draws.length - wrong.length;
    say(`${right} of ${draws.length} draws, repeated from the seed, match the log.`, wrong.length === 0);
  }
  for (const { n, key, logged, again } of wrong) {
    say(`: the log has ${logged}, the seed gives ${again} (key ${key}).`, false).prepend(jump(n));
  }
  if (data.undrawn > 0) say(`${data.undrawn} draws were not repeated, because the log cannot be played up to them.`);
  say("This page has just checked the commitment and the draws. It has not checked whether the seed dealt the start or "
    + "whether every action is legal. The result above is from when the page was written; run arbiter verify to check again.");
}

part("draws")?.addEventListener("toggle", event => {
  if (event.target.querySelector("table")) return;
  const table = document.createElement("table");
  const row = (kind, ...cells) => {
    const line = document.createElement("tr");
    for (const content of cells) {
      const cell = document.createElement(kind);
      cell.append(content);
      line.append(cell);
    }
    return line;
  };
  const head = document.createElement("thead");
  head.append(row("th", "step", "key", "in the log", "from the seed"));
  const body = document.createElement("tbody");
  for (const { n, key, logged, again } of draws) {
    const line = row("td", jump(n), key, logged, again ?? "unknown");
    line.classList.toggle("wrong", again !== null && again !== logged);
    body.append(line);
  }
  table.append(head, body);
  event.target.append(table);
});
