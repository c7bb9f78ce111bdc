// The choice of colours: as the system, light, dark. Pages work without it.
const CHOICES = ["system", "light", "dark"];
const LABELS = { system: "auto", light: "light", dark: "dark" };
const root = document.documentElement;
const button = document.querySelector(".theme-toggle");

function show(choice) {
  if (choice === "system") delete root.dataset.theme;
  else root.dataset.theme = choice;
  button.querySelector("[data-theme-label]").textContent = LABELS[choice];
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
