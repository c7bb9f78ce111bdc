// Keyboard navigation of the board: Tab reaches one space, arrow keys move between spaces, and a box describes the space that
// has the focus, is pointed at or was tapped. Rows, names and texts come from the page, so it works for every game.

import { cellTexts, stackOf } from "./board.js";

const LOOK = 400; // milliseconds until the box of a space opens under a pointer; that of a stack opens at once

/** Makes the spaces of a board reachable. Returns a function that shows a frame in the box; if it gets a board too, that one
 * has replaced the first. `signal` ends it. */
export function openSpaces(root, board, signal) {
  const state = { root, frame: null, cell: null, isPinned: false, timer: 0, signal };
  find(state, board);
  listen(state);
  return (frame, other) => {
    state.frame = frame;
    if (other) find(state, other);
    if (state.cell) fill(state);
  };
}

function find(state, board) {
  const [drawing, box] = ["svg.board", "#space-box"].map((name) => state.root.querySelector(name));
  const rows = [...drawing.querySelectorAll('[role="row"]')].map((row) => [...row.children]);
  const cells = rows.flat().filter(isCell);
  const reached = cells.find((cell) => cell.dataset.cell === state.cell?.dataset.cell);
  Object.assign(state, { board, box, rows, cells });
  reach(state, reached ?? cells[0]);
  if (state.cell) show(state, reached ?? null, state.isPinned);
}

const isCell = (el) => Boolean(el?.dataset.cell);
const cellAt = (event) => event.target.closest?.("[data-cell]") ?? null;

function listen(state) {
  const around = state.box.parentElement; // not the drawing, which listeners would make focusable
  const isDrawing = (event) => Boolean(event.target.closest?.("svg.board"));
  around.addEventListener("mousedown", (event) => isDrawing(event) && event.preventDefault()); // a click does not move the focus
  around.addEventListener("click", (event) => cellAt(event) && pin(state, cellAt(event)));
  around.addEventListener("keydown", (event) => onKey(state, event));
  around.addEventListener("focusin", (event) => {
    const cell = cellAt(event);
    if (!cell) return;
    reach(state, cell);
    if (cell.matches(":focus-visible")) show(state, cell, state.isPinned && cell === state.cell);
  });
  around.addEventListener("focusout", (event) => cellAt(event) && !state.isPinned && show(state, null));
  around.addEventListener("pointerover", (event) => point(state, event));
  around.addEventListener("pointerleave", () => {
    clearTimeout(state.timer);
    if (!state.isPinned) show(state, null);
  });
  const { signal } = state;
  document.addEventListener("keydown", (event) => event.key === "Escape" && show(state, null), { signal });
  document.addEventListener("pointerdown", (event) => {
    const steps = event.target.closest?.(".controls, .moves, .space-box"); // the box stays open while stepping
    if (state.isPinned && !steps && !cellAt(event)) show(state, null);
  }, { signal });
  state.root.addEventListener("closespace", () => { // the space was chosen for a move, or is drawn on
    clearTimeout(state.timer);
    show(state, null);
  }, { signal });
  addEventListener("resize", () => state.cell && place(state), { signal });
}

function point(state, event) {
  if (event.pointerType === "touch" || state.isPinned || state.box.contains(event.target)) return;
  const cell = cellAt(event);
  clearTimeout(state.timer);
  if (event.buttons || state.root.querySelector(".lit")) return; // the box would cover what is drawn, or the legal spaces
  if (!cell || cell.dataset.form === "stack") return show(state, cell);
  if (cell !== state.cell) state.timer = setTimeout(show, state.cell ? 0 : LOOK, state, cell);
}

function onKey(state, event) {
  const cell = cellAt(event);
  if (!cell || event.metaKey || event.altKey || event.shiftKey) return;
  const to = goalOf(state, cell, event);
  if (to) reach(state, to).focus();
  else if (event.ctrlKey) return;
  else if (event.key === "Enter") cell.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  else if (event.key === "Escape" && state.box.hidden) state.root.querySelector(".controls")?.focus();
  else return;
  event.preventDefault();
}

/** Returns the cell a key leads to; null if it is not a navigation key. */
function goalOf({ rows, cells }, cell, { key, ctrlKey }) {
  const row = rows.find((cellsInRow) => cellsInRow.includes(cell));
  const own = row.filter(isCell);
  const [at, last] = [cells.indexOf(cell), cells.length - 1];
  if (ctrlKey) return key === "Home" ? cells[0] : key === "End" ? cells[last] : null;
  if (key === "ArrowLeft") return cells[Math.max(at - 1, 0)];
  if (key === "ArrowRight") return cells[Math.min(at + 1, last)];
  if (key === "Home") return own[0];
  if (key === "End") return own.at(-1);
  if (key === "ArrowUp") return beyond(rows.slice(0, rows.indexOf(row)).reverse(), row.indexOf(cell)) ?? cell;
  if (key === "ArrowDown") return beyond(rows.slice(rows.indexOf(row) + 1), row.indexOf(cell)) ?? cell;
  return null;
}

/** Returns the first cell in a column of rows; if there is none, the nearest in the first row. */
function beyond(rows, column) {
  const straight = rows.map((row) => row[column]).find(isCell);
  if (straight || !rows.length) return straight;
  const distance = (el) => Math.abs(rows[0].indexOf(el) - column);
  return rows[0].filter(isCell).sort((a, b) => distance(a) - distance(b))[0];
}

function reach(state, cell) {
  for (const other of state.cells) {
    const order = other === cell ? "0" : "-1";
    if (other.getAttribute("tabindex") !== order) other.setAttribute("tabindex", order);
  }
  return cell;
}

function pin(state, cell) {
  reach(state, cell);
  if (state.isPinned && cell === state.cell) show(state, null);
  else show(state, cell, true);
}

function show(state, cell, isPinned = false) {
  state.cell?.classList.remove("is-open");
  state.cell = cell;
  state.isPinned = isPinned;
  state.box.hidden = !cell;
  state.box.classList.toggle("is-pinned", isPinned); // a pointer may enter the box it opened, and passes through a pinned one
  if (!cell) return;
  cell.classList.add("is-open");
  fill(state);
}

function fill({ board, box, frame, cell }) {
  const { tiles, stackLabels } = board;
  const stack = stackOf(frame, cell.dataset.cell);
  const isStack = cell.dataset.form === "stack";
  const texts = cellTexts(board, frame, cell);
  if (!frame) return;
  box.querySelector("[data-space-name]").textContent = cell.dataset.label;
  const count = stackLabels?.[stack.length === 1 ? "countOne" : "countMany"].replace("{n}", stack.length);
  box.querySelector("[data-space-count]").textContent = isStack ? (stack.length ? count : texts[0]) : "";
  const levels = isStack ? stack.map((tile, level) => tileLine(tile, tiles[tile], stackLabels.level.replace("{n}", level + 1))) : [];
  box.querySelector("[data-space-tiles]").replaceChildren(...levels.reverse());
  box.querySelector("[data-space-texts]").replaceChildren(...texts.slice(isStack ? 1 : 0).map(line));
  place({ box, cell });
}

function tileLine(tile, label, level) {
  const item = document.createElement("li");
  item.innerHTML = `<svg viewBox="0 0 48 48" aria-hidden="true" class="tile-${tile}"><use href="#sym-${tile}"/></svg>`;
  const [name, number] = [document.createElement("span"), document.createElement("small")];
  name.textContent = label;
  number.textContent = level;
  item.append(name, number);
  return item;
}

function line(text) {
  const item = document.createElement("li");
  item.textContent = text;
  return item;
}

// Next to the space, inside the section of the board; under the space if neither side has room.
export function place({ box, cell }) {
  const at = cell.querySelector(".touch").getBoundingClientRect();
  const around = box.offsetParent.getBoundingClientRect();
  const [right, left] = [at.right - around.left + 2, at.left - around.left - box.offsetWidth - 2];
  const fitsRight = right + box.offsetWidth <= around.width;
  const isBeside = fitsRight || left >= 0;
  box.style.left = `${isBeside ? (fitsRight ? right : left) : 0}px`;
  box.style.top = `${(isBeside ? at.top : at.bottom + 2) - around.top}px`;
}
