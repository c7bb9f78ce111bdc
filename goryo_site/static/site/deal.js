// Steps of two games side by side, in place: the page of the step is fetched, and its boards replace those that are shown.

const NAMES = { ArrowLeft: "previous", ArrowRight: "next", Home: "start", End: "end" };

async function show(link) {
  const response = await fetch(link.href);
  if (!response.ok) {
    location.assign(link.href);
    return;
  }
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const shown = document.querySelector("[data-pair]");
  const name = link.dataset.step;
  shown.replaceChildren(...page.querySelector("[data-pair]").childNodes);
  history.replaceState(null, "", link.href);
  (shown.querySelector(`a[data-step="${name}"]`) ?? shown.querySelector("a[data-step]"))?.focus({ preventScroll: true });
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-pair] a[data-step]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  show(link);
});

document.addEventListener("keydown", (event) => {
  if (!event.target.closest("[data-pair]") || event.ctrlKey || event.metaKey || event.altKey) return;
  const link = document.querySelector(`[data-pair] a[data-step="${NAMES[event.key]}"]`);
  if (!link) return;
  event.preventDefault();
  show(link);
});
