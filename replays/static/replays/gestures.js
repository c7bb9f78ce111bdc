// Steps by swipe and by wheel over the board. The page keeps its own scrolling: a wheel steps only while the whole board is in
// the window and the page did not just scroll, and it scrolls the page at both ends of the game.

const SWIPE = 40; // pixels
const NOTCH = 60; // pixels of wheel for a step; a trackpad sends many small ones
const QUIET = 300; // milliseconds after the page scrolled

/** Calls `act("back")` and `act("forward")`. `canGo(name)` is whether there is such a step. */
export function listenToGestures(box, act, canGo) {
  listenToSwipes(box, act);
  listenToWheel(box, act, canGo);
}

/** Calls `act("back")` and `act("forward")` for swipes. */
export function listenToSwipes(box, act) {
  let start = null;
  let isSwipe = false;
  box.addEventListener("pointerdown", (event) => {
    isSwipe = false;
    start = event.pointerType === "touch" && event.isPrimary ? event : null;
  });
  box.addEventListener("pointercancel", () => (start = null));
  box.addEventListener("pointerup", (event) => {
    if (!start) return;
    const [x, y] = [event.clientX - start.clientX, event.clientY - start.clientY];
    start = null;
    if (Math.abs(x) < SWIPE || Math.abs(x) < 2 * Math.abs(y)) return;
    isSwipe = true;
    act(x < 0 ? "forward" : "back");
  });
  box.addEventListener("click", (event) => isSwipe && event.stopImmediatePropagation(), true);
}

function listenToWheel(box, act, canGo) {
  let [sum, scrolled, turned] = [0, 0, 0];
  addEventListener("scroll", () => (scrolled = performance.now()), { passive: true });
  box.addEventListener("wheel", (event) => {
    const { top, bottom } = box.getBoundingClientRect();
    const now = performance.now();
    const isWhole = top >= -1 && bottom <= innerHeight + 1;
    if (event.ctrlKey || event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
    if (!isWhole || now - scrolled < QUIET || !canGo(event.deltaY > 0 ? "forward" : "back")) return;
    event.preventDefault();
    if (now - turned > QUIET || Math.sign(sum) !== Math.sign(event.deltaY)) sum = 0;
    turned = now;
    sum += event.deltaMode ? Math.sign(event.deltaY) * NOTCH : event.deltaY;
    if (Math.abs(sum) < NOTCH) return;
    sum = 0;
    act(event.deltaY > 0 ? "forward" : "back");
  }, { passive: false });
}
