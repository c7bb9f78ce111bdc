// Moves on the board: a tap on a piece lights up its spaces, and a tap on one of them plays the move into a variation. A piece
// can be dragged, too. The server sends what a view may play at a step, as spaces in their order, so this module knows no game.

import { place } from "./spaces.js";

const REST = 200; // milliseconds that a step is shown before its moves are fetched
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Makes pieces movable. `here()` returns step, last step, view and belief; `go(step)` shows a step of the line; `clicks` are those
 * on the board until now; `signal` ends it. `moves(address)` returns the moves; by default the site is asked. */
export function openTapping(root, { here, go, clicks, signal, moves: source = fetchMoves }) {
  const { moves: url } = root.dataset;
  const box = root.querySelector(".board-box");
  const state = { root, box, here, go, url, source, known: new Map(), moves: [], taps: [], lit: [], timer: 0, signal };
  const isWanted = () => root.hasAttribute("data-eager") || box.matches(":hover, :focus-within");
  const prepareSoon = () => {
    clearTimeout(state.timer);
    state.timer = setTimeout(() => isWanted() && load(state), REST);
  };
  for (const type of ["pointerenter", "focusin"]) box.addEventListener(type, prepareSoon);
  for (const type of ["step", "view"]) {
    root.addEventListener(type, () => {
      cancel(state);
      for (const cell of box.querySelectorAll("[data-movable]")) delete cell.dataset.movable;
      if (type === "view") state.known.clear(); // a variation has got another move
      prepareSoon();
    }, { signal });
  }
  signal?.addEventListener("abort", () => clearTimeout(state.timer));
  box.addEventListener("click", (event) => onClick(state, event), true);
  box.addEventListener("keydown", (event) => onKey(state, event), true);
  listenToDrags(state);
  const isLeft = (event) => event.key === "Escape" && state.taps.length;
  document.addEventListener("keydown", (event) => isLeft(event) && leave(state, event), { capture: true, signal });
  document.addEventListener("pointerdown", ({ target }) => state.taps.length && !box.contains(target) && cancel(state), { signal });
  if (isWanted()) prepareSoon();
  for (const event of clicks) onClick(state, event);
}

function address({ root, here, url }) {
  const { step, view } = here();
  const { of = "", spoilers } = root.dataset;
  return `${url}?step=${step}&as=${view}${of && `&of=${of}`}${spoilers ? `&spoilers=${spoilers}` : ""}`;
}

/** Fetches the moves of the step; there are none if it is refused. */
async function load(state) {
  const url = address(state);
  if (!state.known.has(url)) state.known.set(url, state.source(url, () => state.known.delete(url)));
  const moves = await state.known.get(url);
  state.known.set(url, moves);
  if (!state.signal?.aborted && url === address(state)) for (const space of nextSpaces(moves, [])) cellOf(state, space).dataset.movable = "";
  return moves;
}

// A drag taps the space where it begins and the one where it ends.
function listenToDrags(state) {
  const { box, signal } = state;
  let [from, isDragging] = [null, false];
  box.addEventListener("pointerdown", (event) => {
    const isFree = event.isPrimary && event.button === 0 && !event.altKey && !state.taps.length && !box.classList.contains("is-drawing");
    from = isFree ? event.target.closest("[data-movable]") : null;
    isDragging = false;
  });
  addEventListener("pointermove", (event) => {
    if (!from || isDragging || cellUnder(event) === from) return;
    const moves = state.known.get(address(state));
    isDragging = Array.isArray(moves) && tap(state, moves, from, false);
    if (!isDragging) from = null;
  }, { signal });
  box.addEventListener("touchmove", (event) => from && event.cancelable && event.preventDefault(), { passive: false }); // no scroll
  addEventListener("pointercancel", () => {
    if (isDragging) cancel(state);
    from = null;
  }, { signal });
  addEventListener("pointerup", (event) => {
    const [to, wasDragging] = [cellUnder(event), isDragging];
    [from, isDragging] = [null, false];
    if (!wasDragging) return;
    event.stopPropagation(); // it is no swipe
    if (to && nextSpaces(state.moves, state.taps).has(to.dataset.cell)) tap(state, state.moves, to, false);
    else cancel(state);
  }, { capture: true, signal });
}

const cellUnder = ({ clientX, clientY }) => document.elementFromPoint(clientX, clientY)?.closest(".board [data-cell]") ?? null;

/** Asks the site for moves. `forget` lets the next tap ask again. */
async function fetchMoves(url, forget) {
  try {
    const answer = await fetch(url, { credentials: "same-origin" });
    if (answer.ok) return (await answer.json()).moves;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error; // the network failed
  }
  setTimeout(forget, 1000);
  return [];
}

async function onClick(state, event) {
  const cell = event.target.closest("[data-cell]");
  if (!cell || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  if (state.box.classList.contains("is-drawing")) return;
  const url = address(state);
  let moves = state.known.get(url);
  if (Array.isArray(moves)) {
    if (tap(state, moves, cell, event.detail === 0)) event.stopPropagation();
    return;
  }
  moves = await load(state); // meanwhile the box of the space is open
  if (!state.signal?.aborted && url === address(state)) tap(state, moves, cell, event.detail === 0);
}

/** Returns whether a move has these spaces, in the order in which they were tapped. */
function fits({ first, rest }, taps) {
  if (!taps.slice(0, first.length).every((space, i) => space === first[i])) return false;
  const others = taps.slice(first.length);
  return new Set(others).size === others.length && others.every((space) => rest.includes(space));
}

function nextSpaces(moves, taps) {
  const fitting = moves.filter((move) => fits(move, taps));
  return new Set(fitting.flatMap(({ first, rest }) => (
    taps.length < first.length ? [first[taps.length]] : rest.filter((space) => !taps.includes(space, first.length))
  )));
}

/** Adds a space to those tapped. Returns whether it is one of a move. */
function tap(state, moves, cell, isByKey) {
  const space = cell.dataset.cell;
  if (state.taps.length && !nextSpaces(moves, state.taps).has(space)) {
    const isSame = state.taps.length === 1 && state.taps[0] === space;
    cancel(state);
    if (isSame) return false;
  }
  if (!state.taps.length && !nextSpaces(moves, []).has(space)) return false;
  const taps = [...state.taps, space];
  const whole = moves.filter((move) => fits(move, taps) && taps.length === move.first.length + move.rest.length);
  const next = nextSpaces(moves, taps);
  clear(state);
  state.root.dispatchEvent(new CustomEvent("closespace"));
  Object.assign(state, { moves, taps });
  if (whole.length === 1 && !next.size) {
    play(state, whole[0]);
    return true;
  }
  light(state, next, isByKey && !whole.length);
  if (whole.length) offer(state, whole, cell);
  return true;
}

const cellOf = (state, space) => state.box.querySelector(`[data-cell="${CSS.escape(space)}"]`);

/** Lights up spaces: each becomes a button. */
function light(state, spaces, isFocused) {
  const { root, box, taps } = state;
  const group = svg("g", { class: "lit", "aria-hidden": "true" });
  for (const space of new Set(taps)) mark(group, cellOf(state, space), "rect", { class: "lit-from", x: 5, y: 5, width: 90, height: 90, rx: 8 });
  for (const space of spaces) {
    const cell = cellOf(state, space);
    const touch = cell.querySelector(".touch");
    mark(group, cell, "circle", { class: "lit-to", cx: 50, cy: 50, r: 12 });
    state.lit.push({ cell, touch, label: touch.getAttribute("aria-label") });
    const label = `${touch.getAttribute("aria-label")}, ${root.dataset.litLabel}`;
    for (const [name, value] of Object.entries({ role: "button", tabindex: "-1", "aria-label": label })) touch.setAttribute(name, value);
    cell.classList.add("is-lit");
  }
  box.querySelector("svg.board").append(group);
  root.querySelector("#announcement").textContent = root.dataset.litCount.replace("{n}", spaces.size);
  if (isFocused) state.lit[0]?.touch.focus();
}

function mark(group, cell, name, attributes) {
  const at = svg("g", { transform: cell.getAttribute("transform") });
  at.append(svg(name, attributes));
  group.append(at);
}

function svg(name, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

/** Offers the moves that have the same spaces. */
function offer(state, moves, cell) {
  const list = document.createElement("div");
  list.className = "try-box";
  list.setAttribute("role", "group");
  list.setAttribute("aria-label", state.root.dataset.tryLabel);
  for (const move of moves) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "btn btn-sm", textContent: move.label });
    button.addEventListener("click", () => play(state, move));
    list.append(button);
  }
  state.box.append(list);
  place({ box: list, cell });
  list.firstChild.focus({ preventScroll: true });
}

function onKey(state, event) {
  const cell = event.target.closest?.("[data-cell]");
  if (!state.taps.length || !cell || event.ctrlKey || event.metaKey || event.altKey) return;
  const direction = DIRECTIONS[event.key];
  if (direction) neighbour(state, cell, direction)?.touch.focus();
  else if (event.key === "Enter" || event.key === " ") tap(state, state.moves, cell, true);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Returns the nearest lit space in a direction. */
function neighbour({ lit }, cell, [dx, dy]) {
  const middle = (el) => {
    const { left, top, width, height } = el.querySelector(".touch").getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  const [x, y] = middle(cell);
  const distance = (other) => {
    const [along, across] = [(other[0] - x) * dx + (other[1] - y) * dy, Math.abs((other[0] - x) * dy) + Math.abs((other[1] - y) * dx)];
    return along > 1 ? along + 2 * across : Infinity;
  };
  const ranked = lit.map((space) => [distance(middle(space.cell)), space]).sort(([a], [b]) => a - b);
  return ranked[0]?.[0] < Infinity ? ranked[0][1] : null;
}

/** Plays a move: a move of the line shows its step, any other is sent. The focus goes to its last space. */
function play(state, move) {
  const cell = cellOf(state, state.taps.at(-1));
  const isInside = state.box.contains(document.activeElement);
  cancel(state);
  if (isInside) cell.focus({ preventScroll: true });
  if (move.step !== undefined) return state.go(move.step);
  const { root } = state;
  const { step, last, view, belief } = state.here();
  const own = root.querySelector('#play form [name="after"]')?.form;
  const event = JSON.stringify(move.event);
  if (own && step === last) {
    const { csrfmiddlewaretoken: token, after } = own.elements; // without a site there is no token
    return send(root, own.getAttribute("action"), { csrfmiddlewaretoken: token?.value ?? "", after: after.value, action: "play", event });
  }
  const token = document.cookie.match(/(?:^|; )csrftoken=([^;]*)/)?.[1] ?? "";
  send(root, root.dataset.begin, { csrfmiddlewaretoken: token, step, as: view, of: root.dataset.of ?? "", belief, event });
}

function send(root, action, values) {
  const form = document.createElement("form");
  Object.assign(form, { method: "post", action, hidden: true });
  form.dataset.sent = "";
  for (const [name, value] of Object.entries(values)) {
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name, value });
    form.append(field);
  }
  root.append(form);
  form.requestSubmit(); // the page sends it, and puts the answer in place
}

function clear({ box, lit }) {
  box.querySelector(".lit")?.remove();
  box.querySelector(".try-box")?.remove();
  for (const { cell, touch, label } of lit.splice(0)) {
    cell.classList.remove("is-lit");
    touch.setAttribute("role", "img");
    touch.removeAttribute("tabindex");
    if (touch.getAttribute("aria-label").startsWith(`${label}, `)) touch.setAttribute("aria-label", label);
  }
}

function cancel(state) {
  state.taps = [];
  clear(state);
}

/** Cancels by Escape: the focus returns to the piece. */
function leave(state, event) {
  const piece = cellOf(state, state.taps[0]);
  const isInside = state.box.contains(document.activeElement);
  cancel(state);
  if (isInside) piece.focus({ preventScroll: true });
  event.preventDefault();
  event.stopPropagation();
}
