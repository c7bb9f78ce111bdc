// The list of own games: a box that selects all, and the number of selected games.

const form = document.querySelector("[data-own-games]");
if (form) {
  const all = form.querySelector("[data-all]");
  const count = form.querySelector("[data-count]");
  const boxes = [...form.querySelectorAll('input[name="id"]')];

  const update = () => {
    const n = boxes.filter((box) => box.checked).length;
    all.checked = n === boxes.length;
    all.indeterminate = n > 0 && n < boxes.length;
    count.textContent = n ? `${count.dataset.some} ${n}` : count.dataset.none;
    for (const box of boxes) box.closest("tr").classList.toggle("sel", box.checked);
  };
  all.hidden = false;
  all.addEventListener("change", () => {
    for (const box of boxes) box.checked = all.checked;
    update();
  });
  form.addEventListener("change", (event) => {
    if (event.target.name === "id") update();
  });
  update();
}
