// Variations that this browser created: the list of moves of their game contains them, as it does the listed ones. They are
// remembered in this browser only, and shown in the view in which they were played.

import { memory } from "./keys.js";

const KEY = "own-variations"; // in localStorage
const [MOST, MOVES] = [60, 3];

const save = (rows) => memory(() => localStorage.setItem(KEY, JSON.stringify(rows.slice(-MOST))));
const gameOf = (root) => root.dataset.moves?.match(/games\/([^/]+)/)[1];

// What others stored under the key is ignored.
function load() {
  try {
    const rows = JSON.parse(memory(() => localStorage.getItem(KEY)) ?? "[]");
    return Array.isArray(rows) ? rows.filter((row) => row?.moves?.length) : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

/** Remembers the variation on the page, if this browser can change it. `url` is its address without a query. */
export function rememberOwn(root, url) {
  const { of, view } = root.dataset;
  if (!of || !root.querySelector("#play form")) return;
  const others = load().filter((row) => row.of !== of);
  const links = [...root.querySelectorAll(".own a[data-step]")];
  const moves = links.slice(0, MOVES).map((link) => ({ step: Number(link.dataset.step), text: link.textContent.trim() }));
  const row = { of, view, game: gameOf(root), url, name: root.querySelector("h1").textContent, moves };
  save(moves.length ? [...others, row] : others);
}

/** Forgets the variation on the page. */
export function forgetOwn(root) {
  save(load().filter((row) => row.of !== root.dataset.of));
}

/** Adds the variations of the game to its list of moves, except those that are listed for everyone. */
export function showOwn(root) {
  const { view, belief, of, spoilers } = root.dataset;
  const more = `?as=${view}${belief && `&belief=${belief}`}`;
  if (of || spoilers) return;
  for (const row of load()) {
    const entry = root.querySelector(`.moves [data-step="${row.moves[0].step}"]`) ?? [...root.querySelectorAll(".moves [data-step]")].pop();
    const isThere = root.querySelector(`.moves .variation a[href*="/branches/${row.of}/"]`);
    if (row.game !== gameOf(root) || row.view !== view || isThere || !entry) continue;
    entry.closest("li").append(variation(row, row.url + more));
  }
}

function variation({ name, moves }, url) {
  const box = element("div", "variation");
  const by = element("p", "by");
  by.append(element("a", "", name, url));
  box.append(by, ...moves.map(({ step, text }) => {
    const link = element("a", "mv", "", `${url}&step=${step}#board`);
    link.append(element("span", "n num", step), " ", element("span", "what", text));
    return link;
  }));
  return box;
}

function element(tag, className, text = "", href = "") {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.textContent = text;
  if (href) made.href = href;
  return made;
}
