// Runs before the page is drawn, so that a stored choice of colours never flashes. The only script that blocks.
(function () {
  "use strict";
  try {
    const stored = window.localStorage.getItem("theme");
    if (stored === "light" || stored === "dark") document.documentElement.dataset.theme = stored;
  } catch (error) {
    if (!(error instanceof DOMException)) throw error; // storage is barred: the system's choice stands
  }
})();
