"use strict";
// A tournament that is played elsewhere.

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

get("report").onclick = () => say({ do: "page" });
