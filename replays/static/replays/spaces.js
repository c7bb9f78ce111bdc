// The board as a table to walk by key: one space at a time can be reached by Tab, arrows go from space to space, and a box
// tells the space that is looked at: by key, by pointing or by tapping. Knows no game: rows, names and words lie in the page.

import { cellWords, stackOf } from "./board.js";

const LOOK = 400; // milliseconds that a pointer rests on a space before its box opens; on a stack it opens at once

/** Makes the spaces of a board reachable; gives a function that shows a frame in the box. */
export function openSpaces(root, board) {
  const drawing = root.querySelector("svg.board");
  const rows = [...drawing.querySelectorAll('[role="row"]')].map((row) => [...row.children]);
  const cells = rows.flat().filter(isCell);
  const box = root.querySelector("#space-box");
  const state = { root, board, box, rows, cells, frame: null, cell: null, isPinned: false, timer: 0 };
  for (const cell of cells) cell.setAttribute("tabindex", cell === cells[0] ? "0" : "-1");
  listen(state, drawing);
  return (frame) => {
    state.frame = frame;
    if (state.cell) fill(state);
  };
}

const isCell = (el) => Boolean(el?.dataset.cell);
const cellAt = (event) => event.target.closest?.("[data-cell]") ?? null;

function listen(state, drawing) {
  drawing.addEventListener("mousedown", (event) => event.preventDefault()); // a click leaves the keys where they were
  drawing.addEventListener("click", (event) => cellAt(event) && pin(state, cellAt(event)));
  const around = state.box.parentElement; // not the drawing: with listeners of focus that would take it itself
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
  document.addEventListener("keydown", (event) => event.key === "Escape" && show(state, null));
  document.addEventListener("pointerdown", (event) => {
    const steps = event.target.closest?.(".controls, .moves, .space-box"); // one may watch a space while stepping
    if (state.isPinned && !steps && !cellAt(event)) show(state, null);
  });
  addEventListener("resize", () => state.cell && place(state));
}

function point(state, event) {
  if (event.pointerType === "touch" || state.isPinned || state.box.contains(event.target)) return;
  const cell = cellAt(event);
  clearTimeout(state.timer);
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

/** Where a key leads from a cell; null where it is none that goes about the board. */
function goalOf({ rows, cells }, cell, { key, ctrlKey }) {
  const row = rows.find((one) => one.includes(cell));
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

/** The first cell in a column of rows; where none lies in it, the nearest to it in the first row. */
function beyond(rows, column) {
  const straight = rows.map((row) => row[column]).find(isCell);
  if (straight || !rows.length) return straight;
  const apart = (el) => Math.abs(rows[0].indexOf(el) - column);
  return rows[0].filter(isCell).sort((a, b) => apart(a) - apart(b))[0];
}

function reach(state, cell) {
  for (const one of state.cells) one.setAttribute("tabindex", one === cell ? "0" : "-1");
  return cell;
}

function pin(state, cell) {
  reach(state, cell);
  if (state.isPinned && cell === state.cell) show(state, null);
  else show(state, cell, true);
}

function show(state, cell, isPinned = false) {
  state.cell?.classList.remove("told");
  state.cell = cell;
  state.isPinned = isPinned;
  state.box.hidden = !cell;
  state.box.classList.toggle("is-kept", isPinned); // a pointer may go into the box it opened, and through one that stays
  if (!cell) return;
  cell.classList.add("told");
  fill(state);
}

function fill({ board, box, frame, cell }) {
  const { tiles, stackWords } = board;
  const stack = stackOf(frame, cell.dataset.cell);
  const isStack = cell.dataset.form === "stack";
  const said = cellWords(board, frame, cell);
  box.querySelector("[data-space-name]").textContent = cell.dataset.words;
  const count = stackWords?.[stack.length === 1 ? "countOne" : "countMany"].replace("{n}", stack.length);
  box.querySelector("[data-space-count]").textContent = isStack ? (stack.length ? count : said[0]) : "";
  const levels = isStack ? stack.map((tile, level) => tileLine(tile, tiles[tile], stackWords.level.replace("{n}", level + 1))) : [];
  box.querySelector("[data-space-tiles]").replaceChildren(...levels.reverse());
  box.querySelector("[data-space-words]").replaceChildren(...said.slice(isStack ? 1 : 0).map(line));
  place({ box, cell });
}

function tileLine(tile, words, level) {
  const item = document.createElement("li");
  item.innerHTML = `<svg viewBox="0 0 48 48" aria-hidden="true" class="tile-${tile}"><use href="#sym-${tile}"/></svg>`;
  const [name, number] = [document.createElement("span"), document.createElement("small")];
  name.textContent = words;
  number.textContent = level;
  item.append(name, number);
  return item;
}

function line(words) {
  const item = document.createElement("li");
  item.textContent = words;
  return item;
}

// Beside the space, inside the part of the page that the board is in; under the space where neither side has room.
function place({ box, cell }) {
  const at = cell.querySelector(".touch").getBoundingClientRect();
  const around = box.offsetParent.getBoundingClientRect();
  const [right, left] = [at.right - around.left + 2, at.left - around.left - box.offsetWidth - 2];
  const fitsRight = right + box.offsetWidth <= around.width;
  const isBeside = fitsRight || left >= 0;
  box.style.left = `${isBeside ? (fitsRight ? right : left) : 0}px`;
  box.style.top = `${(isBeside ? at.top : at.bottom + 2) - around.top}px`;
}
