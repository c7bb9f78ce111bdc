// A replay without the site around it: board, steps and keys. For embeds and for files that work offline.

import { drawFrame, findBoard } from "./board.js";
import { findCurves, listenToCurve } from "./curves.js";
import { readData } from "./frames.js";
import { listenToSwipes } from "./gestures.js";
import { listenToKeys } from "./keys.js";
import { openMore } from "./more.js";
import { findMoves, showMove } from "./moves.js";
import { openSpaces } from "./spaces.js";
import { go, hasMore, lastStep, openWalk, pause, show } from "./walk.js";

const root = document.querySelector(".player");
const data = readData(document.querySelector("#replay-data").textContent);
const { frames } = data;
const board = findBoard(root, data);
const showSpace = openSpaces(root, board);
const moves = root.querySelector(".moves") ? findMoves(root) : null;
let showCurves = findCurves(root, data.curves);
const seek = root.querySelector("#seek");
const gameLink = root.querySelector("[data-game-link]");
const shown = root.querySelector("[data-now]");
const dialog = root.querySelector("dialog.keys");
const controls = new Map([...root.querySelectorAll("[data-go]")].map((el) => [el.dataset.go, el]));
const SPOILERS = ["last", "section-forward", "phase-forward"]; // the end of a round is a spoiler
const walk = openWalk(root, frames, Number(shown.textContent), draw, openMore(root, () => frames, stepAddress, renew));

function draw(frame, { glide = false, isPreview = false }) {
  drawFrame(board, frame, glide);
  showSpace(frame);
  if (isPreview) return;
  if (moves) showMove(moves, frame.step);
  showCurves(frame.step);
  drawControls(frame.step);
  root.dispatchEvent(new CustomEvent("step", { detail: frame.step }));
}

function renew(page, fresh) {
  root.querySelector(".curve").replaceChildren(...page.querySelector(".curve").children);
  showCurves = findCurves(root, fresh.curves);
}

function stepAddress(step) {
  const address = new URL(location);
  address.searchParams.set("step", step);
  return address;
}

function drawControls(now) {
  const last = hasMore(walk) ? null : lastStep(walk);
  shown.textContent = now;
  if (seek) {
    seek.value = now;
    seek.setAttribute("aria-valuetext", `${now} / ${last}`);
  }
  for (const [name, el] of controls) {
    const ends = { first: 0, back: 0, forward: last, last };
    if (name in ends) el.setAttribute("aria-disabled", now === ends[name]); // it keeps the focus
  }
  const address = new URL(gameLink.href);
  address.searchParams.set("step", now);
  gameLink.href = address;
}

function act(name, step) {
  if (name === "keys") return dialog.showModal();
  if (!controls.has("last") && SPOILERS.includes(name)) return;
  if (name !== "step") return go(walk, name);
  pause(walk);
  show(walk, step);
}

function start() {
  for (const hidden of root.querySelectorAll(".controls [hidden]")) if (!("typed" in hidden.dataset)) hidden.hidden = false;
  root.addEventListener("click", (event) => {
    const control = event.target.closest("[data-go], [data-step], [data-step-link]");
    if (!control) return;
    event.preventDefault();
    if (control.dataset.go) return act(control.dataset.go);
    act("step", Number(control.dataset.step ?? control.dataset.stepLink));
  });
  // A click on the board does not move the focus, but the frame must have it to receive keys.
  root.addEventListener("pointerdown", () => {
    if (!root.contains(document.activeElement)) root.querySelector("#steps").focus({ preventScroll: true });
  });
  const hasEnd = controls.has("last");
  listenToCurve(root, (step) => act("step", hasEnd ? step : Math.min(step, walk.now)));
  listenToSwipes(root.querySelector(".board-box"), act);
  seek?.addEventListener("input", () => act("step", Number(seek.value)));
  listenToKeys(root, act);
  drawControls(walk.now);
  showSpace(frames[walk.now]);
  if (moves) showMove(moves, walk.now);
  root.dataset.ready = "";
}

start();
