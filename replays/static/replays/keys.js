// The keys of the replay page. They are off where keys mean something else: in fields, with modifiers, in an open dialog.
// Whoever speaks to the computer, or reads with single letters, can switch off all keys that write a sign.

const DOES = {
  ArrowLeft: "back",
  ArrowRight: "forward",
  Home: "first",
  End: "last",
  PageUp: "section-back",
  PageDown: "section-forward",
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
  ",": "marked-back",
  ".": "marked-forward",
  "?": "keys",
};
const SIGNS_OFF = "replay-signs-off"; // its name in the browser's memory
const A_NUMBER = 1200; // milliseconds after the last digit

/** Calls `act(name)` for each key that means something on the page, and `act("step", n)` for a number that was typed. */
export function listenToKeys(root, act) {
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
    const name = DOES[key] ?? DOES[key.toLowerCase()];
    if (type(key)) event.preventDefault();
    else if (name) {
      event.preventDefault();
      act(name);
    }
  });
}

// A number that is being typed stands beside the steps until it is whole: by Enter, or when no more comes.
function openNumber(root, done) {
  const place = root.querySelector("[data-typed]");
  let number = "";
  let timer = 0;
  const end = (isWhole) => {
    clearTimeout(timer);
    if (isWhole && number) done(Number(number));
    number = "";
    place.hidden = true;
  };
  return (key) => {
    if (/^[0-9]$/.test(key) && number.length < 5) number += key;
    else if (!number) return false;
    else if (key === "Backspace") number = number.slice(0, -1);
    else if (key === "Enter") return end(true) ?? true;
    else if (key === "Escape") return end(false) ?? true;
    else return end(false) ?? false;
    clearTimeout(timer);
    timer = setTimeout(end, A_NUMBER, true);
    place.textContent = `${place.dataset.typed} ${number}`;
    place.hidden = false;
    return true;
  };
}

/** What the browser's memory gives, where it lets itself be asked: a file or another's page may have none. */
export function memory(ask) {
  try {
    return ask();
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

function isElsewhere(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return true;
  if (document.querySelector("dialog[open]")) return true;
  const at = event.target;
  // on the slider only the keys that a slider moves by itself are its own: those for one step and for the ends
  if (at.type === "range") return !["PageUp", "PageDown", " "].includes(event.key) && event.key.length > 1;
  if (at.isContentEditable || at.closest?.("input, textarea, select")) return true;
  return event.key === " " && Boolean(at.closest?.("button, summary"));
}
