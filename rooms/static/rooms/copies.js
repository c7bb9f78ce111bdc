// A copy of a table on its only phone, with which the phone can go on if it loses the connection.

import { putCopy, removeCopy } from "./storage.js";

/** Stores the newest copy of the table of a page, if the rules are on this phone. Only then is it of use. */
export async function storeCopy({ copy, code }) {
  if (!code || !navigator.serviceWorker?.controller) return;
  try {
    if (!copy) return await removeCopy(code); // the game is saved, or can't be continued here
    const answer = await fetch(copy, { credentials: "same-origin", cache: "no-store" });
    if (answer.status === 404) return await removeCopy(code);
    const body = answer.ok ? await answer.json() : {};
    if (body.is_possible) await putCopy(body);
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof DOMException)) throw error; // no connection, or no storage
  }
}

/** Removes the copy of a table that is deleted. */
export const forgetCopy = ({ code }) => (code ? removeCopy(code).catch(() => {}) : undefined);

/** Returns what the page offers when the connection is lost: a link to go on, or why that is not possible. */
export function wayOn({ offline, offlineLabel, noCopy, code }) {
  if (noCopy) return ` ${noCopy}`;
  if (!offline || !navigator.serviceWorker?.controller) return "";
  const link = document.createElement("a");
  Object.assign(link, { href: `${offline}#table=${code}`, className: "btn", textContent: offlineLabel });
  return link;
}
