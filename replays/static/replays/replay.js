// The replay page: steps, play, address. Without this script every control is a link to a page that the server draws.

import { address, updateAddress, updateAddressNow } from "./address.js";
import { drawFrame, findBoard } from "./board.js";
import { listenToKeys, memory } from "./keys.js";
import { findCurves } from "./curves.js";
import { openMore } from "./more.js";
import { findMoves, showMove } from "./moves.js";
import { openSpaces } from "./spaces.js";
import { go, goals, hasMore, lastStep, openWalk, pause, show } from "./walk.js";

const root = document.querySelector(".replay");
const data = JSON.parse(document.querySelector("#replay-data").textContent);
const { frames } = data;
const board = findBoard(root, data);
let moves = findMoves(root);
const showSpace = openSpaces(root, board);
const { view, belief } = root.dataset;
const isSpoilerFree = root.dataset.spoilers === "no";
const seek = root.querySelector("#seek");
const dialog = root.querySelector("dialog.keys");
const showCurves = findCurves(root, data.curves);
const beliefs = [...root.querySelectorAll("[data-belief-link]")];
const sides = [...root.querySelectorAll("[data-side]")];
const more = openMore(root, frames, (step) => address(step, view, belief), renewMoves);
const walk = openWalk(root, frames, Number(seek.getAttribute("value")), draw, more);
const COMMENTS = "replay-comments";
const THEN = "replay-then"; // the action on the next page
const HIDDEN_SIDE = "replay-side"; // the view from which everything was revealed

function draw(frame, { glide = false, isPreview = false }) {
  drawFrame(board, frame, glide);
  showSpace(frame);
  if (isPreview) return;
  const now = frame.step;
  showMove(moves, now);
  showCurves(now);
  drawControls(now);
  updateAddress(address(now, view, belief));
  root.dispatchEvent(new CustomEvent("step", { detail: now }));
}

function drawControls(now) {
  const last = hasMore(walk) ? null : lastStep(walk);
  seek.value = now;
  seek.setAttribute("aria-valuetext", `${now} / ${last ?? "?"}`);
  root.querySelector("[data-now]").textContent = now;
  for (const link of root.querySelectorAll("a[data-go]")) {
    const name = link.dataset.go;
    const isEnd = now === (name === "first" || name === "back" ? 0 : last);
    if (isEnd) {
      link.setAttribute("tabindex", "0"); // it keeps the focus
      link.setAttribute("aria-disabled", "true");
      link.removeAttribute("href");
    } else {
      link.removeAttribute("aria-disabled");
      link.removeAttribute("tabindex");
      link.setAttribute("href", `${address(goals[name](walk), view, belief)}#board`);
    }
  }
  for (const link of sides) link.setAttribute("href", `${address(now, link.dataset.side, belief)}#board`);
  for (const link of beliefs) link.setAttribute("href", `${address(now, view, link.dataset.beliefLink)}#board`);
  for (const link of root.querySelectorAll("[data-at-step]")) link.search = `?step=${now}&as=${view}`;
}

function renewMoves(page) {
  root.querySelector(".moves-box").replaceChildren(...page.querySelector(".moves-box").children);
  moves = findMoves(root);
}

function changeSide() {
  const next = sides[(sides.findIndex((link) => link.dataset.side === view) + 1) % sides.length];
  if (next.dataset.side !== view) goTo(address(walk.now, next.dataset.side, belief));
}

// Shows everything, and then the previous view again.
function reveal() {
  const names = sides.map((link) => link.dataset.side);
  if (!names.includes("omniscient")) return;
  if (view !== "omniscient") sessionStorage.setItem(HIDDEN_SIDE, view);
  const back = names.find((name) => name === sessionStorage.getItem(HIDDEN_SIDE)) ?? names.find((name) => name !== view);
  const other = view === "omniscient" ? back : "omniscient";
  if (other) goTo(address(walk.now, other, belief));
}

function changeBelief() {
  const next = beliefs.find((link) => (link.dataset.beliefLink === "") === (belief !== ""));
  if (next) goTo(address(walk.now, view, next.dataset.beliefLink));
}

// Mistakes depend on belief, so the page with belief is opened first.
function nextMistake() {
  const knowing = beliefs.find((link) => link.dataset.beliefLink);
  if (belief || !knowing) return go(walk, "mistake");
  sessionStorage.setItem(THEN, "mistake");
  goTo(address(walk.now, view, knowing.dataset.beliefLink));
}

function showComments(isShown) {
  root.toggleAttribute("data-uncommented", !isShown);
  memory(() => localStorage.setItem(COMMENTS, isShown ? "shown" : "hidden"));
}

function changeComments() {
  const isShown = root.hasAttribute("data-uncommented");
  showComments(isShown);
  walk.announce(root.dataset[isShown ? "commentsShown" : "commentsHidden"]);
}

// Another view is another page, because this one has no hidden information. Only the scroll position is preserved.
function goTo(other) {
  updateAddressNow(address(walk.now, view, belief));
  sessionStorage.setItem("replay-scroll", `${location.pathname} ${scrollY}`);
  location.assign(other);
}

const others = {
  side: changeSide,
  belief: changeBelief,
  reveal,
  mistake: nextMistake,
  comments: changeComments,
  keys: () => dialog.showModal(),
  undo: () => root.querySelector("[data-undo]")?.click(),
};

function act(name, step) {
  if (isSpoilerFree && (name === "last" || name === "section-forward")) return; // the end of a round is a spoiler
  if (name === "step" || others[name]) pause(walk);
  if (name === "step") show(walk, step);
  else if (others[name]) others[name]();
  else go(walk, name);
}

function listen() {
  root.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    const control = event.target.closest("[data-go], [data-step], [data-step-link], [data-side], [data-belief-link]");
    if (!control) return;
    event.preventDefault();
    if (control.dataset.go) return act(control.dataset.go);
    pause(walk);
    if (control.dataset.side) goTo(address(walk.now, control.dataset.side, belief));
    else if ("beliefLink" in control.dataset) goTo(address(walk.now, view, control.dataset.beliefLink));
    else show(walk, Number(control.dataset.step ?? control.dataset.stepLink));
  });
  seek.addEventListener("input", () => {
    pause(walk);
    show(walk, Number(seek.value));
  });
  seek.form.addEventListener("submit", (event) => event.preventDefault());
  listenToKeys(root, act);
}

function start() {
  for (const hidden of root.querySelectorAll(".controls [hidden]")) if (!("typed" in hidden.dataset)) hidden.hidden = false;
  root.querySelector("[data-plain]").hidden = true;
  seek.value = walk.now; // a reload may have restored another value
  listen();
  showSpace(frames[walk.now]);
  showMove(moves, walk.now);
  if (memory(() => localStorage.getItem(COMMENTS)) === "hidden") root.toggleAttribute("data-uncommented", true);
  root.dataset.ready = "";
  const [path, top] = (sessionStorage.getItem("replay-scroll") ?? "").split(" ");
  if (path === location.pathname) scrollTo({ top: Number(top), behavior: "instant" });
  sessionStorage.removeItem("replay-scroll");
  const then = sessionStorage.getItem(THEN);
  sessionStorage.removeItem(THEN);
  if (then) act(then);
}

start();
