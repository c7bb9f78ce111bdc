// The page of a table: forms and taps on the board are sent in the background, and the screen that answers is put in place. Without
// this script everything works as forms.

import { forgetCopy, storeCopy, wayOn } from "./copies.js";
import { follow } from "./follow.js";
import { openScreen } from "./screen.js";

const PART = { "X-Part": "screen" }; // asks for the screen without the page around it
const root = document.querySelector(".recorder");
const screen = openScreen(root);
let sending = null;

/** Shows the screen that answers what was sent from here. */
function showOwn(text, part) {
  if (!screen.showOwn(text, part)) return false;
  if (!root.dataset.of) history.replaceState(null, "", root.dataset.home);
  storeCopy(root.dataset);
  return true;
}

/** Shows the screen after a change by another device. The scroll position, the focus and what the user opened stay. */
function showOther(text) {
  const part = screen.focusedPart();
  const unfolded = [...root.querySelectorAll("details[open]")].map((el) => el.className).filter(Boolean);
  if (!screen.put(text)) return location.reload();
  for (const name of unfolded) root.querySelector(`details.${name}`)?.setAttribute("open", "");
  if (part) screen.focusOn(part);
  storeCopy(root.dataset);
  return screen.announce([screen.textOf("#play-title"), screen.textOf("#said")].join(". "));
}

async function send(form, submitter) {
  const body = new URLSearchParams(new FormData(form));
  if (submitter?.name) body.set(submitter.name, submitter.value);
  const part = screen.focusedPart();
  const address = new URL(form.getAttribute("action") ?? "", location.href);
  root.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(address, { method: "POST", body, headers: PART, credentials: "same-origin", cache: "no-store" });
    const text = await answer.text();
    if (answer.headers.get("Content-Type") === "application/json") {
      if (body.get("action") === "delete") await forgetCopy(root.dataset);
      location.assign(JSON.parse(text).location);
    }
    else if (answer.status === 429 || answer.status >= 500) showOwn(text, part) || screen.showProblem(root.dataset.lost);
    else if (!showOwn(text, part)) sendAsPage(form, body);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error; // the network failed
    screen.showProblem(root.dataset.lost, " ", wayOn(root.dataset));
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

storeCopy(root.dataset);

const isTyping = () => root.contains(document.activeElement) && document.activeElement.matches("input, textarea, select");
const untilTyped = () => new Promise((done) => document.addEventListener("focusout", () => setTimeout(done), { once: true }));
if (root.dataset.events) {
  follow(root, {
    headers: PART,
    pause: () => sending ?? (isTyping() ? untilTyped() : null),
    show: showOther,
    close: () => root.dataset.closed && screen.showProblem(root.dataset.closed),
  });
}
