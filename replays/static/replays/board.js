// Draws a frame of a replay into the page, with the same markup as the server's templates. Cells, pieces, paths and slots
// come from the data, so it works for every game.

const GLIDE = 180; // milliseconds a piece takes to move

/** Finds the elements that frames change. `data` has the labels of marks, tiles, stacks and shades, and the measures of piles. */
export function findBoard(root, data) {
  const all = (name) => [...root.querySelectorAll(`[data-${name}]`)].map((el) => [el.dataset[name], el]);
  return {
    marks: data.marks,
    tiles: data.tiles,
    stackLabels: data.stackLabels,
    shadeLabel: data.shadeLabel,
    pile: data.pile,
    citedRule: data.citedRule,
    shades: all("shade"),
    chances: all("chance"),
    cells: all("cell").map(([id, el]) => [id, Object.assign(el, { labelKey: null }), el.querySelector(".touch")]),
    piles: new Map(all("pile")),
    beads: all("bead"),
    pieces: all("piece"),
    paths: all("path"),
    slots: all("slot"),
    decks: all("deck"),
    cards: new Map([...(root.querySelector("[data-cards]")?.content.children ?? [])].map((el) => [el.dataset.card, el])),
    texts: all("text"),
    shapes: root.querySelector("[data-log-shapes]"),
    said: [...root.querySelectorAll("#said, [data-said]")],
  };
}

/** Shows a frame. */
export function drawFrame(board, frame, glide) {
  for (const cell of board.cells) drawCell(board, frame, cell);
  for (const [id, el] of board.shades) setAttribute(el, "class", `shade ${shadeClass(frame.shades?.[id] ?? 0)}`);
  for (const [id, el] of board.chances) setText(el, frame.shades?.[id] ? String(frame.shades[id]) : "");
  for (const [id, el] of board.beads) setText(el, frame.beads[id] ?? "");
  for (const [id, el] of board.pieces) drawPiece(id, el, frame.pieces[id], glide);
  for (const [id, el] of board.paths) setAttribute(el, "d", frame.paths[id] ?? "");
  for (const [id, el] of board.slots) setAttribute(el, "class", `slot ${frame.classes[id] ?? ""}`);
  for (const [id, el] of board.decks) drawDeck(el, frame.decks?.[id] ?? "", board.cards);
  for (const [id, el] of board.texts) setText(el, frame.texts[id] ?? "", board.citedRule);
  drawShapes(board.shapes, frame.shapes ?? []);
  for (const el of board.said) setText(el, frame.sentence);
}

/** Draws circles and arrows: each is a colour and a path. */
export function drawShapes(group, shapes) {
  if (!group || (!shapes.length && !group.firstChild)) return;
  group.replaceChildren(...shapes.map(([colour, d]) => {
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("class", `shape shape-${colour}`);
    path.setAttribute("d", d);
    return path;
  }));
}

function drawCell(board, frame, [id, el, labelled]) {
  const isOpen = el.classList.contains("is-open") ? " is-open" : ""; // its box is open
  setAttribute(el, "class", `cell ${frame.cells[id] ?? ""}${isOpen}`);
  const form = el.dataset.form;
  if (form) drawPile(board.piles.get(id), stackOf(frame, id), form, board.pile);
  const key = `${frame.cells[id] ?? ""} ${frame.stacks?.[id] ?? ""} ${frame.shades?.[id] ?? ""}`;
  if (el.labelKey === key) return; // the same as in the frame before
  el.labelKey = key;
  const texts = cellTexts(board, frame, el);
  setAttribute(labelled, "aria-label", texts.length ? `${el.dataset.label}: ${texts.join(", ")}` : el.dataset.label);
}

/** Returns the texts about a cell: what lies on it, its marks, its chance. */
export function cellTexts(board, frame, el) {
  const { cell: id, form } = el.dataset;
  const texts = (frame.cells[id] ?? "").split(" ").filter(Boolean).map((mark) => board.marks[mark]);
  if (frame.shades?.[id]) texts.push(`${frame.shades[id]} % ${board.shadeLabel}`);
  if (form) texts.unshift(stackText(board, stackOf(frame, id), form));
  return texts;
}

/** How dark a cell is by its chance in percent, in tenths. */
const shadeClass = (percent) => (percent ? `shade-${Math.ceil(percent / 10)}` : "");

/** The tiles on a cell, from the lowest up. */
export const stackOf = (frame, id) => (frame.stacks?.[id] ?? "").split(" ").filter(Boolean);

function stackText({ tiles, stackLabels }, stack, form) {
  if (!stack.length) return stackLabels.empty;
  const fromTop = stack.map((tile) => tiles[tile]).reverse();
  if (form === "space") return fromTop[0];
  return stackLabels[stack.length > 1 ? "many" : "one"].replace("{n}", stack.length).replace("{tiles}", fromTop.join(", "));
}

function drawPile(el, stack, form, pile) {
  const key = stack.join(" ");
  if ((el.pile ?? null) === key) return; // the first drawing, by the server, has no key
  el.pile = key;
  const shown = stack.slice(-pile.most);
  const floor = form === "space" ? pile.spaceFloor : pile.floor;
  const top = floor - pile.step * (shown.length - 1);
  const slabs = shown.map((tile, level) => {
    const y = floor - pile.step * level;
    return `<rect class="slab tile-${tile}" x="12" y="${y}" width="76" height="66" rx="9"></rect>`;
  });
  const tile = shown.at(-1);
  const face = `<use class="top tile-${tile}" href="#sym-tile-${tile}" x="12" y="${top}" width="76" height="66"></use>`;
  const number =
    `<circle class="disc" cx="86" cy="${top + 5}" r="12"></circle>` +
    `<text class="height" x="86" y="${top + 10}">${stack.length}</text>`;
  el.innerHTML = tile ? slabs.join("") + face + (form === "space" ? "" : number) : "";
}

/** Lays copies of the page's cards. */
function drawDeck(el, deck, cards) {
  if (el.deck === deck) return;
  el.deck = deck;
  el.replaceChildren(...deck.split(" ").filter(Boolean).map((entry) => drawCard(cards, ...entry.split(":"))));
}

function drawCard(cards, card, count) {
  const el = cards.get(card).cloneNode(true);
  if (!count) return el;
  const number = document.createElement("b");
  number.className = "num";
  number.textContent = count;
  el.append(number);
  return el;
}

function drawPiece(id, el, position, glide) {
  const before = el.getAttribute("transform");
  if (!position) {
    setAttribute(el, "class", `piece ${id} off`);
    el.removeAttribute("transform");
    return;
  }
  const [x, y, scale, moved] = position;
  setAttribute(el, "class", `piece ${id} ${moved ? "moved" : ""}`);
  setAttribute(el, "transform", `translate(${x} ${y}) scale(${scale})`);
  if (glide && before && before !== el.getAttribute("transform")) {
    const [x0, y0, scale0] = before.match(/-?[\d.]+/g);
    const at = (a, b, s) => ({ transform: `translate(${a}px, ${b}px) scale(${s})` });
    el.animate([at(x0, y0, scale0), at(x, y, scale)], { duration: GLIDE, easing: "ease-out" });
  }
}

/** If the element has `data-rules` (the page of rules), a cited rule becomes a link. */
function setText(el, text, citedRule) {
  if (el.textContent === text) return;
  const cited = el.dataset.rules ? new RegExp(citedRule).exec(text) : null;
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
