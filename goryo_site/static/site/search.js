// Suggestions under a search box: the combobox pattern of ARIA with a list box. Enter without a chosen suggestion opens the
// page of results, as without script.

const WAIT = 150; // milliseconds after the last key
let number = 0;

/** Adds the list of suggestions to a form. Its input is a combobox already. */
export function openSuggestions(form) {
  const input = form.querySelector("input");
  const list = document.createElement("div");
  const status = document.createElement("p");
  number += 1;
  Object.assign(list, { id: `suggestions-${number}`, className: "suggestions", hidden: true });
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", form.dataset.label);
  status.className = "visually-hidden";
  status.setAttribute("role", "status");
  form.append(list, status);
  addStyles(form.dataset.styles);
  const box = { form, input, list, status, options: [], current: -1, timer: 0, query: "", request: null };
  input.setAttribute("aria-controls", list.id);
  input.addEventListener("input", () => {
    clearTimeout(box.timer);
    box.timer = setTimeout(update, WAIT, box);
  });
  input.addEventListener("keydown", (event) => press(box, event));
  form.addEventListener("focusout", ({ relatedTarget }) => form.contains(relatedTarget) || close(box));
  list.addEventListener("mousedown", (event) => event.preventDefault()); // the input keeps the focus
  list.addEventListener("click", ({ target }) => follow(target.closest("[role=option]")));
  if (input.value.trim()) update(box);
}

function addStyles(href) {
  if (document.querySelector(`link[href="${href}"]`)) return;
  const link = document.createElement("link");
  Object.assign(link, { rel: "stylesheet", href });
  document.head.append(link);
}

async function update(box) {
  const query = box.input.value.trim();
  box.request?.abort();
  if (!query) return close(box);
  box.request = new AbortController();
  const address = new URL(box.form.dataset.suggestions, location);
  address.searchParams.set("q", query);
  try {
    const answer = await fetch(address, { signal: box.request.signal });
    if (answer.ok) draw(box, (await answer.json()).groups);
    else close(box); // too many requests: the page of results says so
  } catch (error) {
    if (!(error instanceof DOMException || error instanceof TypeError)) throw error; // outdated, or no connection
  }
}

function draw(box, groups) {
  if (document.activeElement !== box.input) return;
  const { form, list } = box;
  const parts = groups.map((group, part) => {
    const el = document.createElement("div");
    const title = document.createElement("b");
    title.id = `${list.id}-${part}`;
    title.textContent = group.title;
    el.setAttribute("role", "group");
    el.setAttribute("aria-labelledby", title.id);
    el.append(title, ...group.hits.map((hit, row) => option(hit, `${title.id}-${row}`, form.dataset.bot)));
    return el;
  });
  list.replaceChildren(...parts);
  box.options = [...list.querySelectorAll("[role=option]")];
  list.hidden = !box.options.length;
  box.input.setAttribute("aria-expanded", !list.hidden);
  choose(box, -1);
  box.status.textContent = box.options.length ? form.dataset.some.replace("{n}", box.options.length) : form.dataset.none;
}

function option(hit, id, bot) {
  const el = document.createElement("div");
  Object.assign(el, { id, className: hit.kind ? `g-${hit.kind}` : "" });
  el.setAttribute("role", "option");
  el.setAttribute("aria-selected", "false");
  el.dataset.url = hit.url;
  const title = document.createElement("bdi");
  title.textContent = hit.title;
  el.append(title);
  for (const text of [hit.is_bot && bot, hit.detail].filter(Boolean)) {
    const more = document.createElement("span");
    more.className = "muted xs";
    more.textContent = text;
    el.append(" ", more);
  }
  return el;
}

function close(box) {
  clearTimeout(box.timer);
  box.request?.abort();
  box.list.hidden = true;
  box.options = [];
  box.input.setAttribute("aria-expanded", "false");
  choose(box, -1);
}

function choose(box, index) {
  box.current = index;
  box.options.forEach((el, at) => el.setAttribute("aria-selected", at === index));
  const chosen = box.options[index];
  if (chosen) {
    box.input.setAttribute("aria-activedescendant", chosen.id);
    chosen.scrollIntoView({ block: "nearest" });
  } else box.input.removeAttribute("aria-activedescendant");
}

function press(box, event) {
  const { options, current } = box;
  if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
  const last = options.length - 1;
  if (event.key === "Escape" && options.length) close(box);
  else if (event.key === "ArrowDown" && !options.length) update(box);
  else if (event.key === "ArrowDown") choose(box, current === last ? -1 : current + 1);
  else if (event.key === "ArrowUp" && options.length) choose(box, current === -1 ? last : current - 1);
  else if (event.key === "Enter" && options[current]) follow(options[current]);
  else return;
  event.preventDefault();
  event.stopPropagation(); // the menu of narrow windows closes with Escape too
}

function follow(chosen) {
  if (chosen) location.assign(chosen.dataset.url);
}
