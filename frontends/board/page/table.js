"use strict";
// The table: seats, clocks, moves, and what else is beside the board.

function showTable(view) {
  const before = state.view;
  const same = before && before.id === view.id;
  const [key, name] = address();
  const own = view.game === null ? view.id : `game-${view.game}`;
  const elsewhere = (view.owner || view.game !== null) && name !== own;
  // This was sent before the board heard that the page has left this table.
  if (same && elsewhere) return;
  comes = false;
  state.moves = same && view.from <= state.moves.length && view.from > 0 ? state.moves.slice(0, view.from) : [];
  const news = view.moves;
  state.moves.push(...news);
  // What the page has already is not sent again, and stays as it is: somebody may be in the middle of a choice.
  const looksNew = view.picture !== null;
  const mayNew = view.legal !== null;
  if (!same || looksNew) state.lost = same && known[view.variant]?.together ? lossText(before.picture, view.picture, news) : "";
  if (same) {
    if (!looksNew) view.picture = before.picture;
    if (!mayNew) view.legal = before.legal;
  }
  state.view = view;
  // A game that could not be resumed has no board.
  if (!same && !looksNew) draw(view.picture = "");
  view.heard = performance.now();
  if (elsewhere) history.pushState(null, "", `${location.search}#${key}/${own}`);
  if (!same) {
    state.past = state.base = state.landed = state.missed = null;
    state.hasSeenEnd = false;
    standing = new Map();
    state.focus = null;
    state.typed = null;
    state.flipped = false;
    zoomTo(1);
    state.boards.clear();
    get("action").value = "";
  }
  if (view.from === 0) state.boards.clear();
  show(get("hall"), false);
  show(get("table"), true);
  // Where a player looks is the board.
  const plays = view.seats.some((seat) => seat.mine);
  if (!same) window.scrollTo(0, 0);
  if (!same && plays) get("picture").focus({ preventScroll: true });
  show(get("type"), plays);
  get("table").classList.toggle("watched", !plays);
  write(get("leave"), view.game === null ? "All tables" : "All games");
  show(get("leave"), view.owner || view.game !== null);
  // What was typed stays until it is played.
  const { typed } = state;
  if (typed && (view.plies > typed.plies || view.status === "over")) {
    if (get("action").value === typed.text) get("action").value = "";
    state.typed = null;
  }
  // What was refused stays to be read until something has happened.
  if (!same || view.plies !== before.plies) {
    show(get("refused"), false);
    state.missed = null;
    state.lifted = null;
  }
  get("title").textContent = view.title;
  write(get("aim"), known[view.variant]?.about ?? "");
  if (looksNew) {
    state.boards.set(counted(), view.picture);
    // An earlier board stays until the person comes back to the present one.
    const isDrawn = same && before.picture === view.picture && before.look === view.look;
    if (state.past === null && !isDrawn) draw(view.picture);
    keepBase(view.picture);
  }
  // The board is shown before the sound is made, which may take long the first time.
  if (same && news.some((move) => move.counts)) setTimeout(knock);
  get("picture").classList.toggle("asks", view.legal.length > 0);
  drawSeats();
  drawRest();
  drawAdvice(same ? before : null);
  // The list has the room that the others leave, and shows its end.
  if (!same || news.length || view.from === 0) drawMoves();
  curtain();
  if (mayNew) enlarge();
  if (looksNew || mayNew) clear();
  else drawCaption();
  if (same && news.length) tell([...news.map(sentence), ...(looksNew && state.lost ? [state.lost] : [])].join(". "));
}

const isTogether = () => Boolean(known[state.view.variant]?.together);

const nameOf = (seat) => playersOf(state.view.variant, state.view.seats.map((chair) => chair.name))[seat - 1] || "";

const sentence = (move) => (move.seat ? `${nameOf(move.seat)}: ${move.text}` : chanceText(state.view.variant, move.text));

const asked = () => state.view.seats.filter((seat) => seat.mine && seat.asked);

function clockText(milliseconds) {
  const seconds = Math.max(0, milliseconds) / 1000;
  if (seconds < 20) return seconds.toFixed(1);
  const whole = Math.floor(seconds);
  const pad = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours ? `${hours}:${pad(minutes)}:${pad(whole % 60)}` : `${minutes}:${pad(whole % 60)}`;
}

/** The sign of a seat: a spot with the colour of its men. */
function spot(seat) {
  const colour = inks[colourOf(state.view.variant, seat)];
  const dot = make("span", { className: `dot seat-${seat}` });
  if (colour) dot.style.background = colour;
  return dot;
}

function drawSeats() {
  const { view } = state;
  const order = known[view.variant]?.turns && !isTurned() ? [...view.seats].reverse() : view.seats;
  get("chairs").replaceChildren(...order.map((seat) => {
    const colour = colourOf(view.variant, seat.n);
    const label = playerOf(view.variant, seat.n, seat.name);
    const told = [seat.mine ? "you" : seat.bot && view.game === null ? "bot" : "", colour === label ? "" : colour].filter(Boolean);
    const name = make("span", { className: seat.gone ? "name gone" : "name" }, spot(seat.n), label);
    if (told.length) name.append(make("small", { textContent: ` ${told.join(", ")}` }));
    name.append(make("small", { className: "points" }), make("small", { className: "lost" }));
    const item = make("li", { className: `seat-${seat.n}` }, name, make("span", { className: "clock" }));
    item.dataset.seat = seat.n;
    item.classList.toggle("asked", seat.asked);
    if (seat.asked) item.setAttribute("aria-current", "true");
    // The line of a bot is always there, so that nothing moves when the bot begins to think.
    if (seat.bot) item.append(make("span", { className: "thinks" }));
    if (view.debug && seat.bot) item.append(make("span", { className: "says", textContent: seat.says }));
    return item;
  }));
  drawLost();
  tick();
}

/** A line of the picture, in which seats have the names of their men. */
const called = (text) => text.replace(/\bseat (\d)\b/g, (seat, number) => colourOf(state.view.variant, Number(number)) || seat);

/** The bot that thinks: the one whose turn the board names, or the only one. */
function thinker() {
  const { view } = state;
  if (view.waited === null) return null;
  const bots = view.seats.filter((seat) => seat.bot && !seat.gone);
  const named = bots.find((seat) => {
    const colour = colourOf(view.variant, seat.n);
    return [`${colour} is to `, `${colour} may `].some((words) => called(state.caption?.[0] || "").includes(words));
  });
  return named || (bots.length === 1 ? bots[0] : null);
}

/** A seat as it was at the earlier board that is shown: its clock after its last move, and how it rated itself then. */
function pastSeat(seat) {
  const own = state.moves.filter((move) => move.counts).slice(0, state.past).filter((move) => move.seat === seat.n).reverse();
  const last = (what) => own.find((move) => move[what] !== null)?.[what] ?? null;
  return { ...seat, left: last("left") ?? seat.full, score: last("score"), depth: null, asked: false, runs: false };
}

function tick() {
  const { view } = state;
  if (!view) return;
  const since = performance.now() - view.heard;
  const isPast = state.past !== null;
  const thinks = isPast ? null : thinker();
  for (const item of get("chairs").children) {
    const present = view.seats[item.dataset.seat - 1];
    const seat = isPast ? pastSeat(present) : present;
    // Of a game that is played elsewhere the page knows the clock at the last move.
    const ran = seat.runs ? since : view.game !== null && seat === thinks ? view.waited + since : 0;
    const left = seat.left - ran;
    write(item.querySelector(".clock"), seat.left === null ? "" : clockText(left));
    item.querySelector(".clock").classList.toggle("short", seat.runs && left < 10000);
    write(item.querySelector(".points"), seatPoints(seat.n, state.drawn));
    const line = item.querySelector(".thinks");
    if (!line) continue;
    const words = [];
    if (seat === thinks) words.push(`thinks ${((view.waited + since) / 1000).toFixed(1)} s`);
    if (seat.score !== null) words.push(`rates itself ${scoreText(view.variant, seat.score)}${scoreUnit(view.variant)}`);
    if (seat.depth !== null) words.push(`depth ${seat.depth}`);
    write(line, words.join(" · "));
    item.classList.toggle("asked", seat.asked || seat === thinks);
  }
}

/** The points of a seat on a board, in words; empty in a game without points. */
function seatPoints(n, picture) {
  const { points } = known[state.view.variant] || {};
  if (!points) return "";
  const count = pointsIn(picture, n);
  return `${count} ${count === 1 ? points.one : points.many}${isTogether() ? " together" : ""}`;
}

/** The title of the tab: how the game stands, and which it is. */
function tabTitle() {
  const { view } = state;
  const { points } = known[view.variant] || {};
  const now = (n) => (points ? ` ${pointsIn(view.picture, n)}` : "");
  const ends = (n) => ` ${(view.over.points[n - 1]).replace("1/2", "½")}`;
  const stands = view.over?.points ? ends : now;
  const score = isTogether() ? `${pointsIn(view.picture, 1)} ${points.many}` : view.seats.map(({ n }) => `${nameOf(n)}${stands(n)}`).join(" – ");
  return [score, view.title, ...(view.game === null ? [] : [`game ${view.game}`])].join(" · ");
}

/** Text that is written anew would be laid out anew. */
function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** The lines below the board: whose turn it is, or the result in words. */
function drawCaption() {
  const { view } = state;
  const [first = "", ...more] = state.caption || [];
  const isEnd = Boolean(view.over) && state.past === null;
  show(get("over"), isEnd);
  if (isEnd) write(get("over"), resultText(view.variant, view.over, view.seats.map((seat) => nameOf(seat.n))));
  show(get("end"), isEnd && !state.hasSeenEnd);
  write(get("end").firstElementChild, get("over").textContent);
  const lines = state.past !== null ? [pastLossText(), first, "an earlier board"] : isEnd ? [state.lost, ...more] : [state.lost, first, ...more];
  // What to click comes first; the click that is due is strong.
  const clicks = clickWords();
  const now = Math.min(state.chosen.length, clicks.length - 1);
  const due = clicks.map((text, at) => [at ? ", then " : "", at === now ? make("strong", { textContent: text }) : text]).flat();
  // Above the board stands whose move it is.
  const notes = lines.map((line) => (due.length ? line.replace(/^\S+ is to move(: |$)/, "") : line)).filter(Boolean).map(called).join(" · ");
  get("caption").replaceChildren(...due, due.length && notes ? " · " : "", notes);
}

function drawRest() {
  const { view } = state;
  const running = view.status === "running";
  const mine = view.seats.filter((seat) => seat.mine && !seat.gone);
  const due = asked();
  if (view.status === "starting") status("The bots are greeting.");
  else if (due.length) status(due.map((seat) => `${nameOf(seat.n)}: your move`).join("; "), true);
  else if (running && view.game !== null) status(`Game ${view.game} is played now.`);
  else if (running) {
    const others = view.seats.filter((seat) => seat.asked).map((seat) => nameOf(seat.n));
    const bot = thinker();
    status(others.length ? `Waiting for ${others.join(", ")}` : bot ? `${nameOf(bot.n)} is thinking.` : "The bots are thinking.");
  } else status(view.status === "failed" ? "The game could not continue." : view.game === null ? "The game is over." : `Game ${view.game} is over.`);
  document.title = due.length ? `● ${tabTitle()}` : tabTitle();
  show(get("resign"), running && mine.length > 0);
  show(get("undo"), running && view.takeback && mine.length > 0);
  get("undo").disabled = !state.moves.some((move) => move.counts && mine.some((seat) => seat.n === move.seat));
  show(get("stop"), running && view.owner);
  const ended = view.status === "over" || view.status === "failed";
  show(get("flip"), Boolean(known[view.variant]?.turns));
  show(get("rules"), view.game === null);
  show(get("again"), ended && view.owner && view.again);
  show(get("replay"), view.status === "over" || ended && view.owner || view.game !== null);
  show(get("log"), ended && view.game === null && view.owner);
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
  renew("looks", looks.map(({ n }) => ({ n, name: nameOf(n), is: n === view.look })), ({ n, name, is }) => {
    const button = make("button", { type: "button", textContent: name, ariaPressed: String(is) });
    button.onclick = () => say({ do: "look", seat: n });
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

/** What a bot reports of a position: the usual figures in words, anything else as it is. */
function adviceText({ variant, legal }, text) {
  const [, nodes, score, action] = /^nodes (\d+) score (-?\d+(?:\.\d+)?)(?: pv (\S+))?$/.exec(text) || [];
  if (nodes === undefined) return text;
  const move = action ? `${legal.find((one) => one.action === action)?.text || action}: ` : "";
  return `${move}rates itself ${scoreText(variant, Number(score))}${scoreUnit(variant)} after ${nodes} nodes`;
}

/** What a bot says about the position, where one was asked. */
function drawAdvice(before) {
  const { view } = state;
  const bots = state.hall ? state.hall.bots.filter((bot) => canPlay(bot, view.variant) && (bot.level === null || bot.level === strongest)) : [];
  show(get("ask"), view.owner && bots.length > 0 && view.plies + (view.status === "running" ? 1 : 0) > 0);
  if (!before && bots.length) {
    get("adviser").replaceChildren(...bots.map((bot) => make("option", { value: bot.name, textContent: bot.name })));
    get("adviser").value = (bots.find((bot) => bot.name === "search") || bots[0]).name;
  }
  const { advice } = view;
  const runs = Boolean(advice && advice.runs);
  // The bot is asked about the present position, and what it says is about that one.
  const isPast = state.past !== null;
  get("analyse").disabled = isPast;
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
    lines.push(...advice.says.map(([seat, text]) => `${adviceText(view, text)}${who(seat)}`));
  }
  get("advice").replaceChildren(...(isPast ? ["Bots are asked about the latest board."] : lines).map((text) => make("p", { textContent: text })));
}

/** Where several people at one screen choose in secret, each looks when it is their turn. */
function curtain() {
  const { view } = state;
  if (!view.secret || state.lifted !== view.look) state.lifted = null;
  const hides = view.secret && state.lifted === null;
  const falls = hides && get("curtain").hidden;
  show(get("curtain"), hides);
  // Neither keys nor typed words reach what is behind.
  for (const part of document.querySelectorAll("#picture, .board > .below, #type")) part.inert = hides;
  const does = asked().some((seat) => seat.n === view.look) ? "chooses" : "looks";
  get("curtain-text").textContent = `${nameOf(view.look)} ${does} now. Nobody else should look.`;
  if (!falls) return;
  // The choice before may still be typed, or refused.
  get("action").value = "";
  state.typed = state.missed = null;
  show(get("refused"), false);
  get("lift").focus({ preventScroll: true });
}

function showPaper({ what, path }) {
  const titles = { log: "Save the log", replay: "Open the replay", rules: "Open the rules", report: "Open the report" };
  const link = state.view ? get("paper-link") : get("course-paper");
  link.href = path;
  link.textContent = titles[what];
  link.hidden = false;
  show(get("paper"), true);
  link.click();
  // Each press of the button makes a new link, which works for an hour.
  link.onclick = () => { setTimeout(() => { link.hidden = true; }); };
}

// ---- What people do.

get("leave").onclick = () => { [location.hash] = address(); };
get("picture").tabIndex = 0;
get("picture").onclick = clicked;
get("picture").onpointerdown = take;
get("picture").onpointermove = drag;
get("picture").onpointerup = drop;
get("picture").onpointercancel = drop;
get("picture").onkeydown = key;
// The buttons stay what they are: one of them may be where the focus goes.
get("picture").onfocus = mark;
get("picture").onblur = mark;
get("type").onsubmit = (event) => {
  event.preventDefault();
  const typed = get("action").value.trim();
  // What the list shows is understood, besides the words of the protocol; signs of check and annotation may differ.
  const bare = (text) => text.replace(/[+#!?]+$/, "");
  const meant = state.view.legal.filter((legal) => bare(legal.text) === bare(typed));
  const action = meant.length === 1 ? meant[0].action : typed;
  if (!action) return;
  state.typed = { text: get("action").value, plies: state.view.plies };
  say({ do: "play", seat: state.view.look, action });
};
// A key that is still held from the choice before shows nothing to the next one.
get("lift").onkeydown = (event) => { if (event.repeat) event.preventDefault(); };
get("lift").onclick = () => {
  state.lifted = state.view.look;
  curtain();
  get("picture").focus();
};
/** Lets a button ask before its deed: the first click changes its words, the second is meant. Anything else takes it back. */
function twice(id, question, deed) {
  const button = get(id);
  const words = button.textContent;
  const calm = () => { write(button, words); };
  button.onclick = () => {
    const isSure = button.textContent !== words;
    write(button, isSure ? words : question());
    if (isSure) deed();
    else tell(button.textContent);
  };
  button.onblur = calm;
  document.addEventListener("pointerdown", (event) => { if (event.target !== button) calm(); });
}

const resigning = () => asked()[0] || state.view.seats.find((chair) => chair.mine && !chair.gone);
twice("resign", () => `Resign for ${nameOf(resigning().n)}?`, () => {
  const { n } = resigning();
  say({ do: "resign", seat: n });
  // If that ends the game, it counts at once.
  const isLeft = state.view.seats.filter((chair) => !chair.gone).length > 2;
  if (isLeft && !asked().length) note(`${nameOf(n)} resigns when the present move is made.`);
});
twice("stop", () => "Stop without a score?", () => say({ do: "stop" }));
get("undo").onclick = () => say({ do: "undo" });
get("flip").onclick = () => {
  state.flipped = !state.flipped;
  draw(state.past === null ? state.view.picture : state.boards.get(state.past));
  drawSeats();
  mark();
};
get("again").onclick = () => say({ do: "again" });
get("analyse").onclick = () => say({ do: "analyse", bot: get("adviser").value, seat: state.view.look });
get("hush").onclick = () => say({ do: "hush" });
get("debug").onchange = () => say({ do: "debug", on: get("debug").checked });
for (const what of ["rules", "replay", "log"]) {
  get(what).onclick = () => say({ do: "fetch", what });
}
setInterval(tick, 100);
