// The replay page: steps, play, views, address. Without this script every control is a link to a page that the server draws.

import { address, keepAddress, pushAddress, pushJump, readAddress, updateAddress } from "./address.js";
import { drawFrame, findBoard } from "./board.js";
import { findCurves, listenToCurve } from "./curves.js";
import { listenToGestures } from "./gestures.js";
import { listenToKeys, memory } from "./keys.js";
import { readData } from "./frames.js";
import { openMore } from "./more.js";
import { findMoves, showMove } from "./moves.js";
import { rememberOwn, showOwn } from "./own.js";
import { isLater, openParts } from "./parts.js";
import { openSketch } from "./sketch.js";
import { openSize, toggleZen } from "./size.js";
import { openSpaces } from "./spaces.js";
import { changeFrames, go, goals, hasMore, lastStep, openWalk, pause, show } from "./walk.js";

const root = document.querySelector(".replay");
const isSpoilerFree = root.dataset.spoilers === "no";
const seek = root.querySelector("#seek");
const dialog = root.querySelector("dialog.keys");
const beliefs = root.querySelector("#belief");
const noteSets = root.querySelector("#notes-choice");
const sides = [...root.querySelectorAll("[data-side]")];
const parts = openParts(root);
const COMMENTS = "replay-comments";
const HIDDEN_SIDE = "replay-side"; // the view from which everything was revealed

let page = read(readData(root.querySelector("#replay-data").textContent), location.pathname);
const showSpace = openSpaces(root, page.board);
const walk = openWalk(root, page.frames, Number(seek.getAttribute("value")), draw, moreOf(page));
let shownStep = walk.now;
let goal = { view: page.view, belief: page.belief, path: page.path }; // what was last requested
let finish = null; // shows the lists of a view whose board is shown
let isPlain = false; // the browser sends forms
let isRestoring = false; // while Back and Forward are followed, the history is not written

/** Finds what a page contains. Its path is that of the game or of notes on it. */
function read(data, path) {
  const { view, belief } = root.dataset;
  const board = findBoard(root, data);
  return { data, path, view, belief, frames: data.frames, board, moves: findMoves(root), showCurves: findCurves(root, data.curves) };
}

const here = (step = walk.now) => address(step, page.view, page.belief);
const nameOf = ({ view, belief, path }) => `${view} ${belief} ${path}`;
const addressOf = (step, { view, belief, path }) => (path === location.pathname ? "" : path) + address(step, view, belief);

function moreOf(of) {
  return openMore(root, () => of.frames, (step) => address(step, of.view, of.belief), renew);
}

function draw(frame, { glide = false, isPreview = false, isJump = false, isQuiet = isRestoring }) {
  settle();
  drawFrame(page.board, frame, glide);
  showSpace(frame);
  if (isPreview) return;
  const now = frame.step;
  page.showCurves(now);
  drawControls(now);
  showMove(page.moves, now); // measures, so after everything that changes the page
  if (!isQuiet && isJump) pushJump(here(shownStep), here(now));
  else if (!isQuiet) updateAddress(here(now));
  shownStep = now;
  root.dispatchEvent(new CustomEvent("step", { detail: now }));
}

function drawControls(now) {
  const { view, belief } = page;
  const last = hasMore(walk) ? null : lastStep(walk);
  if (last !== null && seek.max !== String(last)) {
    seek.max = last; // a variation has more or fewer steps
    for (const el of root.querySelectorAll(".of-last")) el.textContent = ` / ${last}`;
  }
  seek.value = now;
  seek.setAttribute("aria-valuetext", `${now} / ${last ?? "?"}`);
  for (const el of root.querySelectorAll("[data-now], [data-step-now]")) if (el.textContent !== String(now)) el.textContent = now;
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
      link.setAttribute("href", `${here(goals[name](walk))}#board`);
    }
  }
  for (const link of sides) {
    link.setAttribute("href", `${address(now, link.dataset.side, belief)}#board`);
    if (link.dataset.side === view) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  showChoices();
  const more = here(now).split(`&as=${view}`)[1];
  const of = root.dataset.of ? `&of=${root.dataset.of}` : "";
  for (const link of root.querySelectorAll("[data-at-step]")) link.search = `?step=${now}&as=${view}${of}${link.dataset.atStep && more}`;
}

function showChoices() {
  if (beliefs) beliefs.value = page.belief;
  if (noteSets) noteSets.selectedIndex = [...noteSets.options].findIndex((option) => option.dataset.path === page.path);
}

// Takes over the list, the curve and the step card of a page with more steps.
function renew(other, data) {
  for (const name of ["moves", "curve", "step"]) {
    const [part, fresh] = [root, other].map((el) => el.querySelector(`[data-part="${name}"]`));
    part.replaceChildren(...fresh.children);
  }
  parts.forget();
  Object.assign(page, { moves: findMoves(root), board: findBoard(root, data), showCurves: findCurves(root, data.curves) });
}

// Another view is fetched, because this page has none of its information, and put in place; notes too. Steps go on meanwhile.
// If there is none, the browser opens it, which shows why; `stays`: the page stays as it is.
async function changeView(view, belief, path = goal.path, { isRestored = false, stays = false } = {}) {
  const wanted = { view, belief, path };
  settle();
  goal = wanted;
  if (nameOf(wanted) === nameOf(page)) return true;
  pause(walk);
  if (!root.dispatchEvent(new CustomEvent("leave", { cancelable: true }))) return leave(addressOf(walk.now, wanted));
  parts.keep(nameOf(page), page.data);
  const shown = await parts.show(nameOf(wanted), addressOf(walk.now, wanted), () => wanted === goal);
  if (shown === undefined) return false;
  if (!shown && stays) return void (goal = { view: page.view, belief: page.belief, path: page.path });
  if (!shown) return leave(addressOf(walk.now, wanted));
  const step = walk.now;
  if (take(shown, path, isRestored ? "" : addressOf(step, page))) await showQuietly(step);
  return true;
}

// Shows what was put in place: the board now, the lists in the next frame. `from` is the address for the history. Returns whether
// the step is one that has to be fetched.
function take(shown, path, from) {
  const step = walk.now;
  const find = () => {
    page = read(shown.data, path);
    showSpace(page.frames[walk.now], page.board);
    parts.refocus();
  };
  page = read(shown.data, path);
  changeFrames(walk, page.frames, moreOf(page));
  const isFar = step > lastStep(walk) && hasMore(walk);
  find();
  const texts = page.board.texts.filter(([, el]) => !isLater(el)); // what is replaced soon is not laid out before
  drawFrame({ ...page.board, texts }, page.frames[walk.now]);
  drawControls(walk.now);
  finish = () => {
    shown.finish();
    rememberOwn(root, path);
    showOwn(root);
    find();
    root.dispatchEvent(new CustomEvent("view"));
    draw(page.frames[walk.now], { isQuiet: true });
    if (from) pushAddress(from, addressOf(isFar ? step : walk.now, page)); // last, because it takes long
  };
  if (isFar) settle();
  else requestAnimationFrame(() => setTimeout(settle)); // the lists follow in the next frame
  return isFar;
}

// Sends a move, and puts the page of the variation that answers in place. Else the browser sends the form and shows the answer;
// the move has a key, so one that arrived is not played twice.
async function play(form, button) {
  if (root.hasAttribute("data-loading")) return; // one move is being sent
  settle();
  pause(walk);
  const isByForm = root.querySelector("#play")?.contains(document.activeElement);
  const canStay = !isSpoilerFree && root.dispatchEvent(new CustomEvent("leave", { cancelable: true }));
  parts.keep(nameOf(page), page.data);
  setKey(form);
  const sent = canStay && (await parts.send(form.getAttribute("action"), new FormData(form, button)));
  if (!sent) {
    isPlain = true;
    return form.requestSubmit(button);
  }
  goal = { view: sent.view, belief: sent.belief, path: sent.path };
  const shown = parts.showSent(sent, nameOf(goal), ` ${sent.path}`);
  take(shown, sent.path, addressOf(walk.now, page));
  await show(walk, lastStep(walk));
  if (isByForm) root.querySelector("#play-title")?.focus({ preventScroll: true });
}

function setKey(form) {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const field = form.elements.key ?? Object.assign(document.createElement("input"), { type: "hidden", name: "key" });
  field.value = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  form.append(field);
}

// Shows the rest of a view, before anything else changes.
function settle() {
  const work = finish;
  finish = null;
  work?.();
}

// Notes of a view are shown in that view; those of the public view in every view.
function changeNotes(id) {
  const { path, view } = [...noteSets.options].find((option) => option.value === id).dataset;
  changeView(view && view !== "public" ? view : goal.view, goal.belief, path);
}

// Shows a step without a change of the address.
async function showQuietly(step) {
  isRestoring = true;
  await show(walk, step);
  isRestoring = false;
}

// The page shows why a view can't be fetched, or works as without scripts.
function leave(url) {
  location.assign(url);
  return false;
}

function changeSide() {
  const next = sides[(sides.findIndex((link) => link.dataset.side === goal.view) + 1) % sides.length];
  if (next) changeView(next.dataset.side, goal.belief);
}

// Shows everything, and then the previous view again.
function reveal() {
  const names = sides.map((link) => link.dataset.side);
  if (!names.includes("omniscient")) return;
  if (page.view !== "omniscient") sessionStorage.setItem(HIDDEN_SIDE, page.view);
  const back = names.find((name) => name === sessionStorage.getItem(HIDDEN_SIDE)) ?? names.find((name) => name !== page.view);
  const other = page.view === "omniscient" ? back : "omniscient";
  if (other) changeView(other, page.belief);
}

const someBelief = () => [...(beliefs?.options ?? [])].map((option) => option.value).find(Boolean);

function changeBelief() {
  const other = goal.belief ? "" : someBelief();
  if (other !== undefined) changeView(goal.view, other);
}

// Mistakes depend on belief, so that is shown first.
async function nextMistake() {
  const knowing = someBelief();
  if (page.belief || !knowing || (await changeView(page.view, knowing))) go(walk, "mistake");
}

function showComments(isShown) {
  root.toggleAttribute("data-uncommented", !isShown);
  root.querySelector('[data-go="comments"]')?.setAttribute("aria-pressed", isShown);
  memory(() => localStorage.setItem(COMMENTS, isShown ? "shown" : "hidden"));
}

function changeComments() {
  const isShown = root.hasAttribute("data-uncommented");
  showComments(isShown);
  walk.announce(root.dataset[isShown ? "commentsShown" : "commentsHidden"]);
}

const others = {
  side: changeSide,
  belief: changeBelief,
  reveal,
  mistake: nextMistake,
  comments: changeComments,
  zen: () => toggleZen(root),
  keys: () => dialog.showModal(),
  undo: () => root.querySelector("[data-undo]")?.click(),
};
const SPOILERS = ["last", "section-forward", "phase-forward"]; // the end of a round is a spoiler

function act(name, step) {
  if (isSpoilerFree && SPOILERS.includes(name)) return;
  if (name === "step" || (others[name] && name !== "zen")) pause(walk);
  if (name === "step") show(walk, step, true);
  else if (others[name]) others[name]();
  else go(walk, name);
}

const canGo = (name) => (name === "back" ? walk.now > 0 : walk.now < lastStep(walk) || hasMore(walk));

async function restore() {
  settle();
  const { step, view = sides[0]?.dataset.side ?? page.view, belief } = readAddress();
  keepAddress();
  pause(walk);
  if (await changeView(view, belief, location.pathname, { isRestored: true })) await showQuietly(step);
}

// Shows the step and view of the leader of a review, without an entry in the history. `done` is called with whether it could.
async function follow({ detail: { step, view, belief, done } }) {
  pause(walk);
  const isThere = Boolean(await changeView(view, belief, goal.path, { isRestored: true, stays: true }));
  if (isThere) await show(walk, step);
  done(isThere);
}

function listen() {
  root.addEventListener("follow", follow);
  root.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    const control = event.target.closest("[data-go], [data-step], [data-step-link], [data-side], [data-notes]");
    if (!control) return;
    event.preventDefault();
    if ("notes" in control.dataset) {
      noteSets.focus({ preventScroll: true }); // the notes replace the link, which would lose the focus
      return changeNotes(control.dataset.notes);
    }
    if (control.dataset.go) return act(control.dataset.go);
    if (control.dataset.side) return changeView(control.dataset.side, goal.belief);
    act("step", Number(control.dataset.step ?? control.dataset.stepLink));
  });
  seek.addEventListener("input", () => {
    pause(walk);
    show(walk, Number(seek.value));
  });
  seek.form.addEventListener("submit", (event) => event.preventDefault());
  beliefs?.addEventListener("change", () => changeView(goal.view, beliefs.value));
  noteSets?.addEventListener("change", () => changeNotes(noteSets.value));
  addEventListener("popstate", restore);
  listenToCurve(root, (step) => act("step", isSpoilerFree ? Math.min(step, walk.now) : step));
  listenToGestures(root.querySelector(".board-box"), act, canGo);
  listenToKeys(root, act);
  const now = () => ({ step: walk.now, last: lastStep(walk), view: page.view, belief: page.belief });
  openSketch(root, now);
  openPanel(now);
  openMoves(now);
  root.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.closest("#play, [data-sent]") || isPlain) return;
    event.preventDefault();
    play(form, event.submitter);
  });
}

// The script of moves on the board is fetched when a pointer or the focus reaches the board. It gets the clicks meanwhile.
function openMoves(now) {
  const box = root.querySelector(".board-box");
  if (!root.dataset.moves) return;
  const clicks = [];
  const wait = (event) => clicks.push(event);
  const stop = new AbortController();
  const open = async () => {
    stop.abort();
    box.addEventListener("click", wait, true);
    const { openTapping } = await import("./tapping.js");
    box.removeEventListener("click", wait, true);
    openTapping(root, { here: now, go: (step) => act("step", step), clicks });
  };
  for (const type of ["pointerenter", "focusin"]) box.addEventListener(type, open, { signal: stop.signal });
}

// The script of the panel "From here" is fetched when the panel is opened.
function openPanel(now) {
  const panel = root.querySelector("details[data-continuations]");
  if (!panel) return;
  const open = async () => {
    const { openFromHere } = await import("./fromhere.js");
    openFromHere(root, panel, { here: now, changed: () => updateAddress(here()) });
  };
  panel.addEventListener("toggle", open, { once: true });
  const filters = new URLSearchParams(location.search).get("from-here");
  if (!filters) return;
  root.dataset.continuations = filters;
  panel.open = true;
}

function start() {
  for (const hidden of root.querySelectorAll(".controls [hidden], [data-scripted][hidden]")) {
    if (!("typed" in hidden.dataset)) hidden.hidden = false;
  }
  for (const plain of root.querySelectorAll("[data-plain]")) plain.hidden = true;
  seek.value = walk.now; // a reload may have restored another value
  showChoices();
  openSize(root);
  listen();
  rememberOwn(root, location.pathname);
  showOwn(root);
  showSpace(page.frames[walk.now]);
  showMove(page.moves, walk.now);
  if (memory(() => localStorage.getItem(COMMENTS)) === "hidden") showComments(false);
  root.dataset.ready = "";
  const [path, top] = (sessionStorage.getItem("replay-scroll") ?? "").split(" ");
  if (path === location.pathname) scrollTo({ top: Number(top), behavior: "instant" });
  sessionStorage.removeItem("replay-scroll");
}

start();
