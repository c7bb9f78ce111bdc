// Circles and arrows drawn on the board: with the right button, with Alt held down, or in the drawing mode of a button, also by
// touch and by keyboard. Drawing the same again erases it. A shape is a text as in the form of a note: c3:red, b4>c3:green.

import { drawShapes } from "./board.js";

const RADIUS = 46; // as on the server (note_shapes.py), in board units
const [ARROW_GAP, ARROW_HEAD] = [30, 26];

/** Draws shapes into the board; `added` is being drawn. */
export function drawTyped(root, shapes, added = "") {
  const all = added ? [...shapes.filter((shape) => shape !== added), added] : shapes;
  const group = root.querySelector("[data-shapes]");
  drawShapes(group, all.map((shape) => path(root, shape)).filter(Boolean));
  if (added) group.lastChild?.classList.add("shape-new");
}

function path(root, shape) {
  const [cells, colour] = shape.split(":");
  const points = cells.split(">").map((space) => middle(root, space));
  if (!points.every(Boolean)) return null;
  return [colour ?? "green", points.length === 1 ? circle(...points[0]) : arrow(...points[0], ...points[1])];
}

function middle(root, space) {
  const at = root.querySelector(`.board [data-cell="${CSS.escape(space)}"]`)?.getAttribute("transform").match(/-?[\d.]+/g);
  return at && at.map((value) => Number(value) + 50);
}

const circle = (x, y) => `M${x - RADIUS} ${y}a${RADIUS} ${RADIUS} 0 1 0 ${2 * RADIUS} 0a${RADIUS} ${RADIUS} 0 1 0 ${-2 * RADIUS} 0z`;

function arrow(x, y, toX, toY) {
  const length = Math.hypot(toX - x, toY - y);
  const [along, across] = [(toX - x) / length, (toY - y) / length];
  const [endX, endY] = [toX - ARROW_GAP * along, toY - ARROW_GAP * across];
  const [backX, backY] = [endX - ARROW_HEAD * along, endY - ARROW_HEAD * across];
  const [sideX, sideY] = [(-across * ARROW_HEAD) / 2, (along * ARROW_HEAD) / 2];
  return `M${x} ${y}L${endX} ${endY}M${backX + sideX} ${backY + sideY}L${endX} ${endY}L${backX - sideX} ${backY - sideY}`;
}

/** Returns the shapes with one more, or without it if it is there. */
export function toggled(shapes, shape) {
  return shapes.includes(shape) ? shapes.filter((other) => other !== shape) : [...shapes, shape];
}

/** Lets the user draw. `colour()` is the chosen colour, `shapes()` what is drawn; null: nothing can be drawn now.
 * `change(shapes)` is called with the result, `switched(isOn)` after the drawing mode changed. */
export function openDrawing(root, { colour, shapes, change, switched }) {
  const box = root.querySelector(".board-box");
  const state = { from: null, to: null, start: null, colour: "green", hasDrawn: false, button: null };
  const isOn = () => box.classList.contains("is-drawing");
  const shapeOf = (from, to, chosen) => `${from === to ? from : `${from}>${to}`}:${chosen}`;
  const add = (from, to, chosen) => change(toggled(shapes(), shapeOf(from, to, chosen)));
  const stop = () => Object.assign(state, { from: null, to: null });

  box.addEventListener("pointerdown", (event) => {
    const cell = cellAt(event);
    state.hasDrawn = false;
    const isMouse = event.pointerType === "mouse";
    const byButton = isMouse && (event.button === 2 || (event.button === 0 && event.altKey));
    if (!cell || !shapes() || !(byButton || (isOn() && event.button === 0))) return;
    event.stopPropagation(); // it is no swipe
    root.dispatchEvent(new CustomEvent("closespace"));
    Object.assign(state, { from: cell.dataset.cell, to: cell.dataset.cell, byButton, colour: byButton ? colourOf(event) : colour() });
    if (byButton) drawTyped(root, shapes(), shapeOf(state.from, state.to, state.colour));
    if (event.pointerType === "touch") event.target.releasePointerCapture?.(event.pointerId);
  }, true);
  addEventListener("pointermove", (event) => {
    if (!state.from) return;
    const to = cellAt(event)?.dataset.cell ?? state.to;
    if (to !== state.to) drawTyped(root, shapes(), shapeOf(state.from, (state.to = to), state.colour));
  });
  addEventListener("pointerup", () => {
    const { from, to, byButton } = state;
    if (!from) return;
    stop();
    if (!byButton && from === to) return; // a click in the drawing mode
    state.hasDrawn = true;
    add(from, to, state.colour);
  });
  const cancel = () => {
    if (state.from) drawTyped(root, shapes());
    stop();
  };
  addEventListener("pointercancel", cancel);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !(isOn() || state.from) || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    cancel();
    if (isOn()) toggle(state.button);
  }, true);
  box.addEventListener("contextmenu", (event) => cellAt(event) && shapes() && event.preventDefault());
  box.addEventListener("click", (event) => {
    const cell = event.target.closest("[data-cell]");
    if (state.hasDrawn || event.altKey) event.stopImmediatePropagation();
    if (state.hasDrawn || event.altKey || !cell || !isOn() || !shapes()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!state.start) return choose(cell);
    const from = state.start;
    choose(null);
    add(from.dataset.cell, cell.dataset.cell, colour());
  }, true);

  function choose(cell) {
    state.start?.classList.remove("chosen-cell");
    state.start = cell;
    cell?.classList.add("chosen-cell");
  }

  function toggle(button) {
    const isNowOn = button.getAttribute("aria-pressed") !== "true";
    state.button = button;
    button.setAttribute("aria-pressed", String(isNowOn));
    box.classList.toggle("is-drawing", isNowOn);
    choose(null);
    switched(isNowOn);
  }

  /** Switches the drawing mode of a button. */
  return toggle;
}

// The space under the pointer, also while it is captured by another.
function cellAt({ clientX, clientY }) {
  return document.elementFromPoint(clientX, clientY)?.closest(".board [data-cell]") ?? null;
}

// With the right button Shift and Alt choose; with Alt held down on the left one, Shift and Ctrl do.
function colourOf({ button, shiftKey, altKey, ctrlKey }) {
  const isSecond = button === 2 ? altKey : ctrlKey;
  return shiftKey ? (isSecond ? "yellow" : "red") : isSecond ? "blue" : "green";
}
