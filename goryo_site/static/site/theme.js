// Runs before the first paint so that a stored theme does not flash. The only blocking script.
(function () {
  "use strict";
  try {
    const stored = window.localStorage.getItem("theme");
    if (stored === "light" || stored === "dark") document.documentElement.dataset.theme = stored;
  } catch (error) {
    if (!(error instanceof DOMException)) throw error; // storage is blocked: use the system theme
  }
})();
