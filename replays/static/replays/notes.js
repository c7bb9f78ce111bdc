// Notes follow the current step, their marks are shown in the list of moves, and the author draws on the board. Without this
// script the server shows the note of the step, and circles and arrows are typed.

import { drawShapes } from "./board.js";
import { drawTyped, openDrawing } from "./drawing.js";

const root = document.querySelector(".replay");
let notes = new Map();
let empty = null;
let form = null;
let isChanged = false;

const put = (name, text) => {
  const element = root.querySelector(`[data-${name}]`);
  if (element) element.textContent = text;
};

function show(step) {
  const note = notes.get(step) ?? empty;
  if (!note) return; // the notes are about another view
  put("note-step", step);
  put("note-glyph", note.glyph ? `${note.glyph} ${note.glyph_label}` : "");
  put("note-text", note.text);
  put("note-shapes", note.descriptions.join("; "));
  drawShapes(root.querySelector("[data-shapes]"), note.paths);
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

// What is drawn is saved at once, with the text of its step.
async function changeShapes(list) {
  const step = form.elements.step.value;
  form.elements.shapes.value = list.join(" ");
  drawTyped(root, list);
  root.querySelector("#announcement").textContent = form.elements.shapes.value;
  isChanged = true;
  const sent = new FormData(form);
  sent.set("action", "save");
  const text = fieldsText();
  try {
    const answer = await fetch(form.getAttribute("action"), { method: "POST", body: sent, credentials: "same-origin" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const problem = page.querySelector(".notices [role=alert]");
    if (!answer.ok || problem) throw new Error(problem?.textContent ?? answer.status);
    if (form.elements.step.value !== step || fieldsText() !== text) return; // changed meanwhile
    isChanged = false;
    take(page.querySelector("#notes-data"));
    page.querySelectorAll(".all-notes").forEach((rows) => root.querySelector(".all-notes")?.replaceWith(rows));
    show(shownStep());
  } catch (error) {
    root.querySelector("#announcement").textContent = error.message; // the form still has it
  }
}

const fieldsText = () => ["text", "glyph", "shapes"].map((name) => form.elements[name].value).join("\n");
const shownStep = () => Number(root.querySelector("[data-note-step]").textContent);
const typedShapes = () => form.elements.shapes.value.split(/\s+/).filter(Boolean);
// Unsaved text of another step must not get the shapes of this one.
const isHere = () => form?.isConnected && Number(form.elements.step.value) === shownStep();

function enableDrawing() {
  for (const hidden of form.querySelectorAll(".draw")) hidden.hidden = false;
  const button = form.querySelector("[data-draw]");
  button.addEventListener("click", () => toggleDrawing(button));
}

const toggleDrawing = openDrawing(root, {
  colour: () => form.querySelector("#note-colour").value,
  shapes: () => (isHere() ? typedShapes() : null),
  change: changeShapes,
  switched: (isOn) => form?.querySelector(".draw-help").toggleAttribute("hidden", !isOn),
});

function take(element) {
  const data = element ? JSON.parse(element.textContent) : { notes: [], empty: null };
  notes = new Map(data.notes.map((note) => [note.step, note]));
  empty = data.empty;
}

// Finds the notes in the page: at its start, and after another view was put in place.
function read() {
  const element = document.querySelector("#notes-data");
  take(element);
  form = root.querySelector("[data-note-form]");
  if (!element) drawShapes(root.querySelector("[data-shapes]"), []); // the notes were closed
  if (!root.querySelector(".moves .mark-glyph")) markMoves();
  if (!form || form.dataset.ready) return;
  form.dataset.ready = "yes";
  form.addEventListener("input", () => (isChanged = true));
  form.addEventListener("submit", () => (isChanged = false));
  enableDrawing();
}

root.addEventListener("step", (event) => show(event.detail));
root.addEventListener("view", read);
root.addEventListener("leave", (event) => isChanged && event.preventDefault()); // the browser asks about unsaved text
addEventListener("beforeunload", (event) => isChanged && event.preventDefault());
root.addEventListener("submit", (event) => {
  if (event.target.method === "post") sessionStorage.setItem("replay-scroll", `${location.pathname} ${scrollY}`);
});
read();
