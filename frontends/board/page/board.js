"use strict";
// The page knows no rules. What it shows is the arbiter's picture; what may be done is the arbiter's list, taken apart into
// places of that picture and words.

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
  /** Where the keyboard is on the board. */
  focus: null,
  /** Which seat was shown last, so that people who share a screen can hand it over. */
  shown: null,
  /** Whether more than one seat of this page was asked at once. */
  secret: false,
};

// ---- The connection. It comes back by itself; everything is on the other side.

let socket = null;
let closed = false;
let wait = 250;

function connect() {
  const [key] = location.hash.slice(1).split("/");
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  socket = new WebSocket(`${scheme}://${location.host}/talk`);
  socket.onopen = () => {
    wait = 250;
    say({ do: "hello", key });
    const table = location.hash.split("/")[1];
    if (table) say({ do: "open", table });
  };
  socket.onmessage = (event) => {
    show(get("lost"), false);
    hear(JSON.parse(event.data));
  };
  socket.onclose = () => {
    if (closed) return;
    get("lost").textContent = "The connection is lost. The game continues as soon as the board answers again.";
    show(get("lost"), true);
    setTimeout(connect, wait);
    wait = Math.min(wait * 2, 5000);
  };
}

function say(message) {
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

function hear(message) {
  switch (message.is) {
    case "hall":
      state.hall = message;
      if (!location.hash.includes("/")) showHall();
      break;
    case "course":
      showCourse(message);
      break;
    case "table":
      showTable(message);
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

function refuse(text) {
  get("refused").textContent = text;
  show(get("refused"), true);
  tell(text);
}

const tell = (text) => { get("told").textContent = text; };

function status(text, yours = false) {
  get("status").textContent = text;
  get("status").classList.toggle("yours", yours);
}

// ---- The hall.

function showHall() {
  state.view = null;
  show(get("table"), false);
  show(get("hall"), true);
  show(get("leave"), false);
  document.title = get("title").textContent = "Arbiter";
  status("");
  const { variants, tables } = state.hall;
  if (!get("variant").options.length) {
    get("variant").append(...variants.map((variant) => make("option", { value: variant.word, textContent: variant.title })));
    chooseVariant();
  }
  get("tables").replaceChildren(...tables.map((table) => {
    const button = make("button", { type: "button" }, table.title, " ",
      make("small", { textContent: `${table.names.join(", ")} · ${table.status}, ${table.plies} played` }));
    button.onclick = () => {
      location.hash = `${location.hash.slice(1).split("/")[0]}/${table.id}`;
    };
    return make("li", {}, button);
  }));
  show(get("no-tables"), !tables.length);
}

const variant = () => state.hall.variants.find((known) => known.word === get("variant").value);

function chooseVariant() {
  const { seats, options } = variant();
  get("seats").replaceChildren(...seats.map((number) => make("option", { value: number, textContent: number })));
  show(get("seats-row"), seats.length > 1);
  get("options").replaceChildren(...options.map(optionRow));
  show(get("options").parentElement, options.length > 0);
  chooseSeats();
}

function optionRow(option) {
  let input;
  if (option.kind === "combo" || option.kind === "check") {
    const values = option.kind === "check" ? ["true", "false"] : option.values;
    input = make("select", {}, ...values.map((value) => make("option", { value, textContent: value })));
    input.value = option.default;
  } else {
    input = make("input", { type: option.kind === "spin" ? "number" : "text", placeholder: option.default, autocomplete: "off" });
    if (option.min !== null) input.min = option.min;
    if (option.max !== null) input.max = option.max;
  }
  input.dataset.option = option.name;
  input.dataset.default = option.default;
  return make("label", { className: "row" }, make("span", { textContent: option.name }), input);
}

function chooseSeats() {
  const bots = state.hall.bots.filter((bot) => !bot.variants || bot.variants.includes(get("variant").value));
  const rows = Array.from({ length: Number(get("seats").value) }, (_, place) => {
    const who = make("select", { ariaLabel: `Who plays seat ${place + 1}` },
      make("option", { value: "here", textContent: "a person here" }),
      make("option", { value: "link", textContent: "a person with a link" }),
      ...bots.map((bot) => make("option", { value: `bot ${bot.name}`, textContent: `bot: ${bot.name}` })));
    const name = make("input", { placeholder: "name", maxLength: 40, ariaLabel: `Name of seat ${place + 1}`, autocomplete: "off" });
    who.onchange = () => { name.disabled = who.value.startsWith("bot "); };
    if (place > 0 && bots.length) who.value = `bot ${(bots.find((bot) => bot.name === "search") || bots[0]).name}`;
    who.onchange();
    return make("div", { className: "sitter" }, make("span", { textContent: `Seat ${place + 1}` }), who, name);
  });
  get("sitters").replaceChildren(...rows);
}

function order() {
  const seats = [...get("sitters").children].map((row) => {
    const [who, name] = row.querySelectorAll("select, input");
    return who.value.startsWith("bot ") ? { who: "bot", name: who.value.slice(4) } : { who: who.value, name: name.value };
  });
  const options = {};
  for (const input of get("options").querySelectorAll("[data-option]")) {
    if (input.value !== "" && input.value !== input.dataset.default) options[input.dataset.option] = input.value;
  }
  const milliseconds = (id) => Math.round(Number(get(id).value) * 1000);
  let clock;
  if (get("clock").value === "bots") clock = { movetime: milliseconds("seconds"), people: false };
  if (get("clock").value === "move") clock = { movetime: milliseconds("seconds") };
  if (get("clock").value === "game") clock = { time: milliseconds("seconds"), inc: milliseconds("inc") };
  return {
    do: "make", variant: get("variant").value, seats, options, clock, seed: get("seed").value.trim() || null,
    position: get("position").value.trim() || null, takeback: get("takeback").checked,
  };
}

function chooseClock() {
  get("seconds").value = { bots: 1, move: 30, game: 300 }[get("clock").value];
  show(get("inc-row"), get("clock").value === "game");
}

// ---- A tournament that is played elsewhere.

function showCourse(course) {
  show(get("course"), true);
  get("course-title").textContent = course.folder;
  get("course-told").textContent = course.finished === 1 ? "1 game has ended." : `${course.finished} games have ended.`;
  get("standings").replaceChildren(...course.standings.map(({ name, games, points }) => make("tr", {},
    make("th", { scope: "row", textContent: name }),
    ...[games, Number(points.toFixed(2)), (points / games).toFixed(3)].map((figure) => make("td", { className: "figure", textContent: figure })))));
  // What stays is not drawn anew, so that nothing flickers.
  const old = new Map([...get("boards").children].map((item) => [item.dataset.game, item]));
  get("boards").replaceChildren(...course.boards.map(({ game, picture }) => {
    const item = old.get(String(game)) || make("li", {}, make("img", { alt: "" }), make("span", { textContent: `game ${game}` }));
    item.dataset.game = game;
    const source = `data:image/svg+xml,${encodeURIComponent(picture)}`;
    const image = item.querySelector("img");
    if (image.src !== source) image.src = source;
    image.alt = `The board of game ${game}`;
    return item;
  }));
  show(get("no-boards"), !course.boards.length);
  get("latest").replaceChildren(...course.latest.map(({ game, seats, score, reason }) => {
    const names = seats.map((name, seat) => (score.length === seats.length ? `${name} ${score[seat]}` : name)).join(", ");
    const shared = score.length === 1 && seats.length > 1 ? `: ${score[0]} together` : "";
    const button = make("button", { type: "button", textContent: `${game}. ${names}${shared} (${reason})` });
    button.onclick = () => say({ do: "page", game });
    return make("li", {}, button);
  }));
}

// ---- The table.

function showTable(view) {
  const before = state.view;
  const same = before && before.id === view.id;
  state.moves = same && view.from <= state.moves.length && view.from > 0 ? state.moves.slice(0, view.from) : [];
  const news = view.moves;
  state.moves.push(...news);
  // What the page has already is not sent again, and stays as it is: somebody may be in the middle of a choice.
  const looksNew = view.picture !== null;
  const mayNew = view.legal !== null;
  if (same) {
    if (!looksNew) view.picture = before.picture;
    if (!mayNew) view.legal = before.legal;
  }
  state.view = view;
  view.heard = performance.now();
  if (view.owner && location.hash.split("/")[1] !== view.id) {
    history.pushState(null, "", `#${location.hash.slice(1).split("/")[0]}/${view.id}`);
  }
  show(get("hall"), false);
  show(get("table"), true);
  show(get("leave"), view.owner);
  // What was refused stays to be read until something has happened.
  if (!same || view.plies !== before.plies) show(get("refused"), false);
  get("title").textContent = view.title;
  if (looksNew) draw(same && before.picture === view.picture);
  get("picture").classList.toggle("asks", view.legal.length > 0);
  drawSeats();
  drawMoves(same && view.from > 0 ? news : null);
  drawRest();
  drawAdvice(same ? before : null);
  curtain();
  if (looksNew || mayNew) clear();
  if (same && news.length) tell(news.map(sentence).join(". "));
}

const nameOf = (seat) => {
  const found = state.view.seats.find((chair) => chair.n === seat);
  return found ? found.name : "";
};

const sentence = (move) => (move.seat ? `${nameOf(move.seat)}: ${move.text}` : move.text);

const asked = () => state.view.seats.filter((seat) => seat.mine && seat.asked);

/** The picture is a document of its own; its style is taken out, because this page has none but its own. */
function draw(isSame) {
  const { view } = state;
  const box = get("picture");
  if (!isSame) {
    // A style in a document that this page has made would be refused by the page's own policy.
    const sheets = [];
    const bare = view.picture.replace(/<style>([^<]*)<\/style>/g, (_, text) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      sheets.push(sheet);
      return "";
    });
    const parsed = new DOMParser().parseFromString(bare, "image/svg+xml").documentElement;
    if (parsed.localName !== "svg") {
      box.replaceChildren();
      return;
    }
    for (const element of parsed.querySelectorAll("script, foreignObject")) element.remove();
    document.adoptedStyleSheets = sheets;
    const svg = document.importNode(parsed, true);
    // What is clicked is named by the arbiter; the title of the whole would hide the names of the parts.
    const title = svg.querySelector(":scope > title");
    if (title) {
      box.ariaLabel = title.textContent;
      title.remove();
    }
    svg.setAttribute("role", "group");
    const { width, height } = svg.viewBox.baseVal;
    // A picture that is all too high would be tiny if the screen had to hold all of it.
    box.classList.toggle("high", height > 1.7 * width);
    box.replaceChildren(svg);
    name(svg);
  }
}

/** Each place says once what is there, for those who hear the board. */
function name(svg) {
  const all = [...svg.querySelectorAll("[data-at]")];
  const byPlace = new Map();
  for (const part of all) for (const place of names(part)) byPlace.set(place, [...(byPlace.get(place) || []), part]);
  const said = new Set();
  for (const outline of all.filter((part) => part.parentElement.classList.contains("places"))) {
    const [place] = names(outline);
    if (said.has(place)) {
      outline.setAttribute("aria-hidden", "true");
      continue;
    }
    said.add(place);
    outline.setAttribute("role", "img");
    outline.setAttribute("aria-label", spoken(place, byPlace.get(place)));
  }
  for (const part of all) {
    if (!part.parentElement.classList.contains("places") && names(part).some((place) => said.has(place))) {
      part.setAttribute("aria-hidden", "true");
    }
  }
}

/** A place and what is on it. */
function spoken(place, those = parts(place)) {
  const titles = those.map((part) => part.querySelector(":scope > title")?.textContent).filter(Boolean);
  const things = new Set(titles.map((title) => (title.endsWith(` ${place}`) ? title.slice(0, -place.length - 1) : title)));
  return [place, ...(things.size ? things : ["empty"])].join(", ");
}

const names = (element) => element.dataset.at.split(" ");

/** The elements of a place, the outline of the board first. */
function parts(place) {
  return [...get("picture").querySelectorAll(`[data-at~="${CSS.escape(place)}"]`)];
}

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
  const done = left.filter((legal) => legal.at.length === count);
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
  get("legal").replaceChildren(...view.legal.slice(0, 500).map((legal) => make("option", { value: legal.action, label: legal.text })));
  show(get("type"), view.legal.length > 0);
}

function clear() {
  state.chosen = [];
  state.words = [];
  choose();
}

/** A click on some of these places. */
function click(places) {
  if (!state.view.legal.length) return;
  const follow = (chosen) => places.find((place) =>
    state.view.legal.some((legal) => [...chosen, place].every((name, at) => legal.at[at] === name)));
  if (state.chosen.length && places.includes(state.chosen[state.chosen.length - 1]) && !follow(state.chosen)) return clear();
  let place = follow(state.chosen);
  if (place === undefined) {
    state.chosen = [];
    place = follow([]);
  }
  state.words = [];
  if (place !== undefined) state.chosen.push(place);
  const left = kept();
  if (state.chosen.length && left.length === 1 && left[0].at.length === state.chosen.length) return play(left[0].action);
  if (state.chosen.length) tell(`${state.chosen.join(" ")} chosen`);
  return choose();
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

/** Frames around places: where one may go, what is chosen, and where the keyboard is. */
function mark() {
  const svg = get("picture").querySelector("svg");
  if (!svg) return;
  svg.querySelector(".marks")?.remove();
  for (const old of svg.querySelectorAll(".places *")) old.classList.remove("may");
  // Below each line lies a broader one, so that it is seen on any colour.
  const [group, below, above] = ["marks", "below", "above"].map((name) => svgElement("g", { class: name }));
  const here = state.focus && document.activeElement === get("picture") ? [state.focus] : [];
  const kinds = Object.entries({ may: state.next, picked: state.chosen, focus: here });
  // All is measured before anything changes: the browser would lay the picture out anew for each place.
  const frames = kinds.flatMap(([kind, places]) => [...places].flatMap((place) => shapes(svg, place).map((shape) => (
    { shape, kind, small: shape.getBoundingClientRect().width < 20 ? " small" : "" }))));
  for (const { shape, kind, small } of frames) {
    for (const layer of [below, above]) {
      const line = shape.cloneNode();
      for (const name of line.getAttributeNames()) if (/^(data|aria)-|^role$/.test(name)) line.removeAttribute(name);
      line.setAttribute("class", kind + small);
      layer.append(line);
    }
    if (kind === "may") shape.classList.add("may");
  }
  group.append(below, above);
  svg.append(group);
}

/** The outlines of a place; the box of a man that is no place, of a die or a cell, which has none. */
function shapes(svg, place) {
  const all = parts(place);
  const outlines = all.filter((part) => part.parentElement.classList.contains("places"));
  if (outlines.length) return outlines;
  return all.slice(0, 1).map((part) => {
    const { x, y, width, height } = boxOf(svg, part);
    const box = svgElement("rect", { x, y, width, height, rx: 4 });
    box.getBoundingClientRect = () => part.getBoundingClientRect();
    return box;
  });
}

function svgElement(name, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

/** The box of an element in the coordinates of the picture. */
function boxOf(svg, element) {
  const box = element.getBBox();
  const matrix = svg.getScreenCTM().inverse().multiply(element.getScreenCTM());
  const corners = [[box.x, box.y], [box.x + box.width, box.y], [box.x, box.y + box.height], [box.x + box.width, box.y + box.height]]
    .map(([x, y]) => new DOMPoint(x, y).matrixTransform(matrix));
  const xs = corners.map((point) => point.x);
  const ys = corners.map((point) => point.y);
  return { x: Math.min(...xs), y: Math.min(...ys), width: Math.max(...xs) - Math.min(...xs), height: Math.max(...ys) - Math.min(...ys) };
}

/** Every place once, with the middle of its outline. */
function places() {
  const svg = get("picture").querySelector("svg");
  const found = new Map();
  if (!svg) return found;
  for (const part of svg.querySelectorAll("[data-at]")) {
    for (const name of names(part)) {
      if (found.has(name)) continue;
      const box = boxOf(svg, part);
      found.set(name, { x: box.x + box.width / 2, y: box.y + box.height / 2, part });
    }
  }
  return found;
}

const directions = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function key(event) {
  if (event.key === "Escape") {
    clear();
    return;
  }
  if (event.key === "Enter" || event.key === " ") {
    if (state.focus) click(state.focus === null ? [] : namesAt(state.focus));
    event.preventDefault();
    return;
  }
  const direction = directions[event.key];
  if (!direction) return;
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
  if (all.get(place)) mark();
}

// ---- Beside the board.

function clockText(milliseconds) {
  const seconds = Math.max(0, milliseconds) / 1000;
  if (seconds < 20) return seconds.toFixed(1);
  const whole = Math.floor(seconds);
  const pad = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours ? `${hours}:${pad(minutes)}:${pad(whole % 60)}` : `${minutes}:${pad(whole % 60)}`;
}

function drawSeats() {
  get("chairs").replaceChildren(...state.view.seats.map((seat) => {
    const kind = seat.bot ? "bot" : seat.mine ? "you" : "";
    const label = seat.name === `seat ${seat.n}` ? seat.name : `${seat.n}. ${seat.name}`;
    const item = make("li", { className: `seat-${seat.n}` },
      make("span", { className: seat.gone ? "gone" : "", textContent: kind ? `${label} (${kind})` : label }),
      make("span", { className: "clock" }));
    item.classList.toggle("asked", seat.asked);
    if (seat.asked) item.setAttribute("aria-current", "true");
    if (seat.says) item.append(make("span", { className: "says", textContent: seat.says }));
    return item;
  }));
  tick();
}

function tick() {
  if (!state.view) return;
  const since = performance.now() - state.view.heard;
  const clocks = get("chairs").querySelectorAll(".clock");
  state.view.seats.forEach((seat, place) => {
    if (seat.left === null || !clocks[place]) return;
    const left = seat.left - (seat.runs ? since : 0);
    clocks[place].textContent = clockText(left);
    clocks[place].classList.toggle("short", seat.runs && left < 10000);
  });
}

/** All moves anew, or those that came. */
function drawMoves(news) {
  const list = get("moves");
  const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
  const item = (move) => {
    const parts = [];
    if (move.seat) {
      parts.push(make("span", { className: "dot" }), make("span", { className: "who", textContent: `${nameOf(move.seat)} ` }));
    }
    parts.push(make("span", { textContent: move.text }));
    if (move.time) parts.push(make("span", { className: "time", textContent: ` ${(move.time / 1000).toFixed(1)} s` }));
    return make("li", { className: move.seat ? `seat-${move.seat}` : "" }, ...parts);
  };
  if (news) list.append(...news.map(item));
  else list.replaceChildren(...state.moves.map(item));
  if (atEnd || !news) list.scrollTop = list.scrollHeight;
}

function drawRest() {
  const { view } = state;
  const running = view.status === "running";
  const mine = view.seats.filter((seat) => seat.mine && !seat.gone);
  const due = asked();
  if (view.status === "starting") status("The bots are greeting.");
  else if (due.length) status(due.map((seat) => `${seat.name}: your move`).join("; "), true);
  else if (running) {
    const others = view.seats.filter((seat) => seat.asked).map((seat) => seat.name);
    status(others.length ? `Waiting for ${others.join(", ")}` : "The bots are thinking.");
  } else status(view.status === "failed" ? "The game could not continue." : "The game is over.");
  document.title = due.length ? `● ${view.title}` : view.title;
  show(get("over"), Boolean(view.over));
  if (view.over) {
    const { reason, points, shared } = view.over;
    const score = shared !== null ? `${shared} shared points`
      : points ? points.map((point, at) => `${view.seats[at].name} ${point}`).join(", ") : "no score";
    get("over").textContent = `${score} (${reason})`;
  }
  show(get("resign"), running && mine.length > 0);
  show(get("undo"), running && view.takeback && mine.length > 0);
  show(get("stop"), running && view.owner);
  show(get("replay"), view.status === "over" || view.status === "failed");
  show(get("log"), view.status === "over" || view.status === "failed");
  show(get("debug-row"), view.owner && view.seats.some((seat) => seat.bot));
  get("debug").checked = view.debug;
  get("notices").replaceChildren(...view.notices.map((text) => make("li", { textContent: text })));
  show(get("share"), view.links.length > 0);
  renew("links", view.links, (link) => {
    const url = `${location.origin}/#${link.key}`;
    return make("li", {}, `${link.name}: `, make("a", { href: url, textContent: url, target: "_blank", rel: "noopener" }));
  });
  show(get("paper"), false);
  const looks = view.seats.filter((seat) => seat.mine);
  show(get("looks"), looks.length > 1);
  renew("looks", looks.map(({ n, name }) => ({ n, name, is: n === view.look })), ({ n, name, is }) => {
    const button = make("button", { type: "button", textContent: name, ariaPressed: String(is) });
    button.onclick = () => { state.shown = n; say({ do: "look", seat: n }); };
    return button;
  });
}

/** Fills a list anew if something in it is new: what stays may be where the focus is. */
function renew(list, items, item) {
  const key = JSON.stringify(items);
  if (get(list).dataset.key === key) return;
  get(list).dataset.key = key;
  get(list).replaceChildren(...items.map(item));
}

/** What a bot says about the position, where one was asked. */
function drawAdvice(before) {
  const { view } = state;
  const bots = state.hall ? state.hall.bots.filter((bot) => !bot.variants || bot.variants.includes(view.variant)) : [];
  show(get("ask"), view.owner && bots.length > 0 && view.plies + (view.status === "running" ? 1 : 0) > 0);
  if (!before && bots.length) {
    get("adviser").replaceChildren(...bots.map((bot) => make("option", { value: bot.name, textContent: bot.name })));
    get("adviser").value = (bots.find((bot) => bot.name === "search") || bots[0]).name;
  }
  const { advice } = view;
  const runs = Boolean(advice && advice.runs);
  show(get("analyse"), !runs);
  show(get("hush"), runs);
  get("adviser").disabled = runs;
  const lines = [];
  if (advice) {
    const several = new Set([...advice.says, ...advice.would].map(([seat]) => seat)).size > 1;
    const who = (seat) => (several ? ` for ${nameOf(seat)}` : "");
    lines.push(...advice.would.map(([seat, text]) => `${advice.bot} would play ${text}${who(seat)}.`));
    if (advice.wrong) lines.push(`${advice.bot} ${advice.wrong}`);
    if (runs && !advice.says.length) lines.push(`${advice.bot} is thinking.`);
    lines.push(...advice.says.map(([seat, text]) => `${text}${who(seat)}`));
  }
  get("advice").replaceChildren(...lines.map((text) => make("p", { textContent: text })));
}

/** Where several people at one screen choose in secret, each looks when it is their turn. */
function curtain() {
  const { view } = state;
  const due = asked();
  state.secret = due.length > 1 || (state.secret && due.length > 0);
  const hides = state.secret && due.some((seat) => seat.n === view.look) && state.shown !== view.look;
  if (!state.secret) state.shown = view.look;
  show(get("curtain"), hides);
  get("curtain-text").textContent = `${nameOf(view.look)} chooses now. Nobody else should look.`;
}

function showPaper({ what, path }) {
  const titles = { log: "Save the log", replay: "Open the replay", rules: "Open the rules", report: "Open the report" };
  const link = state.view ? get("paper-link") : get("course-paper");
  link.href = path;
  link.textContent = titles[what];
  link.hidden = false;
  show(get("paper"), true);
  link.click();
  // It serves once.
  link.onclick = () => { setTimeout(() => { link.hidden = true; }); };
}

// ---- What people do.

get("variant").onchange = chooseVariant;
get("seats").onchange = chooseSeats;
get("clock").onchange = chooseClock;
get("order").onsubmit = (event) => {
  event.preventDefault();
  show(get("refused"), false);
  say(order());
};
get("leave").onclick = () => { location.hash = location.hash.slice(1).split("/")[0]; };
get("picture").tabIndex = 0;
get("picture").onclick = (event) => {
  const part = event.target.closest("[data-at]");
  return part ? click(names(part)) : clear();
};
get("picture").onkeydown = key;
// The buttons stay what they are: one of them may be where the focus goes.
get("picture").onfocus = mark;
get("picture").onblur = mark;
get("type").onsubmit = (event) => {
  event.preventDefault();
  const action = get("action").value.trim();
  if (action) say({ do: "play", seat: state.view.look, action });
  get("action").value = "";
};
get("lift").onclick = () => {
  state.shown = state.view.look;
  curtain();
  get("picture").focus();
};
get("resign").onclick = () => {
  const seat = asked()[0] || state.view.seats.find((chair) => chair.mine && !chair.gone);
  if (seat && confirm(`Resign for ${seat.name}?`)) say({ do: "resign", seat: seat.n });
};
get("undo").onclick = () => say({ do: "undo" });
get("analyse").onclick = () => say({ do: "analyse", bot: get("adviser").value, seat: state.view.look });
get("hush").onclick = () => say({ do: "hush" });
get("stop").onclick = () => { if (confirm("Stop this game? It will have no score.")) say({ do: "stop" }); };
get("debug").onchange = () => say({ do: "debug", on: get("debug").checked });
for (const what of ["rules", "replay", "log"]) get(what).onclick = () => say({ do: "fetch", what });
window.onhashchange = () => {
  const [key, table] = location.hash.slice(1).split("/");
  if (!key) return;
  if (table) say({ do: "open", table });
  else say({ do: "leave" });
};
get("report").onclick = () => say({ do: "page" });
setInterval(tick, 100);
connect();
