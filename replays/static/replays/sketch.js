// Circles and arrows on the page of a game. They stay with their steps until the page is left, and can be saved in a note.

import { drawTyped, openDrawing } from "./drawing.js";

/** Lets the user sketch. `here()` returns the step that is shown. */
export function openSketch(root, here) {
  const tools = root.querySelector("[data-sketch]");
  if (!tools) return;
  const byStep = new Map();
  const [button, colour, clear, save] = ["[data-draw]", "select", "[data-clear]", "[data-save]"].map((name) => tools.querySelector(name));
  const shapes = () => byStep.get(here().step) ?? [];
  const change = (list) => {
    byStep.set(here().step, list);
    show();
    root.querySelector("#announcement").textContent = list.join(" ") || tools.dataset.empty;
  };
  const show = () => {
    drawTyped(root, shapes());
    root.dispatchEvent(new CustomEvent("drawn", { detail: shapes() }));
    const isEmpty = !shapes().length;
    for (const el of [clear, save]) if (el && el.hidden !== isEmpty) el.hidden = isEmpty;
    const { step, view } = here();
    if (save) save.search = new URLSearchParams({ step, as: view, shapes: shapes().join(" ") });
  };
  const switched = (isOn) => (colour.hidden = !isOn);
  const toggle = openDrawing(root, { colour: () => colour.value, shapes, change, switched });
  const box = root.querySelector(".board-box");
  button.addEventListener("click", () => toggle(button));
  clear.addEventListener("click", () => {
    change([]);
    button.focus();
  });
  box.addEventListener("click", () => shapes().length && change([]));
  for (const type of ["step", "view"]) root.addEventListener(type, show);
  root.addEventListener("draw", ({ detail }) => {
    byStep.set(here().step, detail); // what the leader of a review draws
    show();
  });
}
