// A replay without the site around it: the board, steps and keys. The same in somebody else's page and in a file of its own.

import { drawFrame, findBoard } from "./board.js";
import { listenToKeys } from "./keys.js";
import { findMoves, showMove } from "./moves.js";
import { openSpaces } from "./spaces.js";

const root = document.querySelector(".player");
const { frames, words, tiles, shadeWords } = JSON.parse(document.querySelector("#replay-data").textContent);
const board = findBoard(root, words, tiles, shadeWords);
const showSpace = openSpaces(root, board);
const moves = root.querySelector(".moves") ? findMoves(root) : null;
const seek = root.querySelector("#seek");
const speed = root.querySelector("#speed");
const home = root.querySelector("[data-home]");
const shown = root.querySelector("[data-now]");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const last = frames.length - 1;
const controls = new Map([...root.querySelectorAll("[data-go]")].map((el) => [el.dataset.go, el]));
const play = controls.get("play");
let now = Number(shown.textContent);
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
};

function show(step) {
  const goal = Math.min(Math.max(step, 0), last);
  const glide = Math.abs(goal - now) === 1 && !calm.matches;
  now = goal;
  drawFrame(board, frames[now], glide);
  showSpace(frames[now]);
  if (moves) showMove(moves, now);
  drawControls();
}

function drawControls() {
  shown.textContent = now;
  if (seek) {
    seek.value = now;
    seek.setAttribute("aria-valuetext", `${now} / ${last}`);
  }
  for (const [name, el] of controls) {
    const isEnd = name !== "play" && now === (name === "first" || name === "back" ? 0 : last);
    el.setAttribute("aria-disabled", isEnd); // whoever is on it stays on it
  }
  const address = new URL(home.href);
  address.searchParams.set("step", now);
  home.href = address;
}

function pause() {
  clearTimeout(timer);
  timer = 0;
  root.removeAttribute("data-playing");
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
  root.setAttribute("data-playing", "");
  play.setAttribute("aria-label", "Pause");
  play.title = "Pause";
  timer = setTimeout(tick, Math.min(500, Number(speed.value)));
}

function act(name) {
  if (name === "play") return togglePlay();
  if (name === "faster") return void (speed.selectedIndex = Math.min(speed.selectedIndex + 1, speed.length - 1));
  if (name === "slower") return void (speed.selectedIndex = Math.max(speed.selectedIndex - 1, 0));
  if (!goals[name] || (name === "last" && !controls.has("last"))) return;
  pause();
  show(goals[name]());
}

function start() {
  for (const hidden of root.querySelectorAll(".controls [hidden]")) hidden.hidden = false;
  root.addEventListener("click", (event) => {
    const control = event.target.closest("[data-go], [data-step]");
    if (!control) return;
    event.preventDefault();
    if (control.dataset.go) return act(control.dataset.go);
    pause();
    show(Number(control.dataset.step));
  });
  seek?.addEventListener("input", () => {
    pause();
    show(Number(seek.value));
  });
  document.addEventListener("visibilitychange", () => document.hidden && pause());
  listenToKeys(act);
  drawControls();
  showSpace(frames[now]);
  if (moves) showMove(moves, now);
  root.dataset.ready = "";
}

start();
