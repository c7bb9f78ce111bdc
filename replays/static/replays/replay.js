// Starts the replay page: steps, play, address. Without this script every control is a link to a page that the server draws.

import { address, keepAddress, keepNow } from "./address.js";
import { drawFrame, findBoard } from "./board.js";
import { listenToKeys } from "./keys.js";
import { findCurves } from "./curves.js";
import { findMoves, showMove } from "./moves.js";
import { openSpaces } from "./spaces.js";

const root = document.querySelector(".replay");
const { frames, words, tiles, shadeWords, curves } = JSON.parse(document.querySelector("#replay-data").textContent);
const board = findBoard(root, words, tiles, shadeWords);
const moves = findMoves(root);
const showSpace = openSpaces(root, board);
const last = frames.length - 1;
const { view, belief } = root.dataset;
const isSpoilerFree = root.dataset.spoilers === "no";
const seek = root.querySelector("#seek");
const speed = root.querySelector("#speed");
const dialog = root.querySelector("dialog.keys");
const play = root.querySelector('[data-go="play"]');
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const showCurves = findCurves(root, curves);
const beliefs = [...root.querySelectorAll("[data-belief-link]")];
const marked = frames.filter((frame) => frame.judged?.length).map((frame) => frame.step);
const sides = [...root.querySelectorAll("[data-side]")];
let now = Number(seek.getAttribute("value"));
let timer = 0;

function sectionStart(way) {
  const starts = frames.filter((f, i) => i > 0 && f.section !== frames[i - 1].section).map((f) => f.step);
  if (way > 0) return starts.find((step) => step > now) ?? last;
  return starts.filter((step) => step < now).pop() ?? 0;
}

const goals = {
  first: () => 0,
  back: () => now - 1,
  forward: () => now + 1,
  last: () => last,
  "section-back": () => sectionStart(-1),
  "section-forward": () => sectionStart(1),
  "marked-back": () => marked.filter((step) => step < now).pop() ?? now,
  "marked-forward": () => marked.find((step) => step > now) ?? now,
};

function show(step) {
  const goal = Math.min(Math.max(step, 0), last);
  const glide = Math.abs(goal - now) === 1 && !calm.matches;
  now = goal;
  drawFrame(board, frames[now], glide);
  showSpace(frames[now]);
  showMove(moves, now);
  showCurves(now);
  drawControls();
  keepAddress(address(now, view, belief));
  root.dispatchEvent(new CustomEvent("step", { detail: now }));
}

function drawControls() {
  seek.value = now;
  seek.setAttribute("aria-valuetext", `${now} / ${last}`);
  root.querySelector("[data-now]").textContent = now;
  for (const link of root.querySelectorAll("a[data-go]")) {
    const name = link.dataset.go;
    const isEnd = now === (name === "first" || name === "back" ? 0 : last);
    if (isEnd) {
      link.setAttribute("tabindex", "0"); // whoever is on it stays on it
      link.setAttribute("aria-disabled", "true");
      link.removeAttribute("href");
    } else {
      link.removeAttribute("aria-disabled");
      link.removeAttribute("tabindex");
      link.setAttribute("href", `${address(goals[name](), view, belief)}#board`);
    }
  }
  for (const link of sides) link.setAttribute("href", `${address(now, link.dataset.side, belief)}#board`);
  for (const link of beliefs) link.setAttribute("href", `${address(now, view, link.dataset.beliefLink)}#board`);
  for (const link of root.querySelectorAll("[data-at-step]")) link.search = `?step=${now}&as=${view}`;
}

function pause() {
  clearTimeout(timer);
  timer = 0;
  play.removeAttribute("data-playing");
  play.setAttribute("aria-label", "Play");
  play.title = "Play";
}

function tick() {
  show(now + 1);
  if (now === last) pause();
  else timer = setTimeout(tick, Number(speed.value));
}

function togglePlay() {
  if (timer) return pause();
  if (now === last) show(0);
  play.setAttribute("data-playing", "");
  play.setAttribute("aria-label", "Pause");
  play.title = "Pause";
  timer = setTimeout(tick, Math.min(500, Number(speed.value)));
}

function changeSide() {
  const next = sides[(sides.findIndex((link) => link.dataset.side === view) + 1) % sides.length];
  if (next.dataset.side !== view) goTo(address(now, next.dataset.side, belief));
}

function changeBelief() {
  const next = beliefs.find((link) => (link.dataset.beliefLink === "") === (belief !== ""));
  if (next) goTo(address(now, view, next.dataset.beliefLink));
}

// Another side is another page: what this one may not know is not in it. Only the place on the screen is carried over.
function goTo(other) {
  keepNow(address(now, view, belief));
  sessionStorage.setItem("replay-scroll", `${location.pathname} ${scrollY}`);
  location.assign(other);
}

function act(name) {
  if (name === "play") return togglePlay();
  if (name === "faster") return void (speed.selectedIndex = Math.min(speed.selectedIndex + 1, speed.length - 1));
  if (name === "slower") return void (speed.selectedIndex = Math.max(speed.selectedIndex - 1, 0));
  pause();
  if (isSpoilerFree && (name === "last" || name === "section-forward")) return;
  if (name === "side") return changeSide();
  if (name === "belief") return changeBelief();
  if (name === "keys") return dialog.showModal();
  show(goals[name]());
}

function listen() {
  root.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    const control = event.target.closest("[data-go], [data-step], [data-step-link], [data-side], [data-belief-link]");
    if (!control) return;
    event.preventDefault();
    if (control.dataset.go) return act(control.dataset.go);
    pause();
    if (control.dataset.side) goTo(address(now, control.dataset.side, belief));
    else if ("beliefLink" in control.dataset) goTo(address(now, view, control.dataset.beliefLink));
    else show(Number(control.dataset.step ?? control.dataset.stepLink));
  });
  seek.addEventListener("input", () => {
    pause();
    show(Number(seek.value));
  });
  seek.form.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("visibilitychange", () => document.hidden && pause());
  listenToKeys(act);
}

function start() {
  for (const hidden of root.querySelectorAll(".controls [hidden]")) hidden.hidden = false;
  root.querySelector("[data-plain]").hidden = true;
  seek.value = now; // a reload may have kept another
  listen();
  showSpace(frames[now]);
  showMove(moves, now);
  root.dataset.ready = "";
  const [path, top] = (sessionStorage.getItem("replay-scroll") ?? "").split(" ");
  if (path === location.pathname) scrollTo({ top: Number(top), behavior: "instant" });
  sessionStorage.removeItem("replay-scroll");
}

start();
