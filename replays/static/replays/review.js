// A shared review: the pages of followers show the step, the view and the drawings of the leader. A follower who goes to another
// step looks around, and can return. Without this script the page shows what the leader shows, and forms change it.

import { memory } from "./keys.js";

const root = document.querySelector(".replay");
const strip = root.querySelector("[data-review]");
const form = strip.querySelector("[data-review-form]");
const PAUSE = 300; // milliseconds between two changes by the leader: more than their limit allows in a minute
const RETRY = 4000; // milliseconds
const LOST = 10000; // without a connection for so long, the page says so
const AWAY = `review ${location.pathname.match(/reviews\/([^/]+)/)[1]}`; // key in sessionStorage: this tab looks around

let state = JSON.parse(strip.querySelector("#review-data").textContent); // what the leader shows
let role = state.leads ? "lead" : memory(() => sessionStorage.getItem(AWAY)) ? "away" : "follow";
let step = Number(root.querySelector("#seek").getAttribute("value"));
let reached = null; // what the page showed of the leader's last step
let drawn = []; // what is drawn on this page
let isGoing = false;
let isSending = false;
let isDirty = false; // the leader's step was not sent yet
let notice = "";
let timer = 0;
let sentAt = 0;
let lostTimer = 0;
let stream = null;

const shown = () => ({ step, view: root.dataset.view, belief: root.dataset.belief });
const isSame = (one, other) => one.step === other.step && one.view === other.view && one.belief === other.belief;
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

// ------------------------------------------------------------------------------------------------ the strip

function drawStrip() {
  const { dataset } = strip;
  const names = [role, `${role}-${state.offered ? "offered" : "kept"}`];
  if (state.offered && role !== "lead" && role !== "ended") names.push("can-take");
  dataset.role = role;
  put("[data-review-role]", role === "ended" ? "" : dataset[role]);
  // who looks around does not hear each step of the leader
  strip.querySelector("[data-review-text]").setAttribute("aria-live", role === "away" && !notice && !state.offered ? "off" : "polite");
  put("[data-review-text]", notice || textOf(dataset));
  put("[data-followers]", String(state.n_followers));
  const focused = document.activeElement;
  for (const el of strip.querySelectorAll("[data-when]")) el.hidden = !names.includes(el.dataset.when);
  if (focused?.hidden) (strip.querySelector("[data-when]:not([hidden])") ?? root.querySelector("#steps")).focus({ preventScroll: true });
  form.elements.version.value = state.version;
}

function textOf(dataset) {
  if (role === "ended") return dataset.ended;
  if (role === "lead") return state.offered ? dataset.leadOfferedText : dataset.leadText;
  const text = role === "away" ? dataset.awayText.replace("{step}", state.step) : dataset.followText;
  return state.offered ? `${text} ${dataset.offeredText}` : text;
}

function put(selector, text) {
  const el = strip.querySelector(selector);
  if (el.textContent !== text) el.textContent = text;
}

function change(newRole) {
  role = newRole;
  memory(() => (role === "away" ? sessionStorage.setItem(AWAY, "yes") : sessionStorage.removeItem(AWAY)));
  drawStrip();
}

// ------------------------------------------------------------------------------------------------ following

const goTo = (goal) => new Promise((done) => root.dispatchEvent(new CustomEvent("follow", { detail: { ...goal, done } })));

// Shows what the leader shows, also what follows meanwhile. If the possible positions can't be shown now, it is shown without.
async function follow() {
  if (isGoing) return;
  isGoing = true;
  let goal;
  do {
    goal = state;
    const isThere = (await goTo(goal)) || (goal.belief && (await goTo({ ...goal, belief: "" })));
    if (isThere) reached = shown();
    if (isThere) root.dispatchEvent(new CustomEvent("draw", { detail: goal.shapes.map(typed) }));
  } while (goal !== state && role !== "ended");
  isGoing = false;
  moved();
}

const typed = ({ form: kind, cell, from, to, colour }) => `${kind === "circle" ? cell : `${from}>${to}`}:${colour}`;

// After a step: the leader shows it, and a follower looks around unless it is the leader's.
function moved() {
  if (isGoing || !reached) return;
  if (role === "lead" && !isSame(shown(), reached)) plan();
  else if (role === "follow" && !isSame(shown(), reached)) change("away");
}

function take(fresh) {
  const isNew = fresh.version > state.version;
  if (fresh.version < state.version) return;
  const isTaken = role === "lead" && fresh.lead !== state.lead && !fresh.leads;
  state = isNew ? fresh : { ...state, n_followers: fresh.n_followers };
  if (isNew && notice !== strip.dataset.lost) notice = "";
  if (isTaken) listen(); // its stream counts from now on
  if (isTaken) change("follow");
  drawStrip();
  if (isNew && (role === "follow" || (role === "lead" && !isSending && !isDirty))) follow();
}

// ------------------------------------------------------------------------------------------------ leading

function plan(wait = 0) {
  isDirty = true;
  if (isSending || timer) return;
  timer = setTimeout(sendStep, Math.max(wait, sentAt + PAUSE - Date.now()));
}

async function sendStep() {
  timer = 0;
  isDirty = false;
  const sent = shown();
  const shapes = drawn.join(" ");
  const wait = await send({ action: "show", step: sent.step, as: sent.view, belief: sent.belief, shapes });
  if (role !== "lead") return;
  if (wait) return plan(wait);
  if (isSame(sent, state)) reached = sent;
  else follow(); // another tab of the leader was faster
  if (isDirty) plan();
}

/** Sends a change. Returns after how many milliseconds to repeat it; 0: it was answered. */
async function send(fields) {
  const body = new FormData(form);
  for (const [name, value] of Object.entries({ ...fields, version: state.version })) body.set(name, value);
  isSending = true;
  sentAt = Date.now();
  try {
    const answer = await fetch(strip.dataset.stateUrl, { method: "POST", body, credentials: "same-origin" });
    if (answer.status === 404) return end() ?? 0;
    if (answer.status === 429) {
      say(strip.dataset.wait);
      return 1000 * Number(answer.headers.get("Retry-After") ?? 5);
    }
    const fresh = await answer.json();
    say(answer.status === 403 || answer.status === 422 ? fresh.message : "");
    accept(fresh);
    return 0;
  } catch {
    say(strip.dataset.lost);
    return RETRY;
  } finally {
    isSending = false;
  }
}

// Takes over an answer, which says whether this browser leads.
function accept(fresh) {
  const wasLeader = role === "lead";
  state = fresh;
  if (fresh.leads !== wasLeader) {
    change(fresh.leads ? "lead" : "follow");
    listen();
    follow();
  }
  drawStrip();
}

function say(text) {
  if (notice === text) return;
  notice = text;
  drawStrip();
}

// ------------------------------------------------------------------------------------------------ the connection

function listen() {
  stream?.close();
  stream = new EventSource(strip.dataset.events);
  stream.addEventListener("state", (event) => take({ ...JSON.parse(event.data), leads: false }));
  stream.addEventListener("ended", check);
  stream.addEventListener("open", () => {
    clearTimeout(lostTimer);
    lostTimer = 0;
    if (notice === strip.dataset.lost) say("");
  });
  stream.addEventListener("error", ({ target }) => {
    lostTimer ||= setTimeout(say, LOST, strip.dataset.lost);
    if (target === stream && target.readyState === EventSource.CLOSED) check();
  });
}

// Asks for the state where the stream was refused or ended, and opens it again unless the review has ended.
async function check() {
  stream.close();
  await pause(RETRY * (0.5 + Math.random())); // not all at once
  if (role === "ended") return;
  try {
    const answer = await fetch(strip.dataset.stateUrl, { credentials: "same-origin", cache: "no-store" });
    if (answer.status === 404) return end();
    if (answer.ok) take(await answer.json());
  } catch {
    say(strip.dataset.lost);
  }
  listen();
}

function end() {
  stream.close();
  clearTimeout(lostTimer);
  notice = "";
  change("ended");
}

// ------------------------------------------------------------------------------------------------ start

for (const name of ["step", "view"]) {
  root.addEventListener(name, (event) => {
    if (name === "step") step = event.detail;
    moved();
  });
}
root.addEventListener("drawn", ({ detail }) => {
  const isSameDrawing = detail.join(" ") === drawn.join(" ");
  drawn = detail;
  if (role === "lead" && reached && !isGoing && !isSameDrawing) plan();
});
strip.querySelector("[data-review-return]").addEventListener("click", (event) => {
  event.preventDefault();
  change("follow");
  follow();
});
form.addEventListener("submit", async (event) => {
  if (event.submitter.value === "end") return; // the page of the game is shown
  event.preventDefault();
  const { value } = event.submitter;
  while (isSending) await pause(50);
  const wait = await send({ action: value });
  if (wait) say(strip.dataset.lost);
});
addEventListener("pagehide", () => stream.close());
addEventListener("pageshow", (event) => event.persisted && listen());
strip.querySelector("[data-review-link]").hidden = Boolean(navigator.clipboard); // there is a button
drawStrip();
listen();
if (role !== "away") follow();
