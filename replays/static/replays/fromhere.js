// The panel "From here": how other games continued from the step that is shown. It is fetched when the panel is open and the step
// has rested, and a newer step cancels the request. The address of the page contains that it is open, and its filters.

const REST = 250; // milliseconds
const FILTERS = ["simulated", "rules", "board"];

/** Fills the panel that was opened, and makes it follow the step. `here()` returns step and view. `changed()` is called after the
 * filters changed. */
export function openFromHere(root, panel, { here, changed }) {
  const body = panel.querySelector("[data-continuations-body]");
  const state = { timer: 0, request: null, shown: "" };
  const address = () => {
    const { step, view } = here();
    const params = new URLSearchParams({ step, as: view });
    if (root.dataset.of) params.set("of", root.dataset.of);
    for (const [name, value] of new URLSearchParams(root.dataset.continuations)) if (FILTERS.includes(name)) params.set(name, value);
    return `${panel.dataset.continuations}?${params}`;
  };
  const load = (url) => {
    clearTimeout(state.timer);
    state.request?.abort();
    state.request = null;
    if (panel.open && url !== state.shown) fetchAnswer(body, state, url);
  };
  const loadSoon = () => {
    clearTimeout(state.timer);
    state.timer = setTimeout(() => load(address()), REST);
  };
  const toggle = () => {
    if (panel.open) root.dataset.continuations ||= "open";
    else delete root.dataset.continuations;
    changed();
    load(address());
  };
  panel.addEventListener("toggle", toggle);
  for (const type of ["step", "view"]) root.addEventListener(type, loadSoon);
  body.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-from-here-link]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const params = new URLSearchParams(link.search);
    root.dataset.continuations = new URLSearchParams([...params].filter(([name]) => FILTERS.includes(name))).toString() || "open";
    changed();
    load(link.pathname + link.search);
  });
  toggle();
}

async function fetchAnswer(body, state, url) {
  const request = (state.request = new AbortController());
  body.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(url, { credentials: "same-origin", signal: request.signal });
    const text = await answer.text();
    const fresh = answer.ok && new DOMParser().parseFromString(text, "text/html").querySelector("[data-from-here-answer]");
    const focused = body.contains(document.activeElement) && document.activeElement.textContent;
    if (fresh) body.replaceChildren(document.adoptNode(fresh));
    else body.textContent = answer.ok ? "" : text;
    state.shown = fresh ? url : "";
    if (focused) refocus(body, focused);
  } catch (error) {
    if (error.name !== "AbortError") body.textContent = error.message;
  } finally {
    if (state.request === request) body.removeAttribute("aria-busy");
  }
}

// Focuses the link with the text that had focus; else the first link, or without links the heading of the panel.
function refocus(body, text) {
  const links = [...body.querySelectorAll("a")];
  const link = links.find(({ textContent }) => textContent === text) ?? links[0];
  (link ?? body.closest("details").querySelector("summary")).focus({ preventScroll: true });
}
