// Upload form: files can be dropped anywhere on the page, and the form shows what was chosen and its state. It works without scripts.

const megabytes = new Intl.NumberFormat(document.documentElement.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const size = (bytes) => (bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} kB` : `${megabytes.format(bytes / 1024 / 1024)} MB`);

function enhance(form) {
  const drop = form.querySelector("[data-drop]");
  const input = form.querySelector("input[type=file]");
  const chosen = form.querySelector("[data-chosen]");
  const status = form.querySelector("[data-upload-status]");
  const most = Number(form.dataset.maxMib) * 1024 * 1024;

  const show = () => {
    const files = [...input.files];
    const total = files.reduce((sum, file) => sum + file.size, 0);
    chosen.hidden = files.length === 0;
    chosen.textContent = files.map((file) => `${file.name} (${size(file.size)})`).join(", ");
    const isTooLarge = total > most;
    status.textContent = isTooLarge ? form.dataset.tooLarge.replace("{size}", size(total)) : "";
    for (const button of form.querySelectorAll("button")) button.disabled = isTooLarge;
  };

  const isFiles = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
  let depth = 0;
  // On the document: otherwise a file dropped outside the box would replace the page and its text.
  document.addEventListener("dragenter", (event) => {
    if (!isFiles(event)) return;
    event.preventDefault();
    depth += 1;
    drop.classList.add("is-over");
  });
  document.addEventListener("dragleave", (event) => {
    if (!isFiles(event)) return;
    depth = Math.max(0, depth - 1);
    if (depth === 0) drop.classList.remove("is-over");
  });
  document.addEventListener("dragover", (event) => {
    if (isFiles(event)) event.preventDefault();
  });
  document.addEventListener("drop", (event) => {
    if (!isFiles(event)) return;
    event.preventDefault();
    depth = 0;
    drop.classList.remove("is-over");
    input.files = event.dataTransfer.files;
    show();
    form.querySelector("button[value=keep]").focus();
  });
  input.addEventListener("change", show);

  form.addEventListener("submit", (event) => {
    if (form.dataset.sent) {
      event.preventDefault();
      return;
    }
    form.dataset.sent = "yes";
    const button = event.submitter;
    button?.setAttribute("aria-busy", "true");
    status.textContent = button?.value === "check" ? form.dataset.checking : form.dataset.sending;
  });
  // The back button shows the page as it was: enable the form again.
  window.addEventListener("pageshow", () => {
    delete form.dataset.sent;
    form.querySelectorAll("[aria-busy]").forEach((button) => button.removeAttribute("aria-busy"));
    status.textContent = "";
    show();
  });
}

document.querySelectorAll("form[data-upload]").forEach(enhance);
