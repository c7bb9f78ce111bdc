// Upload form: drop files anywhere on its page, see what was chosen, and that something is on its way. The form works without this.

const megabytes = new Intl.NumberFormat(document.documentElement.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const size = (bytes) => (bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} kB` : `${megabytes.format(bytes / 1024 / 1024)} MB`);

function enliven(form) {
  const drop = form.querySelector("[data-drop]");
  const input = form.querySelector("input[type=file]");
  const chosen = form.querySelector("[data-chosen]");
  const told = form.querySelector("[data-told]");
  const most = Number(form.dataset.maxMib) * 1024 * 1024;

  const show = () => {
    const files = [...input.files];
    const total = files.reduce((sum, file) => sum + file.size, 0);
    chosen.hidden = files.length === 0;
    chosen.textContent = files.map((file) => `${file.name} (${size(file.size)})`).join(", ");
    const isTooLarge = total > most;
    told.textContent = isTooLarge ? form.dataset.tooLarge.replace("{size}", size(total)) : "";
    for (const button of form.querySelectorAll("button")) button.disabled = isTooLarge;
  };

  const isFiles = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
  let depth = 0;
  // On the document: a file let go beside the box would else be opened in place of the page, and what was pasted be gone.
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
    told.textContent = button?.value === "check" ? form.dataset.checking : form.dataset.sending;
  });
  // Coming back by the browser's back button shows the page as it was left: let it be sent again.
  window.addEventListener("pageshow", () => {
    delete form.dataset.sent;
    form.querySelectorAll("[aria-busy]").forEach((button) => button.removeAttribute("aria-busy"));
    told.textContent = "";
    show();
  });
}

document.querySelectorAll("form[data-upload]").forEach(enliven);
