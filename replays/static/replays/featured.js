// The featured game of the front page plays itself, over and over. Without script it is a picture with a link. It waits where
// motion is reduced, while it is out of sight, and while the page is hidden; the button stops it for good.

import { drawFrame, findBoard } from "./board.js";
import { readData } from "./frames.js";

const PACE = 1600; // milliseconds a step is shown
const SECTION = 2800; // the first step of a part of the game: a discovery, a season
const END = 4000;

const root = document.querySelector("[data-feature]");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const data = readData(root.querySelector("#replay-data").textContent);
const { frames } = data;
const board = findBoard(root, data);
const button = root.querySelector("[data-toggle]");
const shown = root.querySelector("[data-now]");
const links = [...root.querySelectorAll("[data-game-link]"), ...document.querySelectorAll(".verbs .btn-main")];
let now = Number(shown.textContent);
let wanted = !calm.matches;
let visible = true;
let timer = 0;

function show(step) {
  now = step;
  drawFrame(board, frames[now], !calm.matches && step > 0);
  shown.textContent = now;
  for (const link of links) {
    const address = new URL(link.href);
    address.searchParams.set("step", now);
    link.href = address;
  }
}

function pause(step) {
  if (step === frames.length - 1) return END;
  return frames[step].section === frames[Math.max(step - 1, 0)].section ? PACE : SECTION;
}

function tick() {
  show(now === frames.length - 1 ? 0 : now + 1);
  timer = setTimeout(tick, pause(now));
}

function update() {
  const plays = wanted && visible && !document.hidden && frames.length > 1;
  if (plays && !timer) timer = setTimeout(tick, PACE);
  if (!plays) {
    clearTimeout(timer);
    timer = 0;
  }
  root.toggleAttribute("data-playing", wanted);
  button.setAttribute("aria-label", wanted ? root.dataset.pause : root.dataset.play);
}

root.querySelector("[data-watch]").hidden = true;
button.hidden = false;
button.addEventListener("click", () => {
  wanted = !wanted;
  update();
});
calm.addEventListener("change", () => {
  wanted = !calm.matches;
  update();
});
document.addEventListener("visibilitychange", update);
new IntersectionObserver(([entry]) => {
  visible = entry.isIntersecting;
  update();
}).observe(root);
update();
