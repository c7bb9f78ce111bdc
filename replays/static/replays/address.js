// The address of a replay: it contains step, view and belief, so that a link, a reload and the Back button restore them.

const PAUSE = 350; // milliseconds between two changes: browsers refuse more than some hundred in half a minute

let saved = 0;
let pushed = 0;
let timer = 0;

/** Returns the address of a step in a view. */
export function address(step, view, belief) {
  const spoilers = document.querySelector(".replay")?.dataset.spoilers === "no" ? "&spoilers=no" : "";
  const panel = document.querySelector(".replay")?.dataset.continuations;
  return `?step=${step}&as=${view}${belief ? `&belief=${belief}` : ""}${spoilers}${panel ? `&from-here=${encodeURIComponent(panel)}` : ""}`;
}

/** Returns step, view and belief of the address of the page; undefined where it contains none. */
export function readAddress() {
  const params = new URLSearchParams(location.search);
  return { step: Number(params.get("step") ?? 0), view: params.get("as") ?? undefined, belief: params.get("belief") ?? "" };
}

/** Updates the address of the page, after the pause at the latest. */
export function updateAddress(url) {
  clearTimeout(timer);
  const wait = saved + PAUSE - Date.now();
  if (wait > 0) timer = setTimeout(updateAddressNow, wait, url);
  else updateAddressNow(url);
}

/** Updates the address of the page at once. */
export function updateAddressNow(url) {
  clearTimeout(timer);
  saved = Date.now();
  history.replaceState(null, "", url + location.hash);
}

/** Leaves the address as it is, after the user went back or forward. */
export function keepAddress() {
  clearTimeout(timer);
}

/** Adds an entry to the history: `from` is where the user was, `to` where the jump or the other view leads. */
export function pushAddress(from, to) {
  updateAddressNow(from);
  if (from !== to) history.pushState(null, "", to + location.hash);
  pushed = 0;
}

/** Adds an entry for a jump; a held key adds no more than one in a while, unless the view changed in between. */
export function pushJump(from, to) {
  const now = Date.now();
  if (now - pushed < PAUSE) return updateAddress(to);
  pushAddress(from, to);
  pushed = now;
}
