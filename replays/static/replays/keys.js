// Keyboard shortcuts of the replay page. They are off in fields, with modifiers and in an open dialog. Users of speech input
// or single-letter commands can switch off all shortcuts that are characters.

const ACTIONS = {
  ArrowLeft: "back",
  ArrowRight: "forward",
  Home: "first",
  End: "last",
  PageUp: "phase-back",
  PageDown: "phase-forward",
  "[": "section-back",
  "]": "section-forward",
  " ": "play",
  "+": "faster",
  "=": "faster",
  "-": "slower",
  b: "belief",
  c: "comments",
  f: "side",
  m: "mistake",
  u: "undo",
  x: "reveal",
  z: "zen",
  ",": "marked-back",
  ".": "marked-forward",
  "?": "keys",
};
const SIGNS_OFF = "replay-signs-off"; // key in localStorage
const NUMBER_PAUSE = 1200; // milliseconds after the last digit

/** Calls `act(name)` for each shortcut, and `act("step", n)` for a number that was typed. */
export function listenToKeys(root, act) {
  listenToEscape(root, act);
  const type = openNumber(root, (step) => act("step", step));
  const signs = root.querySelector("[data-signs]");
  if (signs) {
    signs.checked = memory(() => localStorage.getItem(SIGNS_OFF)) !== "yes";
    signs.addEventListener("change", () => memory(() => localStorage.setItem(SIGNS_OFF, signs.checked ? "no" : "yes")));
  }
  document.addEventListener("keydown", (event) => {
    const { key } = event;
    if (event.defaultPrevented || isElsewhere(event)) return;
    if (key.length === 1 && key !== " " && signs && !signs.checked) return;
    const name = ACTIONS[key] ?? ACTIONS[key.toLowerCase()];
    if (type(key)) event.preventDefault();
    else if (name) {
      event.preventDefault();
      act(name);
    }
  });
}

// Escape shows the whole page again, if the board is alone and nothing else is open.
function listenToEscape(root, act) {
  document.addEventListener("keydown", ({ key, defaultPrevented }) => {
    const isOpen = document.querySelector("dialog[open], .space-box:not([hidden])");
    if (key === "Escape" && !defaultPrevented && !isOpen && root.hasAttribute("data-zen")) act("zen");
  }, true);
}

// A number that is being typed is shown next to the steps until it is complete: by Enter, or after a pause.
function openNumber(root, done) {
  const output = root.querySelector("[data-typed]");
  let number = "";
  let timer = 0;
  const end = (isComplete) => {
    clearTimeout(timer);
    if (isComplete && number) done(Number(number));
    number = "";
    output.hidden = true;
  };
  return (key) => {
    if (/^[0-9]$/.test(key) && number.length < 5) number += key;
    else if (!number) return false;
    else if (key === "Backspace") number = number.slice(0, -1);
    else if (key === "Enter") return end(true) ?? true;
    else if (key === "Escape") return end(false) ?? true;
    else return end(false) ?? false;
    clearTimeout(timer);
    timer = setTimeout(end, NUMBER_PAUSE, true);
    output.textContent = `${output.dataset.typed} ${number}`;
    output.hidden = false;
    return true;
  };
}

/** Returns the result of a use of localStorage; null if it is blocked, as it may be in files and frames. */
export function memory(use) {
  try {
    return use();
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

function isElsewhere(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return true;
  if (document.querySelector("dialog[open]")) return true;
  const at = event.target;
  // a slider handles only the keys for one step and for both ends
  if (at.type === "range") return !["PageUp", "PageDown", " "].includes(event.key) && event.key.length > 1;
  if (at.isContentEditable || at.closest?.("input, textarea, select")) return true;
  return event.key === " " && Boolean(at.closest?.("button, summary"));
}
