// The size of the board: a handle at its corner makes it smaller, and the board can be shown alone.

import { memory } from "./keys.js";

const SIZE = "replay-size"; // key in localStorage
const [LEAST, MOST, STEP] = [50, 100, 5]; // percent of the height of the window

/** Makes the handle work, and restores the size. */
export function openSize(root) {
  const handle = root.querySelector("[data-size]");
  if (!handle) return;
  const resize = (percent) => {
    const size = Math.min(Math.max(Math.round(percent), LEAST), MOST);
    handle.setAttribute("aria-valuenow", size);
    root.style.setProperty("--size", size / 100);
    memory(() => localStorage.setItem(SIZE, size));
  };
  const now = () => Number(handle.getAttribute("aria-valuenow"));
  handle.hidden = false;
  resize(Number(memory(() => localStorage.getItem(SIZE))) || MOST);
  handle.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -STEP, ArrowDown: -STEP, ArrowRight: STEP, ArrowUp: STEP, Home: -MOST, End: MOST }[event.key];
    if (!by) return;
    event.preventDefault();
    resize(now() + by);
  });
  handle.addEventListener("pointerdown", (event) => {
    const start = { y: event.clientY, size: now(), full: root.querySelector(".board").clientHeight / now() };
    handle.setPointerCapture(event.pointerId);
    handle.onpointermove = (move) => resize(start.size + (move.clientY - start.y) / start.full);
    handle.onpointerup = () => (handle.onpointermove = null);
  });
  handle.addEventListener("dblclick", () => resize(MOST));
}

/** Shows the board alone, or the whole page again. Returns whether it is alone. */
export function toggleZen(root) {
  const isOn = root.toggleAttribute("data-zen");
  document.documentElement.toggleAttribute("data-zen", isOn); // not `:has()`, which makes every change of the page slow
  root.querySelector('[data-go="zen"]')?.setAttribute("aria-pressed", isOn);
  if (document.activeElement.offsetParent === null) root.querySelector("#steps")?.focus({ preventScroll: true });
  return isOn;
}
