// Filters act in place: a chip's page is fetched, and its main part replaces ours. The focus stays on the same chip, and Back works. Without
// this, a chip is a link.
const main = document.getElementById("main");
let number = 0;

async function show(address, key) {
  const mine = ++number;
  main.setAttribute("aria-busy", "true");
  const response = await fetch(address, { headers: { Accept: "text/html" } });
  if (!response.ok) throw new Error(`${response.status}`);
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  if (mine !== number) return; // another chip was chosen meanwhile
  const sheet = document.querySelector("#filter-sheet:popover-open");
  const position = sheet?.scrollTop ?? 0;
  document.title = page.title;
  main.replaceChildren(...page.getElementById("main").childNodes);
  main.removeAttribute("aria-busy");
  if (sheet) {
    const next = document.getElementById("filter-sheet");
    next?.showPopover();
    if (next) next.scrollTop = position;
  }
  if (key) document.querySelector(`[data-swap="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
  showButtons();
}

function swap(address, key, isNew) {
  show(address, key).then(
    () => {
      if (isNew) history.pushState({ swap: key }, "", address);
      shown = place();
    },
    () => window.location.assign(address),
  );
}

main.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-swap]");
  const isPlain = !event.defaultPrevented && event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  if (!link || !isPlain) return;
  event.preventDefault();
  swap(link.href, link.dataset.swap, true);
});

// The page that is shown: an address that differs only behind the # is the same page.
const place = () => window.location.pathname + window.location.search;
let shown = place();
window.addEventListener("popstate", ({ state }) => {
  if (place() !== shown) swap(window.location.href, state?.swap, false);
});

// Buttons that copy a text. They are hidden where scripts are off.
function showButtons() {
  for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;
}

main.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-copy]");
  if (!button) return;
  const source = document.getElementById(button.dataset.copy);
  await navigator.clipboard.writeText(source.value ?? source.textContent);
  button.textContent = button.dataset.done;
});

showButtons();
