// Who wants no spoilers is sent a part of the game at a time, so that nothing tells how long it is. Here the next part is
// fetched, when somebody goes beyond the last: it lies in the page of the step that is gone to.

/** Gives `more(step)`, which adds to `frames`; null where all was sent. `addressOf(step)`; `renew(page)` takes its list over. */
export function openMore(root, frames, addressOf, renew = () => {}) {
  if (!root.hasAttribute("data-more")) return null;
  let isThere = true;
  let waiting = null;
  const fetchPart = async (step) => {
    try {
      const answer = await fetch(addressOf(step), { credentials: "same-origin" });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = JSON.parse(page.querySelector("#replay-data").textContent).frames;
      frames.push(...fresh.slice(frames.length));
      isThere = page.querySelector(".replay").hasAttribute("data-more");
      renew(page);
    } catch {
      location.assign(addressOf(step)); // the page says what is wrong, or works as it does without a script
    }
  };
  const more = (step) => {
    if (isThere) waiting ??= fetchPart(step).finally(() => (waiting = null));
    return waiting;
  };
  more.isThere = () => isThere;
  return more;
}
