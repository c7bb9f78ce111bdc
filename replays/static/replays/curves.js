// The curve over the game: the current step, the values there, and jumps by pointer.

/** Returns a function that shows a step. `labels` are the values by step and curve. */
export function findCurves(root, labels = {}) {
  const svg = root.querySelector(".curve-svg");
  if (!svg) return () => {};
  const line = svg.querySelector("[data-curve-now]");
  const hidden = svg.querySelector("[data-curve-later]"); // covers what comes later
  const later = [...root.querySelectorAll("[data-after]")].map((el) => [Number(el.dataset.after), el]);
  const values = [...root.querySelectorAll("[data-curve-value]")].map((el) => [labels[el.dataset.curveValue] ?? [], el]);
  const span = Number(svg.dataset.span);
  const isCut = Boolean(hidden);
  return (step) => {
    const x = `${((100 * step) / span).toFixed(2)}%`;
    for (const end of ["x1", "x2"]) if (line.getAttribute(end) !== x) line.setAttribute(end, x);
    for (const [at, el] of values) {
      const value = at[step] ?? "";
      if (el.textContent !== value) el.textContent = value;
    }
    if (!isCut) return;
    hidden.setAttribute("x", step);
    for (const [at, el] of later) el.toggleAttribute("hidden", at > step);
  };
}

/** Calls `jump(step)` when the curve is clicked. */
export function listenToCurve(root, jump) {
  root.querySelector(".curve")?.addEventListener("click", (event) => {
    const svg = event.target.closest(".curve-svg");
    if (!svg || event.target.closest("a")) return;
    const { left, width } = svg.getBoundingClientRect();
    jump(Math.round(((event.clientX - left) / width) * Number(svg.dataset.span)));
  });
}
