// Readers who want no spoilers get one part of the game at a time, so that its length stays hidden. The next part is fetched
// when they go beyond the last step: it is in the page of the step they go to.

import { readData } from "./frames.js";

/** Returns `more(step)`, which adds to the frames of `now()`; null if all were sent. `renew(page)` takes over what the page
 * shows. */
export function openMore(root, now, addressOf, renew = () => {}) {
  if (!root.hasAttribute("data-more")) return null;
  let isThere = true;
  let waiting = null;
  const fetchPart = async (step) => {
    try {
      const answer = await fetch(addressOf(step), { credentials: "same-origin" });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = readData(page.querySelector("#replay-data").textContent);
      const frames = now();
      frames.push(...fresh.frames.slice(frames.length));
      isThere = page.querySelector(".replay").hasAttribute("data-more");
      renew(page, fresh);
    } catch {
      location.assign(addressOf(step)); // the page shows the problem, or works as without scripts
    }
  };
  const more = (step) => {
    if (isThere) waiting ??= fetchPart(step).finally(() => (waiting = null));
    return waiting;
  };
  more.isThere = () => isThere;
  return more;
}
