// What makes the page handier. Without it everything is there as links and tables.
document.documentElement.classList.add("js");
document.documentElement.classList.toggle("one", document.body.classList.contains("one"));
const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];
const later = (work) => setTimeout(work, 0);

// In one file, all views but the one that is shown are kept outside of the document: whatever the
// browser works out then, it works out for one view.
const isOne = document.body.classList.contains("one");
const main = document.getElementById("main");
const kept = new Map();
let now = null;
const nameOf = () => { try { return decodeURIComponent(location.hash.slice(1)); } catch { return location.hash.slice(1); } };
const viewOf = (name) => {
  if (kept.has(name)) return kept.get(name);
  for (let cut = name.lastIndexOf("/"); cut > 0; cut = name.lastIndexOf("/", cut - 1)) {
    const view = kept.get(name.slice(0, cut));
    if (view) return view;
  }
  return kept.get("overview");
};
const viewWith = (name) => {  // an id inside a view whose name does not begin with the view's
  const kind = name.slice(0, name.indexOf("/"));
  const homes = { record: "records", origin: "origins" };
  return kept.get(homes[kind]) ?? viewOf(name);
};
const shown = () => now ?? document.querySelector(".view") ?? document;
const show = (view) => {
  if (view === now) return;
  now?.remove();
  now?.classList.remove("now");
  now = view;
  prepare(view);
  const source = view.querySelector("table.source");
  if (source && !source.lines && source.tBodies[0].rows.length > 2 * CHUNK) fill(source, null);
  view.classList.add("now");
  main.append(view);
  const kind = view.id.split("/")[0];
  const home = { intent: "intents", file: "files", change: "changes", life: "files", origins: "files" }[kind] ?? kind;
  for (const link of all("nav a")) {
    if (link.dataset.view === home) link.setAttribute("aria-current", "page"); else link.removeAttribute("aria-current");
  }
};

// Long tables show their first rows; filter and sorting work on all of them.
const FIRST = 200;
const rowsOf = (table) => (table.allRows ??= [...table.tBodies[0].rows]);
const wordsOf = (row) => (row.words ??= row.textContent.toLowerCase());
const draw = (table) => {
  const body = table.tBodies[0];
  const words = table.words ?? [];
  const kind = table.kind ?? "";
  const limit = table.limit ?? FIRST;
  const found = [];
  let count = 0;
  for (const row of table.order ?? rowsOf(table)) {
    if (table.inside && !table.inside.has(row)) continue;
    if (words.length || kind) {
      if (!words.every((word) => wordsOf(row).includes(word))) continue;
      if (kind && row.firstElementChild.textContent !== kind) continue;
    }
    count += 1;
    if (count <= limit) found.push(row);
  }
  body.replaceChildren(...found);
  table.more ??= Object.assign(document.createElement("p"), { className: "quiet" });
  if (count <= limit) { table.more.remove(); return; }
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: `Show ${Math.min(400, count - limit)} more` });
  button.addEventListener("click", () => { table.limit = limit + 400; draw(table); });
  table.more.replaceChildren(`${limit.toLocaleString("en")} of ${count.toLocaleString("en")} rows. `, button);
  (table.closest(".scroll") ?? table).after(table.more);
};
const unfold = (row) => {  // a row that an address names is drawn, however far down it stands
  const table = row.closest("table") ?? row.table;
  if (table?.allRows && !row.isConnected) {
    table.words = [];
    table.kind = "";
    table.inside = null;
    table.limit = Math.max(table.limit ?? FIRST, (table.order ?? table.allRows).indexOf(row) + 100);
    draw(table);
  }
};

// The rows of a long file are put in around the one that is wanted, the others a frame at a time.
const CHUNK = 250;
const fill = (table, wanted) => {
  const rows = (table.lines ??= [...table.tBodies[0].rows]);
  const body = table.tBodies[0];
  const at = Math.max(wanted ? rows.indexOf(wanted) : 0, 0);
  let [low, high] = [Math.max(0, at - CHUNK / 2), Math.min(rows.length, at + CHUNK)];
  body.replaceChildren(...rows.slice(low, high));
  cancelAnimationFrame(table.filling);
  const next = () => {
    if (high < rows.length) {
      body.append(...rows.slice(high, high + CHUNK));
      high = Math.min(rows.length, high + CHUNK);
    } else {
      body.prepend(...rows.slice(Math.max(0, low - CHUNK), low));
      low = Math.max(0, low - CHUNK);
    }
    if (low > 0 || high < rows.length) table.filling = requestAnimationFrame(() => later(next));
  };
  if (low > 0 || high < rows.length) table.filling = requestAnimationFrame(() => later(next));
};

const framed = (table) => {  // a narrow window scrolls the table, not the page
  const label = [...table.tHead.rows[0].cells].map((cell) => cell.textContent).join(", ");
  const frame = Object.assign(document.createElement("div"), { className: "scroll", role: "region", ariaLabel: label, tabIndex: 0 });
  table.replaceWith(frame);
  frame.append(table);
};

const prepare = (view) => {
  if (view.isPrepared) return;
  view.isPrepared = true;
  for (const table of all("table:not(.source, .beside)", view)) {
    if (!table.tBodies[0] || !table.tHead) continue;
    if (!table.closest(".scroll")) framed(table);
    if (table.tBodies[0].rows.length > FIRST) {
      for (const row of rowsOf(table)) row.table = table;
      draw(table);
    }
    for (const head of table.tHead.rows[0].cells) sortable(table, head);
  }
  for (const field of all("input[data-filter]", view)) {
    let waiting = 0;
    field.addEventListener("input", () => {
      cancelAnimationFrame(waiting);
      waiting = requestAnimationFrame(() => {
        const table = field.closest(".view, details").querySelector("table");
        table.words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
        table.limit = FIRST;
        draw(table);
      });
    });
  }
  for (const choice of all("select[data-kind]", view)) {
    choice.addEventListener("change", () => {
      const table = choice.closest("details").querySelector("table");
      table.kind = choice.value;
      draw(table);
    });
  }
  const chart = view.querySelector(".chart");
  if (chart) brush(view);
};

// A column's head sorts its table. The order of a long one is worked out in slices, while nobody
// waits if there is time, so that a click only draws it.
const SLICE = 500;
const keyOf = (row, column, isNumber) => {
  let cell = row.firstElementChild;
  for (let number = 0; number < column && cell; number += 1) cell = cell.nextElementSibling;
  const text = cell?.textContent.trim() ?? "";
  if (isNumber) return parseFloat(/\d[\d,.]*/.exec(text)?.[0].replaceAll(",", "") ?? 0);
  return text.toLowerCase().replace(/\d+/g, (digits) => digits.padStart(9, "0"));  // 9 before 10
};
const sorting = function* (table, column) {
  const rows = rowsOf(table);
  const isNumber = table.tHead.rows[0].cells[column].classList.contains("num");
  const compare = (a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0);
  let parts = [];
  for (let start = 0; start < rows.length; start += SLICE) {
    parts.push(rows.slice(start, start + SLICE).map((row) => [keyOf(row, column, isNumber), row]).sort(compare));
    yield;
  }
  while (parts.length > 1) {
    const merged = [];
    for (let pair = 0; pair < parts.length; pair += 2) {
      const [left, right] = [parts[pair], parts[pair + 1] ?? []];
      const whole = [];
      let [i, j] = [0, 0];
      while (i < left.length || j < right.length) {
        if (j >= right.length || (i < left.length && compare(left[i], right[j]) <= 0)) { whole.push(left[i]); i += 1; } else { whole.push(right[j]); j += 1; }
        if (whole.length % SLICE === 0) yield;
      }
      merged.push(whole);
    }
    parts = merged;
  }
  return parts[0] ?? [];
};
const orderOf = (table, column) => {  // the order as far as it is known, and what works on it
  table.orders ??= new Map();
  if (!table.orders.has(column)) table.orders.set(column, { steps: sorting(table, column), keyed: null });
  return table.orders.get(column);
};
const advance = (order) => {  // whether there is more to do
  if (order.keyed) return false;
  const step = order.steps.next();
  if (step.done) order.keyed = step.value;
  return !step.done;
};
const inOrder = (keyed, upwards) => {  // equal rows stay as they stood
  if (upwards) return keyed.map((pair) => pair[1]);
  const found = [];
  for (let end = keyed.length; end > 0;) {
    let start = end - 1;
    while (start > 0 && keyed[start - 1][0] === keyed[end - 1][0]) start -= 1;
    for (let at = start; at < end; at += 1) found.push(keyed[at][1]);
    end = start;
  }
  return found;
};
const sortable = (table, head) => {
  const button = document.createElement("button");
  button.type = "button";
  button.append(...head.childNodes);
  head.append(button);
  button.addEventListener("click", () => {
    const order = orderOf(table, head.cellIndex);
    table.wanted = order;
    const go = () => {
      if (table.wanted !== order) return;
      const end = performance.now() + 25;
      while (advance(order)) if (performance.now() > end) { head.setAttribute("aria-busy", "true"); later(go); return; }
      head.removeAttribute("aria-busy");
      const upwards = head.getAttribute("aria-sort") !== "ascending";
      for (const other of head.parentNode.cells) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", upwards ? "ascending" : "descending");
      table.order = inOrder(order.keyed, upwards);
      draw(table);
    };
    go();
  });
};

// The brush: two dates, or a drag over a picture, keep the rows of a stretch of time.
const brush = (view) => {
  const [from, to, told] = ["from", "to", "told"].map((name) => view.querySelector(`[data-brush=${name}]`));
  const table = view.querySelector("table");
  const rows = rowsOf(table).map((row) => {
    const numbers = [...row.cells].slice(2).map((cell) => all("[data-n]", cell).map((one) => [one.dataset.s, +one.dataset.n]));
    return { row, day: row.dataset.day, at: +row.dataset.at, total: parseInt(row.cells[1].textContent, 10), numbers };
  });
  const charts = all(".chart", view);
  const size = +charts[0].dataset.size;
  const [first, last] = [from.value, to.value];
  const narrow = () => {
    const inside = rows.filter((one) => one.day >= from.value && one.day <= to.value);
    table.inside = inside.length === rows.length ? null : new Set(inside.map((one) => one.row));
    draw(table);
    const isAll = inside.length === rows.length;
    const [low, high] = [inside[0]?.at ?? 0, inside.at(-1)?.at ?? -1];
    charts.forEach((chart, index) => {
      const mark = chart.querySelector(".brush");
      mark.setAttribute("x", (1000 * low) / size);
      mark.setAttribute("width", isAll ? 0 : (1000 * (high - low + 1)) / size);
      const sums = new Map();
      for (const one of inside) for (const [key, count] of one.numbers[index]) sums.set(key, (sums.get(key) ?? 0) + count);
      for (const item of all("[data-series]", chart)) {
        const number = item.querySelector("[data-total]");
        const sum = sums.get(item.dataset.series) ?? 0;
        number.textContent = isAll ? (+number.dataset.total).toLocaleString("en") : `${sum.toLocaleString("en")} of ${(+number.dataset.total).toLocaleString("en")}`;
      }
    });
    const count = inside.reduce((sum, one) => sum + one.total, 0);
    told.textContent = isAll ? "" : `${count.toLocaleString("en")} changes between them`;
  };
  let start = null;
  let waiting = 0;
  const placeAt = (chart, event) => {
    const box = chart.getBoundingClientRect();
    return Math.floor(Math.min(Math.max((event.clientX - box.left) / box.width, 0), 0.9999) * size);
  };
  const set = (a, b) => {
    const [low, high] = a <= b ? [a, b] : [b, a];
    const inside = rows.filter((one) => one.at >= low && one.at <= high);
    const near = inside.length ? inside : [rows.find((one) => one.at >= low) ?? rows.at(-1)];
    from.value = near[0].day;
    to.value = near.at(-1).day;
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(narrow);
  };
  for (const chart of all(".bars", view)) {
    chart.addEventListener("pointerdown", (event) => { start = placeAt(chart, event); chart.setPointerCapture(event.pointerId); set(start, start); });
    chart.addEventListener("pointermove", (event) => { if (start !== null) set(start, placeAt(chart, event)); });
    for (const name of ["pointerup", "pointercancel"]) chart.addEventListener(name, () => { start = null; });
  }
  for (const field of [from, to]) field.addEventListener("change", narrow);
  view.querySelector("[data-brush=all]").addEventListener("click", () => { [from.value, to.value] = [first, last]; narrow(); });
};

// An address shows its view and goes to what it names there. `.../L12` names a line of a file: the
// row that holds it is shown, and the line in it is marked.
const linesOf = (view) => {
  const table = view.querySelector("table.source");
  return table ? (table.lines ?? [...table.tBodies[0].rows]) : [];
};
const rowWith = (view, line) => {
  const rows = linesOf(view);
  let [low, high] = [0, rows.length];
  while (low < high) {  // the first row that begins behind the line
    const middle = (low + high) >> 1;
    if (parseInt(rows[middle].children[2].textContent, 10) > line) high = middle; else low = middle + 1;
  }
  return rows[low - 1] ?? null;
};
const nth = (cell, number) => {  // the number-th line of a cell's text, counted from 0
  const range = document.createRange();
  range.selectNodeContents(cell);
  const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    for (let at = text.data.indexOf("\n"); at >= 0; at = text.data.indexOf("\n", at + 1)) {
      number -= 1;
      if (number === -1) { range.setEnd(text, at); return range; }
      if (number === 0) range.setStart(text, at + 1);
    }
  }
  return range;
};
const markLine = (row, line) => {  // its number and its text; the place of the number
  const cells = [row.children[2], row.children[3]];
  const ranges = cells.map((cell) => nth(cell, line - parseInt(cells[0].textContent, 10)));
  if (window.Highlight) CSS.highlights.set("line", new Highlight(...ranges));
  return ranges[0].getBoundingClientRect();
};
const inView = (view, id) => {
  const found = view.id === id ? view : view.querySelector(`[id="${CSS.escape(id)}"]`);
  if (found) return found;
  for (const table of all("table", view)) {
    const row = (table.allRows ?? table.lines)?.find((one) => one.id === id);
    if (row) { unfold(row); return row; }
  }
  return null;
};
let chosen = null;
const follow = () => {
  const name = nameOf();
  const view = isOne ? viewWith(name) : document.querySelector(".view");
  if (!view) return;
  if (isOne) show(view); else prepare(view);
  chosen?.classList.remove("chosen");
  chosen = null;
  window.CSS?.highlights?.clear();
  if (!name) return;
  const line = view.querySelector("table.source") && /(?:^|\/)L(\d+)$/.exec(name);
  const found = (line && rowWith(view, +line[1])) ?? inView(view, name);
  if (!found || found === view) { if (isOne) { scrollTo(0, 0); view.tabIndex = -1; view.focus({ preventScroll: true }); } return; }
  if (!found.isConnected) fill(view.querySelector("table.source"), found);
  for (let fold = found.closest("details:not([open])"); fold; fold = fold.parentNode.closest("details:not([open])")) fold.open = true;
  const folded = found.closest("tbody.folded");
  if (folded) folded.previousElementSibling.querySelector("input").checked = true;
  chosen = found.closest("tr, li") ?? found;
  chosen.classList.add("chosen");
  chosen.tabIndex = -1;
  if (line) scrollBy(0, markLine(chosen, +line[1]).top - innerHeight / 2); else chosen.scrollIntoView({ block: "center" });
  chosen.focus({ preventScroll: true });
};
if (isOne) {
  for (const view of all(".view")) { kept.set(view.id, view); view.remove(); }
  for (const link of all("nav a")) link.dataset.view = decodeURIComponent(link.hash.slice(1));
}
// What takes long is done while nobody waits for it.
const idle = window.requestIdleCallback ?? ((work) => setTimeout(() => work({ timeRemaining: () => 5 }), 50));
const waiting = function* () {
  for (const view of isOne ? kept.values() : []) {
    prepare(view);
    yield;
    for (const table of all("table", view)) {
      let count = 0;
      for (const row of table.allRows ?? []) {
        wordsOf(row);
        count += 1;
        if (count % 200 === 0) yield;
      }
      if (count > FIRST) for (const head of table.tHead.rows[0].cells) while (advance(orderOf(table, head.cellIndex))) yield;
    }
  }
}();
const work = (deadline) => {
  do { if (waiting.next().done) return; } while (deadline.timeRemaining() > 2);
  idle(work);
};
later(() => idle(work));
addEventListener("hashchange", follow);
addEventListener("click", (event) => {  // the address that is already there leads there again
  const link = event.target.closest?.("a[href^='#']");
  if (link && link.hash === location.hash) later(follow);
});
follow();

// What a gutter or a record's link stands for, beside the pointer and for whoever tabs there.
const card = Object.assign(document.createElement("div"), { className: "card", hidden: true });
card.setAttribute("aria-hidden", "true");
document.body.append(card);
const tell = (event) => {
  const link = event.target.closest?.(".source a[href*='#']");
  card.hidden = true;
  if (!link) return;
  const id = decodeURIComponent(link.hash.slice(1));
  const home = isOne ? viewWith(id) : shown();
  const row = home && ([...(home.querySelectorAll(`[id="${CSS.escape(id)}"]`))][0] ?? all("table", home).flatMap((table) => table.allRows ?? []).find((one) => one.id === id));
  if (!row || row.tagName !== "TR") return;
  card.textContent = [...row.cells].map((cell) => cell.textContent.trim()).filter(Boolean).join(" · ");
  const box = link.getBoundingClientRect();
  card.hidden = false;
  card.style.left = `${Math.max(4, Math.min(box.left, innerWidth - card.offsetWidth - 8))}px`;
  card.style.top = `${box.bottom + card.offsetHeight + 8 > innerHeight ? box.top - card.offsetHeight - 4 : box.bottom + 4}px`;
};
addEventListener("pointerover", tell);
addEventListener("focusin", tell);
addEventListener("scroll", () => { card.hidden = true; }, { passive: true, capture: true });

// The next and the previous place to read: rows that belong together are one place.
const step = (forward) => {
  const view = shown();
  let places = all("tr.open", view).filter((one) => one.offsetParent !== null && !one.previousElementSibling?.classList.contains("open"));
  if (!places.length) places = all("li.open", view).filter((one) => one.offsetParent !== null);
  const at = places.indexOf(chosen);
  const next = places[forward ? Math.min(at + 1, places.length - 1) : Math.max(at - 1, 0)];
  if (!next) return;
  chosen?.classList.remove("chosen");
  chosen = next;
  next.classList.add("chosen");
  next.tabIndex = -1;
  next.scrollIntoView({ block: "center" });
  next.focus({ preventScroll: true });
  const told = view.querySelector("[data-step=told]");
  if (told) told.textContent = `${places.indexOf(next) + 1} of ${places.length}`;
};
addEventListener("click", (event) => {
  const button = event.target.closest?.("button[data-step]");
  if (button) step(button.dataset.step === "n");
});

// Keys. Not while somebody writes into a field.
let pending = "";
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, textarea, select")) return;
  if (pending === "g") {
    pending = "";
    const link = document.querySelector(`nav a[data-key="${CSS.escape(event.key)}"]`);
    if (link) { event.preventDefault(); link.click(); if (isOne) follow(); }
  } else if (event.key === "g") {
    pending = "g";
  } else if (event.key === "/") {
    const field = shown().querySelector("input[data-filter]");
    if (field) { event.preventDefault(); field.closest("details")?.setAttribute("open", ""); field.focus(); }
  } else if (event.key === "n" || event.key === "p") {
    step(event.key === "n");
  }
});
