"use strict";
// The picture of the board: how it is drawn, marked, and named for those who hear it.

/** Reads a picture, a document of its own; its style is taken out, because this page has none but its own. */
function read(text) {
  let style = "";
  const bare = text.replace(/<style>([^<]*)<\/style>/g, (_, found) => {
    style += found;
    return "";
  });
  const parsed = new DOMParser().parseFromString(bare, "image/svg+xml").documentElement;
  for (const element of parsed.querySelectorAll("script, foreignObject")) element.remove();
  return { svg: document.importNode(parsed, true), style };
}

/** The style that pictures have. */
let dress = "";

/** Gives pictures this style. Pictures of a game have the same, and the page is laid out anew for another. */
function wear(style) {
  if (style === dress) return;
  dress = style;
  // A style in a document that this page has made would be refused by the page's own policy.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets = [sheet];
}

/** Shows a picture. Men that stood elsewhere move to their places. */
function draw(text) {
  const box = get("picture");
  state.drawn = text;
  if (!text) {
    state.caption = null;
    box.replaceChildren();
    return;
  }
  const { svg, style } = read(text);
  if (svg.localName !== "svg") {
    box.replaceChildren();
    return;
  }
  wear(style);
  // What is clicked is named by the arbiter; the title of the whole would hide the names of the parts.
  const title = svg.querySelector(":scope > title");
  box.ariaLabel = title ? title.textContent : "Board";
  title?.remove();
  svg.setAttribute("role", "group");
  for (const size of ["width", "height"]) svg.removeAttribute(size);
  state.caption = takeCaption(svg, box.ariaLabel);
  box.replaceChildren(svg);
  if (known[state.view.variant]?.turns) balance(svg);
  const { width, height } = svg.viewBox.baseVal;
  get("table").style.setProperty("--ratio", (width / height).toFixed(4));
  if (isTurned()) turn(svg);
  name(svg);
  moveMen(svg);
}

/** True if the second seat is below. A board of two seats is turned to the seat that looks, unless it was flipped. */
const isTurned = () => Boolean(known[state.view.variant]?.turns) && (state.view.look === 2) !== state.flipped;

/** Takes the lines below the board out of the picture; the page has a place for them that does not shrink the board. */
function takeCaption(svg, title) {
  const said = title.slice(title.indexOf(": ") + 2);
  const texts = [...svg.querySelectorAll(":scope > text.note")];
  const first = texts.find((text) => text.textContent === said && text.classList.contains("strong"));
  if (!first) return [];
  const height = (text) => Number(/translate\(\S+ (\S+)\)/.exec(text.getAttribute("transform"))?.[1]);
  const top = height(first);
  const lines = texts.filter((text) => height(text) >= top);
  for (const line of lines) line.remove();
  const box = svg.viewBox.baseVal;
  svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${top - 11}`);
  return lines.map((line) => line.textContent);
}

/** Gives the picture as much room above the squares as below them, so that the board stays where it is when it is turned. */
function balance(svg) {
  const { x, y, width, height } = svg.viewBox.baseVal;
  const squares = boxOf(svg, svg.querySelector(".places"));
  const middle = squares.y + squares.height / 2;
  const half = Math.max(middle - y, y + height - middle);
  svg.setAttribute("viewBox", `${x} ${middle - half} ${width} ${2 * half}`);
}

/** Turns the board to the second seat, and each man and each letter upright again. */
function turn(svg) {
  const { x, y, width, height } = svg.viewBox.baseVal;
  const board = svgElement("g", { transform: `rotate(180 ${x + width / 2} ${y + height / 2})`, class: "turned" });
  board.append(...svg.childNodes);
  for (const upright of board.querySelectorAll(":scope > [transform^=translate]")) {
    const turned = upright.localName === "text" ? "rotate(180 0 -4.5)" : "rotate(180)";
    upright.setAttribute("transform", `${upright.getAttribute("transform")} ${turned}`);
  }
  svg.append(board);
}

/** Each place says once what is there, for those who hear the board. */
function name(svg) {
  const all = [...svg.querySelectorAll("[data-at]")];
  const byPlace = new Map();
  for (const part of all) for (const place of names(part)) byPlace.set(place, [...(byPlace.get(place) || []), part]);
  const said = new Set();
  for (const outline of all.filter(isOutline)) {
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
    if (!isOutline(part) && names(part).some((place) => said.has(place))) {
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

/** The man on a place, as one element; null if none stands there. */
const manOn = (place) => parts(place).find((part) => part.localName === "g" && part.querySelector(":scope > title")) || null;

/**
 * Marks on places: where the man that was touched may go, what is chosen, and where the keyboard is. Nothing is coloured
 * that has a colour of its own.
 */
function mark() {
  const svg = get("picture").querySelector("svg");
  // The board may lose the focus when the table is left.
  if (!svg || !state.view) return;
  svg.querySelector(".marks")?.remove();
  for (const old of svg.querySelectorAll(".can")) old.classList.remove("can");
  for (const place of state.next) for (const part of parts(place)) part.classList.add("can");
  const group = svgElement("g", { class: "marks" });
  const here = state.focus && document.activeElement === get("picture") ? [state.focus] : [];
  // All is measured before anything changes: the browser would lay the picture out anew for each place.
  const boxes = (places) => [...places].flatMap((place) => outlines(svg, place));
  const [may, chosen, focus] = [shown(), state.chosen, here].map(boxes);
  for (const { x, y, width, height, taken } of may) {
    const side = Math.min(width, height);
    group.append(svgElement("circle", {
      class: taken ? "ring" : "dot", cx: x + width / 2, cy: y + height / 2, r: side * (taken ? 0.44 : 0.17),
      "stroke-width": side * (taken ? 0.07 : 0.03),
    }));
  }
  const frames = [...chosen.map((box) => ["picked", box]), ...focus.map((box) => ["focus", box])];
  for (const [kind, { x, y, width, height }] of frames) {
    // Below each line lies a broader one, so that it is seen on any colour.
    for (const layer of ["below", kind]) group.append(svgElement("rect", { class: layer, x, y, width, height, rx: Math.min(width, height) / 9 }));
  }
  svg.append(group);
}

/**
 * The places that get a mark: those of the man that was touched. If nothing is to be touched first, all; else the men
 * beside the board, because nobody looks for them there.
 */
function shown() {
  if (state.past !== null) return [];
  if (state.chosen.length) return state.next;
  const first = [...state.next];
  if (state.view.legal.every((legal) => legal.at.length < 2) && first.every((place) => !manOn(place))) return first;
  return first.filter((place) => namesAt(place).length === 1 && parts(place).every((part) => !isOutline(part)));
}

/** The least width and height of a place that a finger hits, in pixels. */
const least = 24;

/** Enlarges a board in its frame, so that a finger hits each place of this decision. The frame keeps its size. */
function enlarge() {
  const box = get("picture");
  const legal = state.view?.legal || [];
  const rooms = new Map(legal.flatMap(({ at }) => at.map((place) => [place, { width: 0 }])));
  if (!rooms.size) return;
  for (const part of box.querySelectorAll("[data-at]")) {
    const room = part.getBoundingClientRect();
    for (const place of names(part)) if (rooms.get(place)?.width < room.width) rooms.set(place, room);
  }
  const before = Number(box.style.getPropertyValue("--zoom")) || 1;
  const side = Math.min(...[...rooms.values()].map(({ width, height }) => Math.min(width, height)));
  const zoom = matchMedia("(max-width: 52rem)").matches ? Math.max(1, (least * before) / side) : 1;
  if (Math.abs(zoom - before) >= 0.01) zoomTo(zoom);
}

/**
 * Scrolls the frame of an enlarged board to what may be chosen next: to all of it, or to the first place if there is no
 * room for all and none is seen.
 */
function follow() {
  const box = get("picture");
  if (!box.classList.contains("large") || !state.next.size) return;
  const frame = box.getBoundingClientRect();
  const rooms = [...box.querySelectorAll("[data-at]")].filter((one) => names(one).some((place) => state.next.has(place)))
    .map((one) => one.getBoundingClientRect());
  const ends = (sides) => [Math.min(...rooms.map((room) => room[sides[0]])), Math.max(...rooms.map((room) => room[sides[1]]))];
  const isSeen = ({ left, right, top, bottom }) => left >= frame.left && right <= frame.right && top >= frame.top && bottom <= frame.bottom;
  const [[left, right], [top, bottom]] = [["left", "right"], ["top", "bottom"]].map(ends);
  const isSmall = right - left <= frame.width && bottom - top <= frame.height;
  if (!rooms.length || isSeen({ left, right, top, bottom }) || (!isSmall && rooms.some(isSeen))) return;
  const aim = isSmall ? { left, right, top, bottom } : rooms[0];
  box.scrollBy((aim.left + aim.right - frame.left - frame.right) / 2, (aim.top + aim.bottom - frame.top - frame.bottom) / 2);
}

function zoomTo(zoom) {
  get("picture").style.setProperty("--zoom", zoom);
  get("picture").classList.toggle("large", zoom > 1);
}

window.addEventListener("resize", () => {
  enlarge();
  follow();
});

const isOutline = (part) => part.parentElement.classList.contains("places");

/**
 * The boxes around a place: those of its outlines, of which a place beyond an edge has two, else that of the man there,
 * else that of what is there.
 */
function outlines(svg, place) {
  const all = parts(place);
  const own = all.filter(isOutline);
  const shapes = own.length ? own : [manOn(place) || all[0]].filter(Boolean);
  return shapes.map((part) => ({ ...boxOf(svg, part), taken: Boolean(manOn(place)) }));
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
