// The page of a branch: choices open in place, the scroll position is restored after an event, and "branch from here"
// follows the current step. Without this script all of it works as links and forms.

import { forgetOwn } from "./own.js";

const root = document.querySelector(".replay");

function fromHere(step) {
  const link = root.querySelector("[data-from-here]");
  if (!link) return; // the page of the game was put in place
  const address = new URL(link.href);
  address.searchParams.set("step", step);
  link.href = address.pathname + address.search;
  link.querySelector("[data-from-step]").textContent = step;
}

async function choose(link) {
  const play = document.querySelector("#play");
  play.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(link.href, { credentials: "same-origin" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.querySelector("#play");
    if (!fresh) throw new Error("The page has no part to play on.");
    const step = root.querySelector("[data-now]").textContent;
    play.replaceWith(document.adoptNode(fresh));
    fromHere(step);
    document.querySelector("#play-title").focus({ preventScroll: true });
  } catch {
    location.assign(link.href); // the page shows the problem, or works as without scripts
  }
}

root.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-choose]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  choose(link);
});

root.addEventListener("submit", (event) => {
  if (event.defaultPrevented) return; // sent in place
  if (event.submitter?.value === "delete") forgetOwn(root);
  if (event.target.method === "post") sessionStorage.setItem("replay-scroll", `${location.pathname} ${scrollY}`);
});

root.addEventListener("step", (event) => fromHere(event.detail));
