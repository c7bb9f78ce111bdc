// Buttons that copy the address in `data-copy`, or the value of the field named by `data-copy-from`. Without script they are hidden.
for (const button of document.querySelectorAll("[data-copy], [data-copy-from]")) {
  if (!navigator.clipboard) continue; // a page without HTTPS
  button.hidden = false;
  button.addEventListener("click", async () => {
    const field = document.getElementById(button.dataset.copyFrom);
    await navigator.clipboard.writeText(field ? field.value : new URL(button.dataset.copy, location));
    button.querySelector("[data-copy-label]").textContent = button.dataset.copied;
  });
}
