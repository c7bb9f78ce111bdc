// Buttons that copy the address in `data-copy`. Without script they are hidden.
for (const button of document.querySelectorAll("[data-copy]")) {
  if (!navigator.clipboard) continue; // a page without HTTPS
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(new URL(button.dataset.copy, location));
    button.querySelector("[data-copy-label]").textContent = button.dataset.copied;
  });
}
