// The tour of the replay page: a few sentences on the first replay that a browser opens. It is no dialog: the page works meanwhile.

import { memory } from "./keys.js";

const DONE = "replay-tour"; // key in localStorage

function openTour(strip) {
  const visible = (selector) => [...document.querySelectorAll(selector)].find((part) => part.checkVisibility?.() ?? true);
  const steps = [...strip.querySelectorAll("[data-tour-step]")].filter((step) => visible(step.dataset.tourStep) || step.remove());
  const [count, said] = [strip.querySelector("[data-tour-count]"), strip.querySelector("[data-tour-said]")];
  const button = (name) => strip.querySelector(`[data-tour-go=${name}]`);
  const next = button("next").textContent;
  let now = 0;

  function unmark() {
    document.querySelector(".tour-target")?.classList.remove("tour-target");
  }
  function show(number, isByUser) {
    now = number;
    steps.forEach((step, index) => { step.hidden = index !== now; });
    count.textContent = count.dataset.tourCount.replace("{n}", now + 1).replace("{all}", steps.length);
    button("back").disabled = now === 0;
    button("next").textContent = now === steps.length - 1 ? button("next").dataset.end : next;
    unmark();
    visible(steps[now].dataset.tourStep)?.classList.add("tour-target");
    if (isByUser) said.textContent = steps[now].textContent;
  }
  function end() {
    unmark();
    const hadFocus = strip.contains(document.activeElement);
    strip.hidden = true;
    if (hadFocus) document.querySelector("[data-go=forward]").focus({ preventScroll: true });
    memory(() => localStorage.setItem(DONE, "done"));
  }
  const goals = {
    back: () => now > 0 && show(now - 1, true),
    next: () => (now === steps.length - 1 ? end() : show(now + 1, true)),
    end,
  };
  strip.addEventListener("click", (event) => goals[event.target.closest("[data-tour-go]")?.dataset.tourGo]?.());
  strip.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    end();
  });
  return (isByUser) => {
    strip.hidden = false;
    show(0, isByUser);
    if (isByUser) button("next").focus();
  };
}

const strip = document.querySelector("[data-tour]");
if (strip) {
  const start = openTour(strip);
  document.querySelector("[data-tour-start]")?.addEventListener("click", () => {
    document.querySelector("dialog.keys").close();
    start(true);
  });
  const hasNotice = document.querySelector(".own-notice") !== null; // it needs the room, and the tour can wait
  if (!hasNotice && memory(() => localStorage.getItem(DONE)) === null && memory(() => localStorage.length) !== null) start(false);
}
