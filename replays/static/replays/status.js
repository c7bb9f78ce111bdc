// Status page: follows the progress of the upload until it is complete, then opens the replay or shows the list.
// It requests the progress after each event of a stream; without a stream, it polls.

const pause = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000));
const cards = [...document.querySelectorAll("[data-status]")];
const QUIET = 10; // seconds between requests while a stream is open: events can't say that a worker stopped

function show(card, status) {
  const sentence = card.querySelector("[data-sentence]");
  if (sentence.textContent !== status.message) sentence.textContent = status.message; // announced only when it changes
  for (const count of card.querySelectorAll("[data-count]")) count.textContent = status[count.dataset.count];
  const bar = card.querySelector("progress");
  if (bar?.max > 1) bar.value = Math.min(status.n_read, bar.max);
}

// Several streams could use all connections that a browser has to one site.
function listen(card) {
  if (cards.length > 1 || !window.EventSource) return { wait: pause, close() {} };
  const stream = new EventSource(card.dataset.events);
  let hasNews = false;
  let wake = () => {};
  for (const name of ["progress", "done", "removed"]) {
    stream.addEventListener(name, () => {
      hasNews = true;
      wake();
    });
  }
  const wait = async (seconds) => {
    const silent = stream.readyState === EventSource.OPEN ? QUIET : seconds;
    if (!hasNews) await Promise.race([new Promise((done) => (wake = done)), pause(silent)]);
    hasNews = false;
  };
  return { wait, close: () => stream.close() };
}

async function follow(card) {
  let failures = 0;
  const news = listen(card);
  for (;;) {
    try {
      const answer = await fetch(card.dataset.status, { headers: { Accept: "application/json" }, cache: "no-store" });
      if (answer.status === 404) return null;
      if (!answer.ok) throw new Error(String(answer.status));
      const status = await answer.json();
      failures = 0;
      show(card, status);
      if (!status.poll_seconds) {
        news.close();
        return status;
      }
      await news.wait(status.poll_seconds);
    } catch {
      failures += 1;
      card.querySelector("[data-sentence]").textContent = card.dataset.lost;
      await pause(Math.min(30, 2 ** failures));
    }
  }
}

const settled = await Promise.all(cards.map(follow));
const game = settled.length === 1 && document.querySelectorAll("[data-upload-card]").length === 1 ? settled[0]?.game : null;
const isNew = game && settled[0].n_stored === 1;
window.location.replace(isNew ? game.url : window.location.href.split("#")[0]);
