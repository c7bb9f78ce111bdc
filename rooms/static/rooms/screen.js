// The screen of a table: puts a new screen in place and makes its board usable. The page of a table and the page that records
// without a connection use it.

import { drawFrame, findBoard } from "../replays/board.js";
import { readData } from "../replays/frames.js";
import { openSpaces } from "../replays/spaces.js";
import { openTapping } from "../replays/tapping.js";

/** Opens the screen in `root`. `moves(address)` returns what can be entered on the board; by default the site is asked. */
export function openScreen(root, moves) {
  const announcement = root.querySelector("#announcement"); // stays in the page, so that screen readers notice its changes
  let opened = new AbortController(); // ends what listens on the screen that is shown

  function open() {
    opened = new AbortController();
    const { signal } = opened;
    const text = root.querySelector("#replay-data")?.textContent;
    if (!text) return;
    const data = readData(text);
    const board = findBoard(root, data);
    const frame = data.frames.at(-1);
    drawFrame(board, frame);
    openSpaces(root, board, signal)(frame);
    if (!root.querySelector("#play")) return;
    const step = Number(root.dataset.last);
    const here = () => ({ step, last: step, view: root.dataset.view, belief: "" });
    openTapping(root, { here, go: () => {}, clicks: [], signal, moves });
  }

  /** Moves the board and the panels of the old screen to a new one that comes without them. */
  function reuseBoard(fresh) {
    if (fresh.querySelector("svg.board")) return;
    for (const name of [".board-box", ".status"]) {
      const [before, now] = [root, fresh].map((el) => el.querySelector(name));
      if (before && now) now.replaceChildren(...before.childNodes);
    }
    for (const el of fresh.querySelectorAll("[data-movable]")) delete el.dataset.movable;
    fresh.querySelector(".lit")?.remove();
    fresh.querySelector(".try-box")?.remove();
  }

  /** Puts the screen of an answer in place. Returns whether there is one. */
  function put(text) {
    const fresh = new DOMParser().parseFromString(text, "text/html").querySelector(".recorder");
    if (!fresh) return false;
    opened.abort();
    reuseBoard(fresh);
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
    focusOn(part);
    if (isWrong || root.className !== before) root.scrollIntoView({ block: "start" });
    if (!isWrong) announce(textOf("#said"));
    return true;
  }

  function showProblem(text, ...more) {
    root.querySelector("[role=alert]")?.remove();
    const note = document.createElement("p");
    note.className = "note note-bad";
    note.setAttribute("role", "alert");
    note.append(text, ...more);
    announcement.after(note);
    note.scrollIntoView({ block: "nearest" });
  }

  // Pictures of the page in a task switcher, and pages that the browser keeps for its Back button, show no secret.
  const isSecret = () => root.hasAttribute("data-secret");
  document.addEventListener("visibilitychange", () => root.toggleAttribute("data-covered", isSecret() && document.hidden));
  addEventListener("blur", () => root.toggleAttribute("data-covered", isSecret()));
  addEventListener("focus", () => root.removeAttribute("data-covered"));
  addEventListener("pagehide", () => isSecret() && root.replaceChildren());
  addEventListener("pageshow", (event) => event.persisted && location.reload());

  open();
  /** Ends the screen: nothing that it shows, or still waits for, stays. */
  function close() {
    opened.abort();
    root.replaceChildren(announcement);
    root.removeAttribute("data-secret");
  }

  return { put, close, showOwn, showProblem, focusedPart, focusOn, announce, textOf };
}
