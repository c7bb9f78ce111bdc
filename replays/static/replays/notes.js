// Notes follow the current step, their marks are shown in the list of moves, and the author draws on the board. Without this
// script the server shows the note of the step, and circles and arrows are typed.

const root = document.querySelector(".replay");
const dataElement = document.querySelector("#notes-data");
const data = dataElement ? JSON.parse(dataElement.textContent) : { notes: [], empty: null };
const notes = new Map(data.notes.map((note) => [note.step, note]));
const form = root.querySelector("[data-note-form]");
const layer = root.querySelector("[data-shapes]");
let isChanged = false;

const put = (name, text) => {
  const element = root.querySelector(`[data-${name}]`);
  if (element) element.textContent = text;
};

function drawShapes(paths) {
  layer?.replaceChildren(
    ...paths.map(([colour, d]) => {
      const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
      path.setAttribute("class", `shape shape-${colour}`);
      path.setAttribute("d", d);
      return path;
    }),
  );
}

function show(step) {
  const note = notes.get(step) ?? data.empty;
  if (!note) return; // the notes are about another view
  put("note-step", step);
  put("note-glyph", note.glyph ? `${note.glyph} ${note.glyph_label}` : "");
  put("note-text", note.text);
  put("note-shapes", note.descriptions.join("; "));
  drawShapes(note.paths);
  if (!form || isChanged) return; // unsaved text stays with its step
  form.elements.step.value = step;
  put("form-step", step);
  for (const name of ["text", "glyph", "shapes"]) form.elements[name].value = note[name];
}

function markMoves() {
  for (const [step, { glyph, glyph_label: label }] of notes) {
    const entry = glyph && root.querySelector(`.moves [data-step="${step}"] .what`);
    if (!entry) continue;
    const mark = document.createElement("span");
    mark.className = "mark-glyph";
    mark.textContent = ` ${glyph}`;
    mark.title = label;
    entry.append(mark);
  }
}

function enableDrawing() {
  const button = form.querySelector("[data-draw]");
  const colour = form.querySelector("#note-colour");
  const board = root.querySelector("svg.board");
  let start = null;
  for (const hidden of form.querySelectorAll(".draw")) hidden.hidden = false;
  const choose = (cell) => {
    start?.classList.remove("chosen-cell");
    start = cell;
    start?.classList.add("chosen-cell");
  };
  button.addEventListener("click", () => {
    const isOn = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(isOn));
    form.querySelector(".draw-help").hidden = !isOn;
    board.classList.toggle("is-drawing", isOn);
    choose(null);
  });
  board.addEventListener("click", (event) => {
    const cell = event.target.closest("[data-cell]");
    if (!cell || button.getAttribute("aria-pressed") !== "true") return;
    event.preventDefault();
    event.stopPropagation();
    if (!start) return choose(cell);
    const [from, to] = [start.dataset.cell, cell.dataset.cell];
    const shape = `${from === to ? from : `${from}>${to}`}:${colour.value}`;
    const shapes = form.elements.shapes.value.split(/\s+/).filter(Boolean);
    const others = shapes.filter((other) => other !== shape);
    form.elements.shapes.value = (others.length < shapes.length ? others : [...shapes, shape]).join(" ");
    isChanged = true;
    root.querySelector("#announcement").textContent = form.elements.shapes.value;
    choose(null);
  }, true);
}

root.addEventListener("step", (event) => show(event.detail));
if (form) {
  form.addEventListener("input", () => (isChanged = true));
  form.addEventListener("submit", () => (isChanged = false));
  addEventListener("beforeunload", (event) => isChanged && event.preventDefault());
  enableDrawing();
}
root.addEventListener("submit", (event) => {
  if (event.target.method === "post") sessionStorage.setItem("replay-scroll", `${location.pathname} ${scrollY}`);
});
markMoves();
