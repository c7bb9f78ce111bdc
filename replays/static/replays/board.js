// Draws one frame of a replay into the page: the same words as the server's templates, so that a step reached in any way
// gives the same document. Knows no game: cells, pieces, paths and slots come from the data.

const GLIDE = 220; // milliseconds a piece takes

/** Finds once what frames change. `root` is the replay's element, `words` the words of the marks. */
export function findBoard(root, words) {
  const all = (name) => [...root.querySelectorAll(`[data-${name}]`)].map((el) => [el.dataset[name], el]);
  return {
    words,
    cells: all("cell").map(([id, el]) => [id, el, el.querySelector("title")]),
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
  for (const [id, el, title] of board.cells) {
    const marks = frame.cells[id] ?? "";
    const said = marks.split(" ").filter(Boolean).map((mark) => board.words[mark]);
    setAttribute(el, "class", `cell ${marks}`);
    setText(title, said.length ? `${el.dataset.words}: ${said.join(", ")}` : el.dataset.words);
  }
  for (const [id, el] of board.beads) setText(el, frame.beads[id] ?? "");
  for (const [id, el] of board.pieces) drawPiece(id, el, frame.pieces[id], glide);
  for (const [id, el] of board.paths) setAttribute(el, "d", frame.paths[id] ?? "");
  for (const [id, el] of board.slots) setAttribute(el, "class", `slot ${frame.classes[id] ?? ""}`);
  for (const [id, el] of board.texts) setText(el, frame.texts[id] ?? "");
  setText(board.said, frame.said);
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
  const cited = el.dataset.rules ? /rule ([\d.]+)(?=\))/.exec(text) : null;
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
