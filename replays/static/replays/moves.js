// The list of moves and the timeline: they mark the current entry and scroll it into view.

/** Finds the entries of the list by step, and draws the timeline. */
export function findMoves(root) {
  const chips = openTimeline(root);
  const links = new Map([...root.querySelectorAll("[data-step]")].map((el) => [Number(el.dataset.step), el]));
  const isSpoilerFree = root.dataset.spoilers === "no";
  return { chips, isSpoilerFree, box: root.querySelector(".moves-box"), links, current: root.querySelector(".moves [aria-current]") };
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
  showChip(moves, step);
  const box = moves.box;
  const [frame, entry] = [box.getBoundingClientRect(), link.getBoundingClientRect()];
  const [above, below] = [entry.top - frame.top - 40, entry.bottom - frame.bottom + 24];
  if (above < 0) box.scrollTop += above;
  else if (below > 0) box.scrollTop += below;
}

// The timeline: a row of icons with a part for each round. It duplicates the list for pointers, so it has no tab stop and is
// not read aloud.
function openTimeline(root) {
  const line = root.querySelector("[data-timeline]");
  const chips = new Map();
  const parts = [...root.querySelectorAll(".moves .round")].map((round) => {
    const [part, title, row] = [make("div", "part"), make("small", ""), make("div", "chips")];
    title.textContent = round.querySelector("h3").textContent;
    for (const link of round.querySelectorAll("a[data-step]")) {
      const chip = chipOf(link);
      chips.set(Number(link.dataset.step), chip);
      row.append(chip);
    }
    part.append(title, row);
    return part;
  });
  line.replaceChildren(...parts);
  line.hidden = !parts.length;
  return chips;
}

function chipOf(link) {
  const { step, icon } = link.dataset;
  const who = link.querySelector(".who")?.className.replace("who", "").trim() ?? "";
  const entry = link.closest("li");
  const isWrong = entry.querySelector(":scope > .judged .judged-wrong, :scope > .judged .judged-rule");
  const chip = make("a", `chip who ${who}${isWrong ? " is-wrong" : ""}`);
  const sign = link.querySelector(".sign")?.textContent[0] ?? "";
  chip.href = link.href;
  chip.tabIndex = -1;
  chip.dataset.stepLink = step;
  chip.title = `${step}. ${link.querySelector(".what").textContent.trim().replace(/\s+/g, " ")}`;
  if (sign) chip.textContent = sign;
  else if (icon) chip.innerHTML = `<svg viewBox="0 0 48 48" class="piece ${who}"><use href="#sym-${icon}" width="48" height="48"/></svg>`;
  else chip.textContent = "■";
  return chip;
}

function make(name, className) {
  const el = document.createElement(name);
  el.className = className;
  return el;
}

function showChip({ chips, isSpoilerFree }, step) {
  if (isSpoilerFree) for (const [at, el] of chips) el.hidden = at > step;
  const chip = chips.get(step);
  if (chip !== chips.now) {
    chips.now?.classList.remove("is-now");
    chip?.classList.add("is-now");
    chips.now = chip;
  }
  const line = chip?.closest("[data-timeline]");
  if (!line) return;
  const [around, at] = [line.getBoundingClientRect(), chip.getBoundingClientRect()];
  if (at.left < around.left + 20) line.scrollLeft += at.left - around.left - 60;
  else if (at.right > around.right - 20) line.scrollLeft += at.right - around.right + 60;
}
