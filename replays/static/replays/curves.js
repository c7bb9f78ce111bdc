// The curves over the game: the current step, and their values there.

/** Returns a function that shows a step in all curves. `labels` are their values by step. */
export function findCurves(root, labels) {
  const lines = [...root.querySelectorAll("[data-curve-now]")];
  const values = [...root.querySelectorAll("[data-curve-value]")].map((el) => [labels[el.dataset.curveValue], el]);
  return (step) => {
    for (const line of lines) {
      line.setAttribute("x1", step);
      line.setAttribute("x2", step);
    }
    for (const [at, el] of values) el.textContent = at[step];
  };
}
