// Draws one frame of a replay into the page: the same words as the server's templates, so that a step reached in any way
// gives the same document. Knows no game: cells, pieces, paths and slots come from the data.

const GLIDE = 220; // milliseconds a piece takes
// How many tiles of a stack are drawn, how much each is raised, and where the lowest one's upper edge is; as on the server.
const [PILE_MOST, PILE_STEP, PILE_FLOOR, SPACE_FLOOR] = [6, 5, 31, 22];

/** Finds once what frames change. `root` is the replay's element, `words` the words of the marks, `tiles` those of the tiles,
 * `stackWords` what is said of stacks of them. */
export function findBoard(root, words, tiles, stackWords, shadeWords) {
  const all = (name) => [...root.querySelectorAll(`[data-${name}]`)].map((el) => [el.dataset[name], el]);
  return {
    words,
    tiles,
    stackWords,
    shadeWords,
    shades: all("shade"),
    chances: all("chance"),
    cells: all("cell").map(([id, el]) => [id, el, el.querySelector(".touch")]),
    piles: new Map(all("pile")),
    beads: all("bead"),
    pieces: all("piece"),
    paths: all("path"),
    slots: all("slot"),
    texts: all("text"),
    said: root.querySelector("#said"),
  };
}

/** Makes the page show a frame, whatever it showed before. */
export function drawFrame(board, frame, glide) {
  for (const cell of board.cells) drawCell(board, frame, cell);
  for (const [id, el] of board.shades) setAttribute(el, "class", `shade ${shadeClass(frame.shades?.[id] ?? 0)}`);
  for (const [id, el] of board.chances) setText(el, frame.shades?.[id] ? String(frame.shades[id]) : "");
  for (const [id, el] of board.beads) setText(el, frame.beads[id] ?? "");
  for (const [id, el] of board.pieces) drawPiece(id, el, frame.pieces[id], glide);
  for (const [id, el] of board.paths) setAttribute(el, "d", frame.paths[id] ?? "");
  for (const [id, el] of board.slots) setAttribute(el, "class", `slot ${frame.classes[id] ?? ""}`);
  for (const [id, el] of board.texts) setText(el, frame.texts[id] ?? "");
  setText(board.said, frame.said);
}

function drawCell(board, frame, [id, el, teller]) {
  const told = el.classList.contains("told") ? " told" : ""; // its box is open
  setAttribute(el, "class", `cell ${frame.cells[id] ?? ""}${told}`);
  const form = el.dataset.form;
  if (form) drawPile(board.piles.get(id), stackOf(frame, id), form);
  const key = `${frame.cells[id] ?? ""} ${frame.stacks?.[id] ?? ""} ${frame.shades?.[id] ?? ""}`;
  if (el.said === key) return; // the same as in the frame before
  el.said = key;
  const said = cellWords(board, frame, el);
  setAttribute(teller, "aria-label", said.length ? `${el.dataset.words}: ${said.join(", ")}` : el.dataset.words);
}

/** What a frame says of a cell besides its name: what lies on it, its marks, its chance. */
export function cellWords(board, frame, el) {
  const { cell: id, form } = el.dataset;
  const said = (frame.cells[id] ?? "").split(" ").filter(Boolean).map((mark) => board.words[mark]);
  if (frame.shades?.[id]) said.push(`${frame.shades[id]} % ${board.shadeWords}`);
  if (form) said.unshift(wordsOfStack(board, stackOf(frame, id), form));
  return said;
}

/** How dark a cell is by its chance in percent, in tenths. */
const shadeClass = (percent) => (percent ? `shade-${Math.ceil(percent / 10)}` : "");

/** The tiles on a cell, from the lowest up. */
export const stackOf = (frame, id) => (frame.stacks?.[id] ?? "").split(" ").filter(Boolean);

function wordsOfStack({ tiles, stackWords }, stack, form) {
  if (!stack.length) return stackWords.empty;
  const fromTop = stack.map((tile) => tiles[tile]).reverse();
  if (form === "space") return fromTop[0];
  return stackWords[stack.length > 1 ? "many" : "one"].replace("{n}", stack.length).replace("{tiles}", fromTop.join(", "));
}

function drawPile(el, stack, form) {
  const key = stack.join(" ");
  if ((el.pile ?? null) === key) return; // the server's first drawing has no key yet, and is drawn once more
  el.pile = key;
  const shown = stack.slice(-PILE_MOST);
  const floor = form === "space" ? SPACE_FLOOR : PILE_FLOOR;
  const top = floor - PILE_STEP * (shown.length - 1);
  const slabs = shown.map((tile, level) => {
    const y = floor - PILE_STEP * level;
    return `<rect class="slab tile-${tile}" x="12" y="${y}" width="76" height="66" rx="9"></rect>`;
  });
  const tile = shown.at(-1);
  const face = `<use class="top tile-${tile}" href="#sym-tile-${tile}" x="12" y="${top}" width="76" height="66"></use>`;
  const number =
    `<circle class="disc" cx="86" cy="${top + 5}" r="12"></circle>` +
    `<text class="height" x="86" y="${top + 10}">${stack.length}</text>`;
  el.innerHTML = tile ? slabs.join("") + face + (form === "space" ? "" : number) : "";
}

function drawPiece(id, el, place, glide) {
  const before = el.getAttribute("transform");
  if (!place) {
    setAttribute(el, "class", `piece ${id} off`);
    el.removeAttribute("transform");
    return;
  }
  const [x, y, scale, moved] = place;
  setAttribute(el, "class", `piece ${id} ${moved ? "moved" : ""}`);
  setAttribute(el, "transform", `translate(${x} ${y}) scale(${scale})`);
  if (glide && before && before !== el.getAttribute("transform")) {
    const [x0, y0, scale0] = before.match(/-?[\d.]+/g);
    const at = (a, b, s) => ({ transform: `translate(${a}px, ${b}px) scale(${s})` });
    el.animate([at(x0, y0, scale0), at(x, y, scale)], { duration: GLIDE, easing: "ease-out" });
  }
}

/** `data-rules` names the page of the rules: there a cited rule is a link to it. */
function setText(el, text) {
  if (el.textContent === text) return;
  const cited = el.dataset.rules ? /(?:rule|regola) ([\d.]+)(?=\))/.exec(text) : null;
  if (!cited) {
    el.textContent = text;
    return;
  }
  const link = document.createElement("a");
  link.href = `${el.dataset.rules}#${cited[1]}`;
  link.textContent = cited[0];
  el.replaceChildren(text.slice(0, cited.index), link, text.slice(cited.index + cited[0].length));
}

function setAttribute(el, name, value) {
  if (el.getAttribute(name) !== value) el.setAttribute(name, value);
}
