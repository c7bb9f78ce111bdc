// Looking through a stack: pointing at it, reaching it by key or tapping it opens a box with its tiles from the top.

import { stackOf } from "./board.js";

/** Makes the stacks of a board open; gives a function that shows a frame in the box. */
export function openStacks(root, tiles) {
  const box = root.querySelector("#pile-box");
  const cells = [...root.querySelectorAll('[data-form="stack"]')];
  if (!box || !cells.length) return () => {};
  const state = { root, tiles, box, frame: null, cell: null, isPinned: false };
  for (const cell of cells) makeButton(cell.querySelector(".touch"));
  listen(state);
  return (frame) => {
    state.frame = frame;
    if (state.cell) fill(state);
  };
}

function makeButton(touch) {
  touch.setAttribute("role", "button");
  touch.setAttribute("tabindex", "0");
  touch.setAttribute("aria-expanded", "false");
  touch.setAttribute("aria-controls", "pile-box");
}

function listen(state) {
  const cellOf = (event) => event.target.closest?.('[data-form="stack"]');
  const board = state.box.parentElement; // not the drawing: with listeners of focus that would take it itself
  board.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "touch" && !state.isPinned) show(state, cellOf(event));
  });
  board.addEventListener("pointerleave", () => state.isPinned || show(state, null));
  board.addEventListener("focusin", (event) => {
    const cell = cellOf(event);
    if (cell && event.target.matches(":focus-visible")) show(state, cell, state.isPinned && cell === state.cell);
  });
  board.addEventListener("focusout", (event) => cellOf(event) && show(state, null));
  board.addEventListener("click", (event) => cellOf(event) && pin(state, cellOf(event)));
  board.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    if (!cellOf(event)) return;
    event.preventDefault(); // Space would play
    pin(state, cellOf(event));
  });
  document.addEventListener("keydown", (event) => event.key === "Escape" && show(state, null));
  document.addEventListener("pointerdown", (event) => {
    const steps = event.target.closest?.(".controls, .moves"); // one may watch a stack while stepping
    if (state.isPinned && !steps && !cellOf(event)) show(state, null);
  });
  addEventListener("resize", () => state.cell && place(state));
}

function pin(state, cell) {
  if (cell && state.isPinned && cell === state.cell) show(state, null);
  else show(state, cell, Boolean(cell));
}

function show(state, cell, isPinned = false) {
  state.cell?.querySelector(".touch").setAttribute("aria-expanded", "false");
  state.cell = cell ?? null;
  state.isPinned = isPinned;
  state.box.hidden = !cell;
  if (!cell) return;
  cell.querySelector(".touch").setAttribute("aria-expanded", "true");
  fill(state);
}

function fill({ root, tiles, box, frame, cell }) {
  const stack = stackOf(frame, cell.dataset.cell);
  box.querySelector("[data-pile-name]").textContent = cell.dataset.words;
  const count = stack.length === 1 ? "1 tile" : `${stack.length} tiles, from the top`;
  box.querySelector("[data-pile-count]").textContent = stack.length ? count : "empty";
  const levels = stack.map((tile, level) => {
    const item = document.createElement("li");
    item.innerHTML = `<svg viewBox="0 0 48 48" aria-hidden="true" class="tile-${tile}"><use href="#sym-${tile}"/></svg>`;
    const [name, number] = [document.createElement("span"), document.createElement("small")];
    name.textContent = tiles[tile];
    number.textContent = `level ${level + 1}`;
    item.append(name, number);
    return item;
  });
  box.querySelector("[data-pile-list]").replaceChildren(...levels.reverse());
  place({ root, box, cell });
}

// Beside the stack, inside the part of the page that the board is in; under the stack where neither side has room.
function place({ box, cell }) {
  const [at, around] = [cell.getBoundingClientRect(), box.offsetParent.getBoundingClientRect()];
  const [right, left] = [at.right - around.left + 4, at.left - around.left - box.offsetWidth - 4];
  const fitsRight = right + box.offsetWidth <= around.width;
  const isBeside = fitsRight || left >= 0;
  box.style.left = `${isBeside ? (fitsRight ? right : left) : 0}px`;
  box.style.top = `${(isBeside ? at.top : at.bottom + 4) - around.top}px`;
}
