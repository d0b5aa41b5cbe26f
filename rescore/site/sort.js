
"use strict";
// Makes the heading of each column of a sortable table a button that sorts by it, first up and then down.
for (const table of document.querySelectorAll("table.sortable")) {
  const headings = [...table.tHead.rows[0].cells];
  const body = table.tBodies[0];
  const key = (row, column) => {
    const cell = row.cells[column];
    const text = cell.dataset.rank ?? cell.textContent.trim();
    return { text, number: text === "" ? -Infinity : Number(text) };
  };
  const order = (one, other) =>
    Number.isNaN(one.number) || Number.isNaN(other.number)
      ? one.text.localeCompare(other.text, "en", { numeric: true })
      : Math.sign(one.number - other.number) || 0;
  headings.forEach((heading, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...heading.childNodes);
    heading.append(button);
    heading.setAttribute("aria-sort", "none");
    button.addEventListener("click", () => {
      const up = heading.getAttribute("aria-sort") !== "ascending";
      headings.forEach((other) => other.setAttribute("aria-sort", "none"));
      heading.setAttribute("aria-sort", up ? "ascending" : "descending");
      const rows = [...body.rows].sort((one, other) => order(key(one, column), key(other, column)));
      body.append(...(up ? rows : rows.reverse()));
    });
  });
}
