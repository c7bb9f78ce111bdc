// Sends games of this phone to the site, which judges them again. Everything can be repeated: the site stores a game once.

import { allDrafts, noteDraft } from "./storage.js";

const LATER = [429, 503];
let sending = Promise.resolve();

async function post(url, token, body) {
  const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
  const options = { method: "POST", headers, body: JSON.stringify(body), credentials: "same-origin", cache: "no-store" };
  const answer = await fetch(url, options);
  if (answer.status === 404) return { state: "gone" };
  if (answer.headers.get("Content-Type")?.startsWith("application/json")) return answer.json();
  if (LATER.includes(answer.status) || answer.status >= 500) return { state: "later", message: "" };
  return { state: "refused", message: `${answer.status} ${answer.statusText}` };
}

/** Returns the log of a draft. */
export function logOf({ header, rows }) {
  const events = rows.map(({ event, note, at }) => ({ ...event, ...(note && { note }), ...(at !== undefined && { at }) }));
  return { ...header, events };
}

function request(draft, { send, home }) {
  const { id, rows, base, queued } = draft;
  if (queued.to === "table") {
    const body = { draft: id, version: queued.version ?? base.version, rows };
    return [`${home}${base.code}/copy/`, body];
  }
  return [send, { draft: id, log: logOf(draft), visibility: queued.visibility, is_new: Boolean(queued.isNew) }];
}

async function sendOne(draft, config) {
  const [url, body] = request(draft, config);
  const { token } = await (await fetch(config.send, { credentials: "same-origin", cache: "no-store" })).json();
  const answer = await post(url, token, body);
  const note = (changes) => noteDraft(draft.id, changes, draft.version); // not of steps that were added meanwhile
  if (answer.state === "sent" || answer.state === "continued") return note({ url: answer.url, queued: null, answer: null });
  if (answer.state === "later") return note({ answer: answer.message ? answer : null });
  if (answer.state === "gone") answer.message = config.texts.gone;
  return note({ queued: null, answer });
}

/** Sends a game; without a connection it waits. One is sent at a time. */
export function sendDraft(draft, config) {
  if (!draft?.queued) return sending;
  sending = sending.catch(() => {}).then(() => sendOne(draft, config)).catch((error) => {
    if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error; // no connection, or another network's page
  });
  return sending;
}

/** Sends all games that wait for a connection. */
export async function sendWaiting(config) {
  for (const draft of await allDrafts()) await sendDraft(draft, config);
}
