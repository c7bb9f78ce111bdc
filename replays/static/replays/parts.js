// Parts of a replay page that depend on its view and notes: they are taken from the page of another view or of other notes,
// which the server draws, and put in place. Pages that were shown are cached, so that going back to a view needs no request.

const MAX_KEPT = 12;
const PATCHED = ["moves"]; // most of these parts is the same in every view, so only what differs is changed

/** Returns a store of pages for this page. */
export function openParts(root) {
  const kept = new Map();
  let focused = null;
  return {
    /** Keeps what is shown, under a name. */
    keep: (name, data) => remember(kept, name, { ...takeAttributes(root), data, parts: contents(root, kept.get(name)) }),
    /** Shows a page: one that was kept under the name, or the one at the address. Returns its data; null if there is none,
     * undefined if it is no longer wanted. */
    show: async (name, url, isWanted) => {
      const page = kept.get(name) ?? (await fetchPage(root, url));
      if (page) remember(kept, name, page);
      if (!isWanted()) return undefined;
      if (!page) return null;
      focused = describeFocus(root);
      putInPlace(root, page);
      return page.data;
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
  const { view, belief } = root.dataset;
  return { view, belief, title: root.ownerDocument.title, hasMore: root.hasAttribute("data-more") };
}

async function fetchPage(root, url) {
  root.setAttribute("data-loading", "");
  try {
    const answer = await fetch(url, { credentials: "same-origin" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.querySelector(".replay");
    if (!answer.ok || !fresh?.querySelector("#replay-data")) return null;
    const data = JSON.parse(fresh.querySelector("#replay-data").textContent);
    const taken = { ...takeAttributes(fresh), data, parts: contents(fresh) };
    for (const { nodes } of taken.parts.values()) for (const node of nodes) document.adoptNode(node);
    return taken;
  } catch {
    return null;
  } finally {
    root.removeAttribute("data-loading");
  }
}

function putInPlace(root, page) {
  Object.assign(root.dataset, { view: page.view, belief: page.belief });
  document.title = page.title;
  root.toggleAttribute("data-more", page.hasMore);
  for (const el of root.querySelectorAll("[data-part]")) {
    const { key, nodes } = page.parts.get(el.dataset.part) ?? {};
    if (!nodes || hasAll(el, key)) continue;
    if (PATCHED.includes(el.dataset.part)) patchChildren(el, nodes);
    else el.replaceChildren(...nodes);
    if (key !== undefined) el.dataset.key = key;
  }
}

// With the same key, only frames differ. A board with possible positions can show frames without them, too.
function hasAll(el, key) {
  return key !== undefined && (key === el.dataset.key || (el.dataset.part === "board" && key === ""));
}

/** Makes the children of an element equal to some nodes, and leaves those that are. */
function patchChildren(el, nodes) {
  const children = [...el.childNodes];
  if (children.length !== nodes.length) el.replaceChildren(...nodes.map((node) => document.importNode(node, true)));
  else children.forEach((child, number) => child.isEqualNode(nodes[number]) || patch(child, nodes[number]));
}

function patch(el, wanted) {
  if (el.nodeName !== wanted.nodeName || el.nodeType !== Node.ELEMENT_NODE) return el.replaceWith(document.importNode(wanted, true));
  for (const { name } of [...el.attributes]) if (!wanted.hasAttribute(name)) el.removeAttribute(name);
  for (const { name, value } of wanted.attributes) if (el.getAttribute(name) !== value) el.setAttribute(name, value);
  patchChildren(el, [...wanted.childNodes]);
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
