// The page that records games without a connection: the rules on this phone, and the games that are stored here.

import { ask, startRules } from "./console.js";
import { closeRecording, isRecording, openRecording } from "./recording.js";
import { logOf, sendDraft, sendWaiting } from "./sending.js";
import { allDrafts, copyOf, draftWith, noteDraft, putDraft, removeDraft } from "./storage.js";

const config = JSON.parse(document.querySelector("#offline-data").textContent);
const { texts } = config;
const [page, recording, list, state, get] = ["#offline", "#recording", "#drafts", "#rules-state", "#rules-get"].map(
  (name) => document.querySelector(name),
);
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
const newId = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

function showState(text, isBad = false) {
  state.textContent = text;
  state.classList.toggle("note-bad", isBad);
}

function showProblem(text) {
  const note = document.querySelector("#drafts-problem");
  note.textContent = text;
  note.hidden = !text;
  if (text) note.scrollIntoView({ block: "nearest" });
}

// The rules: a service worker stores them, a worker runs them.

/** Waits until a version of the service worker is in use. Fails if it could not store its files. */
function untilStored(registration) {
  const worker = registration.active ?? registration.waiting ?? registration.installing;
  if (worker.state === "activated") return Promise.resolve();
  return new Promise((done, fail) => {
    worker.addEventListener("statechange", () => {
      if (worker.state === "activated") done();
      if (worker.state === "redundant") fail(new Error(texts.failed));
    });
  });
}

async function keepRules() {
  get.disabled = true;
  showState(texts.downloading);
  try {
    const registration = await navigator.serviceWorker.register(config.service, { scope: config.home });
    await untilStored(registration);
    await navigator.storage?.persist?.();
    await start();
  } catch (error) {
    showState(texts.failed, true);
    get.hidden = false;
    console.info(error);
  }
  get.disabled = false;
}

async function start() {
  get.hidden = true;
  showState(texts.starting);
  try {
    await startRules(config);
  } catch (error) {
    showState(texts.broken, true);
    console.info(error);
    return false;
  }
  showState(texts.ready);
  page.dataset.ready = "";
  document.querySelector("#new-section").hidden = false;
  return true;
}

// The list of games.

function stateText(draft) {
  if (draft.url) return texts.sent;
  if (draft.queued) return texts.waiting;
  return draft.is_over ? texts.over : texts.open;
}

function row(draft) {
  const item = document.querySelector("#draft-row").content.firstElementChild.cloneNode(true);
  const part = (name) => item.querySelector(`[data-part="${name}"]`);
  const button = (name) => item.querySelector(`[data-do="${name}"]`);
  const title = document.querySelector(`[data-kind="${draft.game}"]`).textContent;
  item.classList.add(`g-${draft.game}`);
  item.dataset.id = draft.id;
  part("title").textContent = title;
  part("players").textContent = draft.header.players.map(({ name }) => name).filter(Boolean).join(", ");
  part("about").textContent = `${filled(texts.steps, { n: draft.rows.length })}, ${draft.changed.slice(0, 16).replace("T", " ")}`;
  part("state").textContent = stateText(draft);
  part("link").hidden = !draft.url;
  if (draft.url) part("link").href = draft.url;
  button("continue").hidden = Boolean(draft.url);
  button("return").hidden = !draft.base || Boolean(draft.url);
  part("sending").hidden = Boolean(draft.url) || !draft.rows.length;
  if (draft.answer) showAnswer(item, part, button, draft);
  return item;
}

function showAnswer(item, part, button, draft) {
  const { answer } = draft;
  part("answer").hidden = false;
  const legal = answer.legal?.length ? filled(texts.possible, { legal: answer.legal.join(", ") }) : "";
  const place = answer.step ? filled(texts.atStep, { n: answer.step }) : "";
  const message = answer.state === "refused" ? filled(texts.refused, answer) : answer.message;
  const isConflict = answer.state === "conflict";
  const about = draft.base ? texts.conflictTable : texts.conflictGame;
  const hint = isConflict && conflictHint(answer);
  part("message").textContent = isConflict ? [about, hint].filter(Boolean).join(" ") : [message, place, answer.rule, legal].filter(Boolean).join(" ");
  part("conflict").hidden = !isConflict;
  part("choices").hidden = !isConflict && answer.state !== "gone";
  button("overwrite").hidden = !isConflict || !draft.base;
  if (isConflict) for (const name of ["ours", "sent"]) part(name).append(...stepRows(answer[name], answer.differs));
}

/** Returns why a conflict shows no difference; empty if it shows one. */
function conflictHint({ ours, sent, differs }) {
  if (!ours.length) return texts.notRead;
  return ours.length === differs && sent.length === differs ? texts.sameSteps : "";
}

/** Returns the steps from the last common one on; the first that differs is marked. */
function stepRows(steps, differs) {
  const first = Math.max(differs - 1, 0);
  const shown = steps.slice(first).map((text, i) => Object.assign(document.createElement("li"), { textContent: text, value: first + i + 1 }));
  if (!shown.length) shown.push(Object.assign(document.createElement("li"), { textContent: texts.noStep }));
  shown[differs - first]?.classList.add("differs");
  return shown;
}

async function showList() {
  const drafts = (await allDrafts()).sort((a, b) => b.changed.localeCompare(a.changed));
  list.replaceChildren(...drafts.map(row));
  document.querySelector("#drafts-empty").hidden = drafts.length > 0;
}

async function backToList() {
  closeRecording();
  recording.hidden = true;
  page.hidden = false;
  history.replaceState(null, "", config.page);
  await showList();
  document.querySelector("#drafts-title").focus();
}

async function record(id) {
  showProblem("");
  const draft = await draftWith(id);
  if (!draft) return backToList();
  if (draft.queued) await noteDraft(id, { queued: null, answer: null }); // it is not finished after all
  const problem = await openRecording(draft, { config, close: backToList });
  if (problem) return showProblem(filled(texts.oldRules, { message: problem }));
  page.hidden = true;
  recording.hidden = false;
  history.replaceState(null, "", `${config.page}#game=${id}`);
  return undefined;
}

async function begin(form) {
  const fields = Object.fromEntries(new FormData(form));
  const now = new Date();
  const day = new Date(now - now.getTimezoneOffset() * 60000).toISOString().slice(0, 10);
  const { draft, problem } = await ask({ do: "new", fields, id: newId(), day, now: now.toISOString() });
  if (problem) return showProblem(problem);
  await putDraft(draft, null);
  return record(draft.id);
}

/** Goes on with a table whose connection is lost, from its copy on this phone. A draft that did so before is continued. */
async function continueTable(code) {
  const earlier = (await allDrafts()).find(({ base, url }) => base?.code === code && !url);
  if (earlier) return record(earlier.id);
  const copy = await copyOf(code);
  if (!copy) return showProblem(texts.noCopy);
  const { game, header, rows, version } = copy;
  const draft = { id: newId(), game, header, rows, holder: "", version: 1, changed: new Date().toISOString(), base: { code, version } };
  await putDraft(draft, null);
  return record(draft.id);
}

async function exportLog(id) {
  const draft = await draftWith(id);
  const url = URL.createObjectURL(new Blob([JSON.stringify(logOf(draft), null, 1)], { type: "application/json" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: `kifu-${draft.game}-${draft.changed.slice(0, 10)}.json` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

/** Deletes a game at the second tap. */
async function remove(id, button) {
  if (!button.dataset.sure) {
    button.dataset.sure = "yes";
    button.textContent = texts.confirm;
    return;
  }
  await removeDraft(id);
  await showList();
}

async function queue(id, how) {
  await noteDraft(id, { queued: how, answer: null });
  await showList();
  await sendDraft(await draftWith(id), config);
  await showList();
}

const ACTIONS = {
  continue: (id) => record(id),
  export: exportLog,
  delete: remove,
  drop: remove,
  return: async (id) => queue(id, { to: "table" }),
  overwrite: async (id) => queue(id, { to: "table", version: (await draftWith(id)).answer.version }),
  apart: async (id) => queue(id, { to: "game", visibility: (await draftWith(id)).visibility ?? "private", isNew: true }),
};

list.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-do]");
  if (button) ACTIONS[button.dataset.do](button.closest("li").dataset.id, button);
});
list.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { id } = event.target.closest("li").dataset;
  const { value: visibility } = event.target.elements.visibility;
  await noteDraft(id, { visibility });
  await queue(id, { to: "game", visibility });
});
for (const button of document.querySelectorAll("[data-kind]")) {
  button.addEventListener("click", () => {
    for (const other of document.querySelectorAll("[data-kind]")) {
      const isChosen = other === button;
      other.setAttribute("aria-expanded", String(isChosen));
      document.querySelector(`#new-${other.dataset.kind}`).hidden = !isChosen;
    }
  });
}
for (const form of document.querySelectorAll("[data-new-game]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    begin(form);
  });
}
get.addEventListener("click", keepRules);
document.querySelector("#recording-close").addEventListener("click", backToList);
addEventListener("online", async () => {
  await sendWaiting(config);
  if (!isRecording()) await showList();
});

async function openPage() {
  const registration = await navigator.serviceWorker?.getRegistration(config.home);
  try {
    await showList();
  } catch (error) {
    if (!(error instanceof DOMException)) throw error; // storage is blocked
    return showState(texts.noStorage, true);
  }
  if (!registration?.active) {
    showState(texts.absent);
    get.hidden = false;
    return undefined;
  }
  if (!(await start())) return undefined;
  const [, name, value] = location.hash.match(/^#(game|table)=(\w+)$/) ?? [];
  if (name === "game") await record(value);
  if (name === "table") await continueTable(value);
  await sendWaiting(config);
  return isRecording() ? undefined : showList();
}

openPage();
