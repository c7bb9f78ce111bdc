// Recording a game whose rules run on this phone. After every change the game is stored before its screen is shown, so a crash
// loses nothing.

import { ask } from "./console.js";
import { openScreen } from "./screen.js";
import { draftWith, noteDraft, putDraft, removeDraft } from "./storage.js";

const root = document.querySelector(".recorder");
let screen = null;
let current = null; // { draft, edit, config, close }
let isBusy = false;

export const isRecording = () => current !== null;
const now = () => new Date().toISOString();

async function movesOf() {
  if (!current) return [];
  const { draft, edit } = current;
  const { moves, problem } = await ask({ do: "moves", draft, edit });
  return problem ? [] : moves;
}

/** Shows a game; after a pause, a side that held the phone has to take it again. Returns why that is not possible, or nothing. */
export async function openRecording(draft, { config, close }) {
  screen ??= openScreen(root, movesOf);
  const { html, problem, draft: covered } = await ask({ do: "open", draft });
  if (problem) return problem;
  current = { draft: covered, edit: null, config, close };
  screen.put(html);
  return "";
}

export function closeRecording() {
  current = null;
  screen?.close(); // no secret stays in the page
}

/** Stores and shows what the rules answered. */
async function show(answer, before, part) {
  if (answer.problem && !answer.html) return screen.showProblem(answer.problem);
  const { draft } = answer;
  if (draft.version !== before.version && !(await putDraft(draft, before.version))) {
    const newest = await draftWith(draft.id);
    if (!newest) return current.close();
    const { config, close } = current;
    await openRecording(newest, { config, close });
    return screen.showProblem(config.texts.otherTab);
  }
  current.draft = draft;
  screen.showOwn(answer.html, part);
  current.edit = root.dataset.of ? Number(root.dataset.of) - 1 : null;
  return undefined;
}

async function act(fields) {
  const before = current.draft;
  const part = screen.focusedPart();
  const board = root.querySelector("svg.board") ? root.dataset.view : "";
  root.setAttribute("aria-busy", "true");
  const answer = await ask({ do: "act", draft: before, edit: current.edit, fields, now: now(), board });
  await show(answer, before, part);
}

async function redraw(edit) {
  current.edit = edit;
  const { draft } = current;
  const answer = await ask({ do: "act", draft, edit, fields: { pick: "[]" }, now: now(), board: "" });
  await show(answer, draft, null);
}

/** Puts the game among those to be sent, for its owner only, and goes back to the list. */
async function saveUnfinished() {
  const { draft, close } = current;
  await noteDraft(draft.id, { queued: { to: "game", visibility: "private" }, visibility: "private", answer: null });
  await close();
  dispatchEvent(new Event("online")); // sends what waits, if there is a connection
}

async function submit(form, submitter) {
  const fields = Object.fromEntries(new FormData(form));
  if (submitter?.name) fields[submitter.name] = submitter.value;
  if (fields.action === "save") return saveUnfinished();
  if (fields.action === "delete") {
    if (submitter.dataset.sure) {
      await removeDraft(current.draft.id);
      return current.close();
    }
    Object.assign(submitter.dataset, { sure: "yes" });
    submitter.textContent = current.config.texts.confirm;
    return undefined;
  }
  return act(fields);
}

root.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (isBusy || !current) return;
  isBusy = true;
  const { texts } = current.config;
  try {
    await submit(event.target, event.submitter);
  } catch (error) {
    // the worker has stopped, or the storage is full: what was stored stays
    screen.showProblem(error instanceof DOMException ? texts.noStorage : texts.broken);
    console.info(error);
  } finally {
    root.removeAttribute("aria-busy");
    if (event.target.hasAttribute("data-sent")) event.target.remove(); // of a tap on the board
    isBusy = false;
  }
});

root.addEventListener("click", (event) => {
  if (!current) return;
  if (event.target.closest("[data-close]")) current.close();
  const link = event.target.closest("a[href]");
  if (!link) return;
  const address = link.getAttribute("href");
  const [, step] = address.match(/^\?edit=(\d+)$/) ?? [];
  if (!step && address !== current.config.page) return;
  event.preventDefault();
  redraw(step ? Number(step) - 1 : null);
});
