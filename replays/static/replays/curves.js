// The curves over the game: where the page stands in them, and their values there.

/** Finds the curves once; gives what shows a step in them. */
export function findCurves(root, told) {
  const lines = [...root.querySelectorAll("[data-curve-now]")];
  const values = [...root.querySelectorAll("[data-curve-value]")].map((el) => [told[el.dataset.curveValue], el]);
  return (step) => {
    for (const line of lines) {
      line.setAttribute("x1", step);
      line.setAttribute("x2", step);
    }
    for (const [at, el] of values) el.textContent = at[step];
  };
}
