// The colour theme: system, light or dark. Pages work without it. Its labels are on the button.
const CHOICES = ["system", "light", "dark"];
const root = document.documentElement;
const button = document.querySelector(".theme-toggle");

function show(choice) {
  if (choice === "system") delete root.dataset.theme;
  else root.dataset.theme = choice;
  button.querySelector("[data-theme-label]").textContent = button.dataset[choice];
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

if (button) {
  button.hidden = false;
  show(root.dataset.theme ?? "system");
  button.addEventListener("click", () => {
    const next = CHOICES[(CHOICES.indexOf(root.dataset.theme ?? "system") + 1) % CHOICES.length];
    store(next);
    show(next);
  });
}

// Scripts update the address of a page (the step of a replay): use the current one for the other language.
for (const link of document.querySelectorAll("[data-tongue]")) {
  link.addEventListener("click", () => {
    link.search = location.search;
    link.hash = location.hash;
  });
}
