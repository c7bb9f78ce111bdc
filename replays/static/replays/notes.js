// Notes follow the step that is shown, marks stand in the list of moves, and the author draws on the board. Without this
// script the server draws the step's note, and circles and arrows are typed.

const root = document.querySelector(".replay");
const data = document.querySelector("#notes-data");
const notes = new Map(data ? JSON.parse(data.textContent).map((note) => [note.step, note]) : []);
const form = root.querySelector("[data-note-form]");
const layer = root.querySelector("[data-shapes]");
const NOTHING = { text: "", glyph: "", glyph_words: "", shapes: "", words: [], paths: [] };
let isChanged = false;

const put = (name, text) => {
  const place = root.querySelector(`[data-${name}]`);
  if (place) place.textContent = text;
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
  const note = notes.get(step) ?? NOTHING;
  put("note-step", step);
  put("note-glyph", note.glyph ? `${note.glyph} ${note.glyph_words}` : "");
  put("note-text", note.text);
  put("note-words", note.words.join("; "));
  drawShapes(note.paths);
  if (!form || isChanged) return; // what is being written stays with its step
  form.elements.step.value = step;
  put("form-step", step);
  for (const name of ["text", "glyph", "shapes"]) form.elements[name].value = note[name];
}

function markMoves() {
  for (const [step, { glyph, glyph_words: words }] of notes) {
    const entry = glyph && root.querySelector(`.moves [data-step="${step}"] .what`);
    if (!entry) continue;
    const mark = document.createElement("span");
    mark.className = "mark-glyph";
    mark.textContent = ` ${glyph}`;
    mark.title = words;
    entry.append(mark);
  }
}

function letDraw() {
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
    const word = `${from === to ? from : `${from}>${to}`}:${colour.value}`;
    const words = form.elements.shapes.value.split(/\s+/).filter(Boolean);
    const left = words.filter((one) => one !== word);
    form.elements.shapes.value = (left.length < words.length ? left : [...words, word]).join(" ");
    isChanged = true;
    root.querySelector("#told").textContent = form.elements.shapes.value;
    choose(null);
  }, true);
}

root.addEventListener("step", (event) => show(event.detail));
if (form) {
  form.addEventListener("input", () => (isChanged = true));
  form.addEventListener("submit", () => (isChanged = false));
  addEventListener("beforeunload", (event) => isChanged && event.preventDefault());
  letDraw();
}
root.addEventListener("submit", (event) => {
  if (event.target.method === "post") sessionStorage.setItem("replay-scroll", `${location.pathname} ${scrollY}`);
});
markMoves();
