// The page of a table: forms and taps on the board are sent in the background, and the screen that answers is put in place. Without
// this script everything works as forms.

import { drawFrame, findBoard } from "../replays/board.js";
import { readData } from "../replays/frames.js";
import { openSpaces } from "../replays/spaces.js";
import { openTapping } from "../replays/tapping.js";
import { follow } from "./follow.js";

const PART = { "X-Part": "screen" }; // asks for the screen without the page around it
const root = document.querySelector(".recorder");
const announcement = root.querySelector("#announcement"); // stays in the page, so that screen readers notice its changes
let opened = new AbortController(); // ends what listens on the screen that is shown
let sending = null;

function open() {
  opened = new AbortController();
  const { signal } = opened;
  const data = readData(root.querySelector("#replay-data").textContent);
  const board = findBoard(root, data);
  const frame = data.frames.at(-1);
  drawFrame(board, frame);
  openSpaces(root, board, signal)(frame);
  if (!root.querySelector("#play")) return;
  const step = Number(root.dataset.last);
  openTapping(root, { here: () => ({ step, last: step, view: root.dataset.view, belief: "" }), go: () => {}, clicks: [], signal });
}

/** Puts the screen of an answer in place. Returns whether there is one. */
function put(text) {
  const fresh = new DOMParser().parseFromString(text, "text/html").querySelector(".recorder");
  if (!fresh) return false;
  opened.abort();
  for (const { name } of [...root.attributes]) if (!fresh.hasAttribute(name)) root.removeAttribute(name);
  for (const { name, value } of fresh.attributes) root.setAttribute(name, value);
  fresh.querySelector("#announcement").remove();
  for (const node of [...root.childNodes]) if (node !== announcement) node.remove();
  root.append(...fresh.childNodes);
  open();
  return true;
}

/** Returns what identifies the element that has the focus, to find it on the next screen: a space of the board, a part that can
 * be unfolded, or else the heading, after which the controls follow. */
function focusedPart() {
  const el = document.activeElement;
  if (!root.contains(el)) return null;
  const cell = el.closest("[data-cell]")?.dataset.cell;
  if (cell) return `[data-cell="${CSS.escape(cell)}"]`;
  const unfolds = el.matches("summary") && el.parentElement.className;
  return unfolds ? `details.${CSS.escape(unfolds)} > summary` : "#play-title";
}

/** Moves the focus to a part of the screen, or to the heading if it can't have it there: it is never lost. */
function focusOn(part) {
  for (const name of [part, "#play-title"]) {
    const el = name && root.querySelector(name);
    el?.focus({ preventScroll: true });
    if (el && document.activeElement === el) return;
  }
}

function announce(text) {
  announcement.textContent = "";
  setTimeout(() => (announcement.textContent = text), 50);
}

const textOf = (selector) => root.querySelector(selector)?.textContent.trim() ?? "";

/** Shows the screen that answers what was sent from here. */
function showOwn(text, part) {
  const before = root.className;
  if (!put(text)) return false;
  const isWrong = root.querySelector("[role=alert]");
  if (!root.dataset.of) history.replaceState(null, "", root.dataset.home);
  focusOn(part);
  if (isWrong || root.className !== before) root.scrollIntoView({ block: "start" });
  if (!isWrong) announce(textOf("#said"));
  return true;
}

/** Shows the screen after a change by another device. The scroll position, the focus and what the user opened stay. */
function showOther(text) {
  const part = focusedPart();
  const unfolded = [...root.querySelectorAll("details[open]")].map((el) => el.className).filter(Boolean);
  if (!put(text)) return location.reload();
  for (const name of unfolded) root.querySelector(`details.${name}`)?.setAttribute("open", "");
  if (part) focusOn(part);
  return announce([textOf("#play-title"), textOf("#said")].join(". "));
}

function showProblem(text) {
  root.querySelector("[role=alert]")?.remove();
  const note = document.createElement("p");
  note.className = "note note-bad";
  note.setAttribute("role", "alert");
  note.textContent = text;
  announcement.after(note);
  note.scrollIntoView({ block: "nearest" });
}

async function send(form, submitter) {
  const body = new URLSearchParams(new FormData(form));
  if (submitter?.name) body.set(submitter.name, submitter.value);
  const part = focusedPart();
  const address = new URL(form.getAttribute("action") ?? "", location.href);
  root.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(address, { method: "POST", body, headers: PART, credentials: "same-origin", cache: "no-store" });
    const text = await answer.text();
    if (answer.headers.get("Content-Type") === "application/json") location.assign(JSON.parse(text).location);
    else if (answer.status === 429 || answer.status >= 500) showOwn(text, part) || showProblem(root.dataset.lost);
    else if (!showOwn(text, part)) sendAsPage(form, body);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error; // the network failed
    showProblem(root.dataset.lost);
  } finally {
    root.removeAttribute("aria-busy");
  }
}

/** Sends a form as without a script: the page that answers shows what is wrong. */
function sendAsPage(form, values) {
  for (const [name, value] of values) {
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name, value });
    if (!form.querySelector(`input[name="${name}"]`)) form.append(field);
  }
  HTMLFormElement.prototype.submit.call(form);
}

root.addEventListener("submit", (event) => {
  event.preventDefault();
  if (sending) return;
  const done = () => {
    if (event.target.hasAttribute("data-sent")) event.target.remove(); // of a tap on the board
    sending = null;
  };
  sending = send(event.target, event.submitter).finally(done);
});

// Pictures of the page in a task switcher, and pages that the browser keeps for its Back button, show no secret.
const isSecret = () => root.hasAttribute("data-secret");
document.addEventListener("visibilitychange", () => root.toggleAttribute("data-covered", isSecret() && document.hidden));
addEventListener("blur", () => root.toggleAttribute("data-covered", isSecret()));
addEventListener("focus", () => root.removeAttribute("data-covered"));
addEventListener("pagehide", () => isSecret() && root.replaceChildren());
addEventListener("pageshow", (event) => event.persisted && location.reload());

open();

const isTyping = () => root.contains(document.activeElement) && document.activeElement.matches("input, textarea, select");
const untilTyped = () => new Promise((done) => document.addEventListener("focusout", () => setTimeout(done), { once: true }));
if (root.dataset.events) {
  follow(root, {
    headers: PART,
    pause: () => sending ?? (isTyping() ? untilTyped() : null),
    show: showOther,
    close: () => root.dataset.closed && showProblem(root.dataset.closed),
  });
}
