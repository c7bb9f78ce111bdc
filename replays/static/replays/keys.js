// The keys of the replay page. They are off where keys mean something else: in fields, with modifiers, in an open dialog.

const DOES = {
  ArrowLeft: "back",
  ArrowRight: "forward",
  Home: "first",
  End: "last",
  PageUp: "section-back",
  PageDown: "section-forward",
  " ": "play",
  "+": "faster",
  "=": "faster",
  "-": "slower",
  b: "belief",
  B: "belief",
  ",": "marked-back",
  ".": "marked-forward",
  f: "side",
  F: "side",
  "?": "keys",
};

/** Calls `act(name)` for each key that means something on the page. */
export function listenToKeys(act) {
  document.addEventListener("keydown", (event) => {
    const name = DOES[event.key];
    if (!name || event.defaultPrevented || isElsewhere(event)) return;
    event.preventDefault();
    act(name);
  });
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
