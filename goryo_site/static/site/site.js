// The choice of colours: as the system, light, dark. Pages work without it. Its words stand on the button.
const CHOICES = ["system", "light", "dark"];
const root = document.documentElement;
const button = document.querySelector(".theme-toggle");

function show(choice) {
  if (choice === "system") delete root.dataset.theme;
  else root.dataset.theme = choice;
  button.querySelector("[data-theme-label]").textContent = button.dataset[choice];
  // Drawings that take their colours from script (charts) listen for this.
  document.dispatchEvent(new CustomEvent("themechange", { detail: { choice } }));
}

function keep(choice) {
  try {
    if (choice === "system") localStorage.removeItem("theme");
    else localStorage.setItem("theme", choice);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error; // storage is barred: the choice lasts for this page
  }
}

if (button) {
  button.hidden = false;
  show(root.dataset.theme ?? "system");
  button.addEventListener("click", () => {
    const next = CHOICES[(CHOICES.indexOf(root.dataset.theme ?? "system") + 1) % CHOICES.length];
    keep(next);
    show(next);
  });
}

// A page keeps its address up to date (a replay its step): in the other language it is that of now.
for (const link of document.querySelectorAll("[data-tongue]")) {
  link.addEventListener("click", () => {
    link.search = location.search;
    link.hash = location.hash;
  });
}
