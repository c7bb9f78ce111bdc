// Saying to a screen reader what a step says, in the one live region of the page: once, when the keys rest, and in play only
// where there is time to hear it.

const REST = 120; // milliseconds: of a key held down only the last step is said
const A_LETTER = 55; // milliseconds that a letter takes to be said, at a usual speed

/** Gives `tell(words, every)`: `every` are the milliseconds to the next words, 0 where none will come by themselves. */
export function openTeller(root) {
  const region = root.querySelector("#told");
  let timer = 0;
  return (words, every = 0) => {
    clearTimeout(timer);
    if (every && words.length * A_LETTER > every) return;
    timer = setTimeout(() => {
      if (region.textContent === words) region.textContent = ""; // the same again is news too
      region.textContent = words;
    }, REST);
  };
}
