// The list of moves: it marks the current entry and scrolls it into view.

/** Finds the entries of the list by step. */
export function findMoves(root) {
  const links = new Map([...root.querySelectorAll(".moves [data-step]")].map((el) => [Number(el.dataset.step), el]));
  const isSpoilerFree = root.dataset.spoilers === "no";
  return { isSpoilerFree, box: root.querySelector(".moves-box"), links, current: root.querySelector(".moves [aria-current]") };
}

/** Marks the entry of a step and scrolls the box to it. */
export function showMove(moves, step) {
  if (moves.isSpoilerFree) for (const [at, el] of moves.links) el.closest("li").hidden = at > step;
  const link = moves.links.get(step);
  if (moves.current !== link) {
    moves.current?.removeAttribute("aria-current");
    link.setAttribute("aria-current", "step");
    moves.current = link;
  }
  const box = moves.box;
  const [frame, entry] = [box.getBoundingClientRect(), link.getBoundingClientRect()];
  const [above, below] = [entry.top - frame.top - 40, entry.bottom - frame.bottom + 24];
  if (above < 0) box.scrollTop += above;
  else if (below > 0) box.scrollTop += below;
}
