// What makes the page handier. Without it everything is there as links and tables.
document.documentElement.classList.add("js");
const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];
const shown = () => all(".view").find((view) => view.offsetParent !== null) ?? document;

// A filter hides the rows of the next table that do not hold its text.
for (const field of all("input[data-filter]")) {
  let waiting = 0;
  field.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      const table = field.closest(".view, details").querySelector("tbody");
      const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
      for (const row of table.rows) {
        row.textCached ??= row.textContent.toLowerCase();
        row.hidden = !words.every((word) => row.textCached.includes(word));
      }
    }, 60);
  });
}

// A column's head sorts its table.
for (const head of all(".view table:not(.source, .beside) thead th")) {
  const button = document.createElement("button");
  button.type = "button";
  button.append(...head.childNodes);
  head.append(button);
  button.addEventListener("click", () => {
    const body = head.closest("table").tBodies[0];
    const column = head.cellIndex;
    const upwards = head.getAttribute("aria-sort") !== "ascending";
    for (const other of head.parentNode.cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", upwards ? "ascending" : "descending");
    const isNumber = head.classList.contains("num");
    const keys = new Map([...body.rows].map((row) => {
      const text = row.cells[column]?.textContent.trim() ?? "";
      return [row, isNumber ? parseFloat(text.replace(/[^\d.]/g, "")) || 0 : text];
    }));
    const compare = isNumber ? (a, b) => keys.get(a) - keys.get(b) : (a, b) => keys.get(a).localeCompare(keys.get(b));
    const rows = [...body.rows].sort(compare);
    body.append(...(upwards ? rows : rows.reverse()));
  });
}

// The brush: two dates, or a drag over the bars, keep the rows of a stretch of time.
const chart = document.querySelector(".bars");
if (chart) {
  const [from, to, told] = ["from", "to", "told"].map((name) => document.querySelector(`[data-brush=${name}]`));
  const rows = all("tr[data-day]");
  const brush = chart.querySelector(".brush");
  const narrow = () => {
    let [evolution, refactor, first, last] = [0, 0, rows.length, -1];
    rows.forEach((row, index) => {
      row.hidden = row.dataset.day < from.value || row.dataset.day > to.value;
      if (row.hidden) return;
      evolution += +row.dataset.evolution;
      refactor += +row.dataset.refactor;
      first = Math.min(first, index);
      last = index;
    });
    brush.setAttribute("x", (1000 * Math.min(first, rows.length)) / rows.length);
    brush.setAttribute("width", (1000 * Math.max(last - first + 1, 0)) / rows.length);
    told.textContent = `${evolution} evolutions and ${refactor} refactorings`;
  };
  const dayAt = (event) => {
    const box = chart.getBoundingClientRect();
    const part = Math.min(Math.max((event.clientX - box.left) / box.width, 0), 0.9999);
    return rows[Math.floor(part * rows.length)].dataset.day;
  };
  let start = null;
  chart.addEventListener("pointerdown", (event) => { start = dayAt(event); chart.setPointerCapture(event.pointerId); });
  chart.addEventListener("pointermove", (event) => {
    if (start === null) return;
    [from.value, to.value] = [start, dayAt(event)].sort();
    narrow();
  });
  chart.addEventListener("pointerup", () => { start = null; });
  for (const field of [from, to]) field.addEventListener("change", narrow);
}

// `…/L12` names a line; where no view has an anchor for it, the row that holds it is shown.
const follow = () => {
  const name = decodeURIComponent(location.hash.slice(1));
  const found = document.getElementById(name);
  if (found) { found.closest(".view")?.focus({ preventScroll: true }); return; }
  const line = /^(?:(.*)\/)?L(\d+)$/.exec(name);
  if (!line) return;
  const view = line[1] ? document.getElementById(line[1]) : document.querySelector(".view");
  const rows = view ? all("tr[data-first]", view) : [];
  const row = rows.findLast((one) => +one.dataset.first <= +line[2]);
  if (!row) return;
  if (line[1]) { row.id = name; location.replace(location.hash); }
  row.classList.add("chosen");
  row.scrollIntoView({ block: "center" });
};
addEventListener("hashchange", follow);
follow();

// Keys. Not while somebody writes into a field.
let pending = "";
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, textarea, select")) return;
  if (pending === "g") {
    pending = "";
    const link = document.querySelector(`nav a[data-key="${CSS.escape(event.key)}"]`);
    if (link) { event.preventDefault(); link.click(); }
  } else if (event.key === "g") {
    pending = "g";
  } else if (event.key === "/") {
    const field = shown().querySelector("input[data-filter]");
    if (field) { event.preventDefault(); field.closest("details")?.setAttribute("open", ""); field.focus(); }
  } else if (event.key === "n" || event.key === "p") {
    const places = all("tr.open, li.open", shown()).filter((one) => one.offsetParent !== null);
    const now = places.findIndex((one) => one.classList.contains("chosen"));
    const next = places[event.key === "n" ? Math.min(now + 1, places.length - 1) : Math.max(now - 1, 0)];
    if (!next) return;
    places[now]?.classList.remove("chosen");
    next.classList.add("chosen");
    next.scrollIntoView({ block: "center" });
  }
});
