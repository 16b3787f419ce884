// Sorts a table by the column whose heading is pressed; again, the other way round. Without it the page says the same.
"use strict";
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  const headings = [...table.tHead.rows[0].cells];
  headings.forEach((heading, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...heading.childNodes);
    heading.append(button);
    const isNumber = heading.classList.contains("number");
    // "3 1/2", "1/3" and "0.65 ±0.1" are numbers too.
    const number = text => {
      const found = text.replace("\u2212", "-").match(/^(-?[\d.]+)(?:\/(\d+))?(?: (\d+)\/(\d+))?/);
      return found ? found[1] / (found[2] ?? 1) + (found[3] ? found[3] / found[4] : 0) : -Infinity;
    };
    const compare = (one, other) => {
      const [a, b] = [one, other].map(row => row.cells[column].textContent);
      return isNumber ? number(a) - number(b) : a.localeCompare(b, "en", { numeric: true });
    };
    button.addEventListener("click", () => {
      // Of numbers the greatest is looked for most often.
      const first = isNumber ? "descending" : "ascending";
      const now = heading.getAttribute("aria-sort");
      const order = now === first ? (first === "ascending" ? "descending" : "ascending") : first;
      headings.forEach(other => other.removeAttribute("aria-sort"));
      heading.setAttribute("aria-sort", order);
      const rows = [...body.rows].sort(compare);
      body.append(...(order === "descending" ? rows.reverse() : rows));
    });
  });
}
