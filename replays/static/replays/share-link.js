// The link to the page of sharing leads to the step that is shown, however it was reached.

const link = document.querySelector("[data-share]");
const shown = document.querySelector("[data-now]");

function follow() {
  const address = new URL(link.href);
  address.searchParams.set("step", shown.textContent);
  link.href = address;
}

if (link && shown) for (const name of ["pointerdown", "focus", "click"]) link.addEventListener(name, follow);
