// The address of a replay: it holds step and side, so that a link or a reload restores them.

const PAUSE = 350; // milliseconds between two changes: browsers refuse more than some hundred in half a minute

let saved = 0;
let timer = 0;

/** The address of a step as a side sees it. */
export function address(step, side, belief) {
  const unspoilt = document.querySelector(".replay")?.dataset.spoilers === "no" ? "&spoilers=no" : "";
  return `?step=${step}&as=${side}${belief ? `&belief=${belief}` : ""}${unspoilt}`;
}

/** Puts an address into the browser's bar, at once or as soon as it may. */
export function keepAddress(wanted) {
  clearTimeout(timer);
  const wait = saved + PAUSE - Date.now();
  if (wait > 0) timer = setTimeout(keepNow, wait, wanted);
  else keepNow(wanted);
}

/** Puts an address into the browser's bar at once: before the page is left. */
export function keepNow(wanted) {
  clearTimeout(timer);
  saved = Date.now();
  history.replaceState(null, "", wanted + location.hash);
}
