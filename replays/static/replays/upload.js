// Files of an upload form: they can be dropped anywhere on the page, and the form shows what was chosen. It works without scripts.

const megabytes = new Intl.NumberFormat(document.documentElement.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const size = (bytes) => (bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KiB` : `${megabytes.format(bytes / 1024 / 1024)} MiB`);

/** Lets files be dropped anywhere on the page, and shows what was chosen. `take` may use the files instead of the form. */
export function watchFiles(form, take = () => false) {
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
    if (isTooLarge) status.textContent = form.dataset.tooLarge.replace("{size}", size(total));
    for (const button of form.querySelectorAll("button[name=action]")) button.disabled = isTooLarge;
  };
  const choose = async () => {
    status.textContent = "";
    if (await take([...input.files])) input.value = "";
    show();
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
    choose();
    form.querySelector("button[value=keep]").focus();
  });
  input.addEventListener("change", choose);
  return show;
}
