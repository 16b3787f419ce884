"use strict";
// The lobby: games to begin with one click, the form for a new table, and the list of tables.

function showHall() {
  state.view = null;
  show(get("table"), false);
  show(get("hall"), true);
  show(get("leave"), false);
  // A board that looks on at a tournament has its name.
  document.title = get("title").textContent = state.course?.folder || "Arbiter";
  status("");
  const { variants, tables } = state.hall;
  if (!get("variant").options.length) {
    get("variant").append(...variants.map((variant) => make("option", { value: variant.word, textContent: variant.title })));
    get("games").replaceChildren(...variants.map(card));
    chooseVariant();
  }
  keep(get("tables"), tables, ({ id }) => id, tableItem, fillTable);
  show(get("tables").parentElement, tables.length > 0);
  // The tournament may have had news while a game was shown.
  if (state.course) showCourse(state.course);
}

/** Fills a list. What goes on keeps its element, and with it the focus. */
function keep(list, entries, keyOf, build, fill) {
  const old = new Map([...list.children].map((item) => [item.dataset.key, item]));
  const items = entries.map((entry) => {
    const key = String(keyOf(entry));
    const item = old.get(key) || build(entry);
    item.dataset.key = key;
    fill(item, entry);
    return item;
  });
  for (const item of old.values()) if (!items.includes(item)) item.remove();
  items.forEach((item, at) => { if (list.children[at] !== item) list.insertBefore(item, list.children[at] || null); });
}

/** Shows a picture of a board as an image. What is shown already is not loaded again, so that nothing flickers. */
function showPicture(image, picture) {
  show(image, true);
  const source = `data:image/svg+xml,${encodeURIComponent(picture)}`;
  if (image.src !== source) image.src = source;
}

/** The pictures of the tables as they were last told, by the name of the table. */
const tablePictures = new Map();

/** Keeps the picture of a table, and shows it on its card. */
function hearPicture({ table, picture }) {
  tablePictures.set(table, picture);
  const item = [...get("tables").children].find((one) => one.dataset.key === table);
  if (item) showPicture(item.querySelector("img"), picture);
}

/** A table on its card: the board as it is, who plays, and how far the game is. */
function tableItem({ id, title }) {
  const button = make("button", { type: "button" }, make("img", { alt: "", hidden: true }),
    make("span", { className: "told" }, make("strong", { textContent: title }), make("span", { className: "who" }), make("small")));
  button.onclick = () => { location.hash = `${address()[0]}/${id}`; };
  const remove = make("button", { type: "button", textContent: "Remove", className: "quiet", ariaLabel: `Remove ${title} from the list` });
  remove.onclick = () => say({ do: "remove", table: id });
  return make("li", {}, button, remove);
}

function fillTable(item, { id, variant, names, status, plies }) {
  const picture = tablePictures.get(id);
  if (picture) showPicture(item.querySelector("img"), picture);
  write(item.querySelector(".who"), playersOf(variant, names).join(", "));
  write(item.querySelector("small"), `${status}, ${plies} played`);
  show(item.querySelector(".quiet"), status === "over" || status === "failed");
}

const levels = ["Easy", "Medium", "Hard"];

/** The level of the strongest of the bots that are one program. */
const strongest = levels.length;

/** A game of the lobby: its picture, a line about it, and a button for each strength. */
function card(variant) {
  const picture = make("img", { src: `opening/${encodeURIComponent(variant.word)}`, alt: "", loading: "lazy" });
  const { seats } = variant;
  const count = seats.length > 1 ? `${seats[0]} to ${seats[seats.length - 1]}` : seats[0];
  const title = make("h3", { textContent: variant.title });
  title.append(make("small", { textContent: ` ${count} players` }));
  const bots = state.hall.bots.filter((bot) => canPlay(bot, variant.word));
  const opponents = bots.filter((bot) => bot.level !== null);
  const buttons = (opponents.length ? opponents : bots.slice(0, 1)).map((bot) => {
    const label = opponents.length ? levels[bot.level - 1] : `Play ${bot.name}`;
    const button = make("button", { type: "button", textContent: label, ariaLabel: `${variant.title}, ${label}` });
    button.onclick = () => begin(variant, bot);
    return button;
  });
  const more = make("button", { type: "button", textContent: "More…", ariaLabel: `${variant.title}, more choices`, className: "quiet" });
  more.onclick = () => {
    get("variant").value = variant.word;
    chooseVariant();
    get("order").scrollIntoView({ block: "center" });
    get("sitters").querySelector("select").focus({ preventScroll: true });
  };
  const about = make("p", { textContent: known[variant.word]?.about || "" });
  return make("li", {}, picture, make("div", {}, title, about, make("div", { className: "buttons" }, ...buttons, more)));
}

/** Begins a game of this person against a bot, or against as many as the game needs. */
function begin(variant, bot) {
  show(get("refused"), false);
  const others = Array.from({ length: variant.seats[0] - 1 }, () => ({ who: "bot", name: bot.name }));
  // A bot that is late by a hiccup of the machine has not lost.
  const clock = { movetime: 1000, margin: 5000, people: false };
  say({ do: "make", variant: variant.word, seats: [{ who: "here", name: "" }, ...others], options: {}, clock, takeback: true });
}

const canPlay = (bot, word) => !bot.variants || bot.variants.includes(word);

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
  const about = option.about ? [make("small", { textContent: option.about })] : [];
  return make("label", { className: "row" }, make("span", { textContent: option.name }), input, ...about);
}

function chooseSeats() {
  const bots = state.hall.bots.filter((bot) => canPlay(bot, get("variant").value));
  const before = [...get("sitters").children].map((row) => [...row.querySelectorAll("select, input")].map((input) => input.value));
  const rows = Array.from({ length: Number(get("seats").value) }, (_, place) => {
    const who = make("select", { ariaLabel: `Who plays seat ${place + 1}` },
      make("option", { value: "here", textContent: "a person here" }),
      make("option", { value: "link", textContent: "a person with a link" }),
      ...bots.map((bot) => make("option", { value: `bot ${bot.name}`, textContent: `bot: ${bot.name}` })));
    const name = make("input", { placeholder: "name", maxLength: 40, ariaLabel: `Name of seat ${place + 1}`, autocomplete: "off" });
    who.onchange = () => { name.disabled = who.value.startsWith("bot "); };
    if (place > 0 && bots.length) who.value = `bot ${(bots.find((bot) => bot.name === "search") || bots[0]).name}`;
    // Who was chosen for another game stays, if they can play this one.
    const [old, oldName] = before[place] || [];
    if ([...who.options].some((option) => option.value === old)) who.value = old;
    name.value = oldName || "";
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

get("variant").onchange = chooseVariant;
get("seats").onchange = chooseSeats;
get("clock").onchange = chooseClock;
get("order").onsubmit = (event) => {
  event.preventDefault();
  show(get("refused"), false);
  say(order());
};
