// Previews of steps: while the pointer rests on a move of the list, or keyboard focus is on it, the board shows that step.
// Touch shows no previews.

const REST = 70; // milliseconds

/** `draw(step)` draws a step, `draw(null)` the current one. Returns `forget()`, to call when another step is drawn. */
export function openPreview(root, draw) {
  const lists = [...root.querySelectorAll(".moves-box")];
  const sign = root.querySelector("[data-preview]");
  const stage = root.querySelector(".stage");
  let timer = 0;
  let shown = null;
  let at = [];
  const forget = () => {
    clearTimeout(timer);
    shown = null;
    sign.hidden = true;
    stage?.removeAttribute("data-previewing");
  };
  const look = (step) => {
    if (step === shown) return;
    if (step === null) {
      forget();
      return draw(null);
    }
    shown = step;
    if (draw(step) === false) return forget();
    sign.textContent = `${sign.dataset.preview} ${step}`;
    sign.hidden = false;
    stage?.setAttribute("data-previewing", "");
  };
  const stepOf = (event) => {
    const link = event.target.closest?.("[data-step]:not([aria-current])");
    return link ? Number(link.dataset.step) : null;
  };
  const rest = (step) => {
    clearTimeout(timer);
    timer = setTimeout(look, REST, step);
  };
  for (const list of lists) {
    list.addEventListener("pointermove", (event) => {
      const isMoved = event.clientX !== at[0] || event.clientY !== at[1]; // not when the list scrolls under the pointer
      at = [event.clientX, event.clientY];
      if (isMoved && event.pointerType !== "touch" && stepOf(event) !== shown) rest(stepOf(event));
    });
    list.addEventListener("pointerleave", () => rest(null));
    list.addEventListener("focusin", (event) => event.target.matches(":focus-visible") && rest(stepOf(event)));
    list.addEventListener("focusout", () => rest(null));
  }
  return { forget };
}
