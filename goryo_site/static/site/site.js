// The colour theme: system, light or dark. Pages work without it. Its labels are on the button.
const CHOICES = ["system", "light", "dark"];
const root = document.documentElement;
const buttons = document.querySelectorAll("[data-theme-toggle]");

function show(choice) {
  if (choice === "system") delete root.dataset.theme;
  else root.dataset.theme = choice;
  for (const button of buttons) button.querySelector("[data-theme-label]").textContent = button.dataset[choice];
  // Charts take their colours from scripts and listen to this event.
  document.dispatchEvent(new CustomEvent("themechange", { detail: { choice } }));
}

function store(choice) {
  try {
    if (choice === "system") localStorage.removeItem("theme");
    else localStorage.setItem("theme", choice);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error; // storage is blocked: the choice applies to this page only
  }
}

if (buttons.length) show(root.dataset.theme ?? "system");
for (const button of buttons) {
  button.hidden = false;
  button.addEventListener("click", () => {
    const next = CHOICES[(CHOICES.indexOf(root.dataset.theme ?? "system") + 1) % CHOICES.length];
    store(next);
    show(next);
  });
}

// Menus close with Escape and when the focus or a click goes elsewhere.
for (const menu of document.querySelectorAll(".menu, .own-menu")) {
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
  menu.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget && !menu.contains(relatedTarget)) menu.open = false;
  });
  document.addEventListener("click", ({ target }) => {
    if (menu.open && !menu.contains(target)) menu.open = false;
  });
}

// Scripts update the address of a page (the step of a replay): use the current one for the other language.
for (const link of document.querySelectorAll("[data-language]")) {
  link.addEventListener("click", () => {
    link.search = location.search;
    link.hash = location.hash;
  });
}

// Search boxes suggest results. The script is loaded when one gets the focus.
for (const form of document.querySelectorAll("[data-search]")) {
  const input = form.querySelector("input");
  input.setAttribute("role", "combobox");
  input.setAttribute("aria-expanded", "false");
  input.setAttribute("aria-autocomplete", "list");
  input.addEventListener("focus", async () => (await import("./search.js")).openSuggestions(form), { once: true });
}
