// Announces steps to screen readers in the live region of the page: once no more keys are pressed, and during play only if
// there is enough time to read the text aloud.

const REST = 120; // milliseconds; while a key is held down, only the last step is announced
const LETTER = 55; // milliseconds to read a letter aloud at a usual speed

/** Returns `announce(text, interval)`: `interval` is the time to the next text in milliseconds, 0 if there is none. */
export function openAnnouncer(root) {
  const region = root.querySelector("#announcement");
  let timer = 0;
  return (text, interval = 0) => {
    clearTimeout(timer);
    if (interval && text.length * LETTER > interval) return;
    timer = setTimeout(() => {
      if (region.textContent === text) region.textContent = ""; // so that the same text is announced again
      region.textContent = text;
    }, REST);
  };
}
