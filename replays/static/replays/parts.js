// Parts of a replay page that depend on its view and notes: they are taken from the page of another view or of other notes,
// which the server draws, and put in place. Pages that were shown are cached, so that going back to a view needs no request.

import { readData } from "./frames.js";

const MAX_KEPT = 12;
const PATCHED = ["moves", "curve", "step"]; // most of these parts is the same in every view, so only what differs is changed
const LATER = [...PATCHED, "data"]; // put in place after the frame that shows the board

/** Returns whether an element is in a part that is put in place later. */
export const isLater = (el) => LATER.includes(el.closest("[data-part]")?.dataset.part);

/** Returns a store of pages for this page. */
export function openParts(root) {
  const kept = new Map();
  let focused = null;
  const showFirst = (page) => {
    focused = describeFocus(root);
    Object.assign(root.dataset, { view: page.view, belief: page.belief });
    if (page.of) root.dataset.of = page.of;
    else delete root.dataset.of;
    document.title = page.title;
    root.toggleAttribute("data-more", page.hasMore);
    putInPlace(root, page, (part) => !LATER.includes(part));
    return { data: page.data, finish: () => putInPlace(root, page, (part) => LATER.includes(part)) };
  };
  return {
    /** Keeps what is shown, under a name. */
    keep: (name, data) => remember(kept, name, { ...takeAttributes(root), data, parts: contents(root, kept.get(name)) }),
    /** Shows the board, the status and the texts of a page: one that was kept under the name, or the one at the address. Returns
     * its data and `finish()`, which shows the lists; null if there is none, undefined if it is no longer wanted. */
    show: async (name, url, isWanted) => {
      const page = kept.get(name) ?? (await fetchPage(root, url));
      if (page) remember(kept, name, page);
      if (!isWanted()) return undefined;
      return page && showFirst(page);
    },
    /** Sends a form, and returns the page of the replay that answers; null if there is none. */
    send: (url, body) => fetchPage(root, url, { method: "POST", body }),
    /** Shows the page that answered, under a name. Others whose name has the same end are no longer true. */
    showSent: (page, name, end) => {
      for (const other of [...kept.keys()]) if (other.endsWith(end)) kept.delete(other);
      remember(kept, name, page);
      return showFirst(page);
    },
    /** Moves the focus to the same thing as before the page was shown. */
    refocus: () => {
      if (focused && !root.contains(document.activeElement)) root.querySelector(focused)?.focus({ preventScroll: true });
    },
    has: (name) => kept.has(name),
    forget: () => kept.clear(),
  };
}

function remember(kept, name, page) {
  kept.delete(name);
  kept.set(name, page);
  if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value);
}

// The nodes of parts that are patched stay in the page, so copies of them are kept.
function contents(root, known = null) {
  const nodesOf = (el) => {
    if (!PATCHED.includes(el.dataset.part) || el.ownerDocument !== document) return [...el.childNodes];
    return known?.parts.get(el.dataset.part).nodes ?? [...el.cloneNode(true).childNodes];
  };
  const parts = [...root.querySelectorAll("[data-part]")];
  return new Map(parts.map((el) => [el.dataset.part, { key: el.dataset.key, nodes: nodesOf(el) }]));
}

function takeAttributes(root) {
  const { view, belief, of } = root.dataset;
  return { view, belief, of, title: root.ownerDocument.title, hasMore: root.hasAttribute("data-more") };
}

async function fetchPage(root, url, options = {}) {
  root.setAttribute("data-loading", "");
  try {
    const headers = { "X-Board": root.querySelector('[data-part="board"]').dataset.key };
    const answer = await fetch(url, { credentials: "same-origin", cache: "no-store", headers, ...options });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.querySelector(".replay");
    if (!answer.ok || !fresh?.querySelector("#replay-data")) return null;
    const data = readData(fresh.querySelector("#replay-data").textContent);
    for (const el of fresh.querySelectorAll("[data-part] [data-scripted]")) el.hidden = false;
    adoptHead(page);
    return { ...takeAttributes(fresh), path: new URL(answer.url).pathname, data, parts: contents(fresh) };
  } catch {
    return null;
  } finally {
    root.removeAttribute("data-loading");
  }
}

// Loads the style sheets and scripts that only the other page has.
function adoptHead(page) {
  for (const el of page.querySelectorAll('link[rel="stylesheet"], script[src]')) {
    const key = el.localName === "link" ? "href" : "src";
    if (document.querySelector(`${el.localName}[${key}="${el.getAttribute(key)}"]`)) continue;
    const copy = document.createElement(el.localName);
    for (const attribute of el.attributes) copy.setAttribute(attribute.name, attribute.value);
    document.head.append(copy);
  }
}

function putInPlace(root, page, isWanted) {
  for (const el of root.querySelectorAll("[data-part]")) {
    const { key, nodes } = page.parts.get(el.dataset.part) ?? {};
    if (!nodes || !isWanted(el.dataset.part) || hasAll(el, key)) continue;
    if (PATCHED.includes(el.dataset.part)) patchChildren(el, nodes);
    else el.replaceChildren(...nodes);
    if (key === undefined) delete el.dataset.key;
    else el.dataset.key = key;
  }
}

// With the same key, only frames differ. A board with possible positions can show frames without them, too.
function hasAll(el, key) {
  return key !== undefined && (key === el.dataset.key || (el.dataset.part === "board" && key === ""));
}

/** Makes the children of an element equal to some nodes, and leaves those that are. */
function patchChildren(el, nodes) {
  const children = [...el.childNodes];
  const shared = Math.min(children.length, nodes.length);
  const same = (child, node) => child.isEqualNode(node);
  let start = 0;
  while (start < shared && same(children[start], nodes[start])) start += 1;
  let end = 0;
  while (end < shared - start && same(children.at(-1 - end), nodes.at(-1 - end))) end += 1;
  const [old, wanted] = [children, nodes].map((list) => list.slice(start, list.length - end));
  const after = children[children.length - end] ?? null;
  wanted.forEach((node, number) => {
    if (number < old.length) same(old[number], node) || patch(old[number], node);
    else el.insertBefore(document.importNode(node, true), after);
  });
  for (const child of old.slice(wanted.length)) child.remove();
}

// Texts, states and the current move are drawn by the frame; what the user opened stays open.
function isDrawn({ dataset, nodeName }, name) {
  return (name === "class" && "slot" in dataset) || (name === "aria-current" && "step" in dataset) || (name === "open" && nodeName === "DETAILS");
}

function patch(el, wanted) {
  if (el.nodeType === Node.TEXT_NODE && wanted.nodeType === Node.TEXT_NODE) return void (el.data = wanted.data);
  if (el.nodeName !== wanted.nodeName || el.nodeType !== Node.ELEMENT_NODE) return el.replaceWith(document.importNode(wanted, true));
  for (const { name } of [...el.attributes]) if (!wanted.hasAttribute(name) && !isDrawn(el, name)) el.removeAttribute(name);
  for (const { name, value } of wanted.attributes) {
    if (el.getAttribute(name) !== value && !isDrawn(el, name)) el.setAttribute(name, value);
  }
  if (!("text" in wanted.dataset)) patchChildren(el, [...wanted.childNodes]);
}

/** Returns a selector of what has the focus, for the same thing in another view. */
function describeFocus(root) {
  const at = document.activeElement;
  if (!root.contains(at) || !at.closest("[data-part]")) return null;
  if (at.id) return `#${at.id}`;
  const name = ["cell", "stepLink", "step"].find((key) => key in at.dataset);
  if (!name) return null;
  return `[data-${name === "stepLink" ? "step-link" : name}="${CSS.escape(at.dataset[name])}"]`;
}
