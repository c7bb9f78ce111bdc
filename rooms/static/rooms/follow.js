// Following a table: a stream sends the numbers of new versions, and the page fetches its screen when there is one.

const RETRY = 3000; // milliseconds after a failure
const POLL = 10_000; // the same if the stream was refused, because its network has too many: then the page polls

/** Follows the table of a page. `pause()` returns a promise while the screen must stay, else null; `show(text)` shows a screen, and
 * `close()` that there is no table any more. */
export function follow(root, { headers, pause, show, close }) {
  const { events } = root.dataset;
  const shown = () => Number(root.dataset.version);
  let [stream, newest, isFetching] = [null, 0, false];

  async function update() {
    if (isFetching) return;
    isFetching = true;
    while (shown() < newest) {
      const waiting = pause();
      if (waiting) await waiting;
      else await fetchScreen();
    }
    isFetching = false;
  }

  const request = () => fetch(location.pathname + location.search, { headers, credentials: "same-origin", cache: "no-store" });

  async function poll() {
    const answer = await request().catch(() => null); // without a network, the next time
    if (answer?.status === 404) return end();
    const version = Number((await answer?.text())?.match(/ data-version="(\d+)"/)?.[1] ?? 0);
    newest = Math.max(newest, version);
    await update();
    return listen();
  }

  async function fetchScreen() {
    try {
      const answer = await request();
      const text = await answer.text();
      if (answer.status === 404 || answer.status === 409) return end(); // closed, or the rules engine refuses its events
      if (!answer.ok) throw new TypeError("The screen is not available.");
      if (!pause()) show(text);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // the network failed
      await new Promise((done) => setTimeout(done, RETRY));
    }
  }

  function end() {
    stream.close();
    newest = 0;
    close();
  }

  function listen() {
    const address = new URL(events, location.href);
    address.searchParams.set("since", `c${shown()}`);
    stream = new EventSource(address);
    stream.addEventListener("version", ({ data }) => {
      newest = Math.max(newest, JSON.parse(data).version);
      update();
    });
    stream.addEventListener("closed", end);
    stream.addEventListener("error", () => {
      if (stream.readyState === EventSource.CLOSED) setTimeout(poll, POLL);
    });
  }

  listen();
  addEventListener("pagehide", () => stream.close());
}
