// The address of a replay: it contains step and view, so that a link or a reload restores them.

const PAUSE = 350; // milliseconds between two changes: browsers refuse more than some hundred in half a minute

let saved = 0;
let timer = 0;

/** Returns the address of a step in a view. */
export function address(step, view, belief) {
  const spoilers = document.querySelector(".replay")?.dataset.spoilers === "no" ? "&spoilers=no" : "";
  return `?step=${step}&as=${view}${belief ? `&belief=${belief}` : ""}${spoilers}`;
}

/** Updates the address of the page, after the pause at the latest. */
export function updateAddress(url) {
  clearTimeout(timer);
  const wait = saved + PAUSE - Date.now();
  if (wait > 0) timer = setTimeout(updateAddressNow, wait, url);
  else updateAddressNow(url);
}

/** Updates the address of the page at once, before the user leaves it. */
export function updateAddressNow(url) {
  clearTimeout(timer);
  saved = Date.now();
  history.replaceState(null, "", url + location.hash);
}
