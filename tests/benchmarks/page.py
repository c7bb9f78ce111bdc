"""Size of the replay page, its server time and the time of a redraw after a key press, over HTTP
with gunicorn and SQLite, compared with a trivial view.

A page is *cold* at the first request in a server process and *warm* at the second. The size is
everything that a browser with an empty cache receives (gzip). Prints a JSON object; without
Chromium it contains only times.
"""

import http.client
import json
import os
import shutil
import statistics
import time
from collections import Counter
from typing import Any
from urllib.parse import urlsplit

from tests.benchmarks.http import ask, running_site
from tests.benchmarks.logs import bot_games

GAMES = 40
"""Games of each kind, in all its rulesets."""
TRIVIAL = "/healthz/web"
"""A view with one database query and the same middleware."""
STEPS = 200
CHROMIUM = os.environ.get("CHROMIUM") or next(
    filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser"))),
    None,
)
PRESS = """(steps) => {
  const now = () => document.querySelector("[data-now]").textContent;
  const press = (key) => document.body.dispatchEvent(
    new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
  const last = Number(document.querySelector("#seek").max);
  const times = [];
  let key = "ArrowRight";
  for (let i = 0; i < steps; i++) {
    if (Number(now()) >= last) key = "ArrowLeft";
    if (Number(now()) <= 0) key = "ArrowRight";
    const before = now();
    const began = performance.now();
    press(key);
    document.querySelector(".replay").getBoundingClientRect();
    times.push(performance.now() - began);
    if (now() === before) throw new Error(`${key} did nothing at ${before} of ${last}`);
  }
  return times;
}"""
"""Steps with the arrow keys; returns the time from each press to the new layout."""

SWITCHES = 24
SWITCH = """async (switches) => {
  const root = document.querySelector(".replay");
  const view = () => root.dataset.view;
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  const drawn = () => new Promise((done) => requestAnimationFrame(() => {
    const after = new MessageChannel();
    after.port1.onmessage = done;
    after.port2.postMessage(0);
  }));
  const changed = () => new Promise((done) => {
    const changes = new MutationObserver(() => done(changes.disconnect()));
    changes.observe(root, {attributeFilter: ["data-view"]});
  });
  const finished = () => new Promise((done) => root.addEventListener("view", done, {once: true}));
  const times = [];
  for (let i = 0; i < switches; i++) {
    await pause(60);
    const before = view();
    const [change, lists] = [changed(), finished()];
    const began = performance.now();
    document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "f", bubbles: true}));
    const isCached = view() !== before;
    const frame = drawn();  // before the page requests one, so without its work after the frame
    await change;
    await (isCached ? frame : drawn());
    const board = performance.now() - began;
    await lists;
    await drawn();
    times.push({isCached, board, whole: performance.now() - began});
    if (view() === before) throw new Error(`the view ${before} stayed`);
  }
  return times;
}"""
"""Changes of the view. Returns for each the time from the key to after the frame with the board of
the other view, to after the frame with its lists, and whether the view had been shown before.
"""


def percentiles(times: list[float]) -> dict[str, float]:
    """Median and 95th percentile."""
    return {"p50": statistics.median(times), "p95": statistics.quantiles(times, n=20)[-1]}


def fetch(connection: http.client.HTTPConnection, path: str) -> float:
    """Get a page like a browser; return the milliseconds. Raises ValueError on failure."""
    start = time.perf_counter()
    connection.request("GET", path, headers={"Accept-Encoding": "gzip", "Accept": "text/html"})
    answer = connection.getresponse()
    answer.read()
    took = (time.perf_counter() - start) * 1000
    if answer.status != 200:
        raise ValueError(f"{path} answered {answer.status}")
    return took


def server_times(port: int, pages: list[str]) -> dict[str, dict[str, float]]:
    """Request the trivial view and each page, cold and then warm."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    fetch(connection, TRIVIAL)
    times = [[fetch(connection, path) for path in (TRIVIAL, page, page)] for page in pages]
    connection.close()
    columns = map(list, zip(*times, strict=True))
    found = dict(zip(("trivial", "cold", "warm"), map(percentiles, columns), strict=True))
    for name in ("cold", "warm"):
        found[name]["ratio"] = found[name]["p50"] / found["trivial"]["p50"]
    return found


def in_browser(browser: Any, port: int, path: str) -> dict[str, Any]:
    """Return the size of a page by type for an empty cache, and the times of redraws.

    Raises ValueError if the page requests another host.
    """
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page, received = context.new_page(), list[Any]()

    def receive(request: Any) -> None:  # Playwright cannot mark a method of a list
        received.append(request)

    page.on("requestfinished", receive)
    page.goto(f"http://127.0.0.1:{port}{path}", wait_until="networkidle")
    page.wait_for_selector(".replay[data-ready]", state="attached")
    weights: Counter[str] = Counter()
    for request in received:
        if urlsplit(request.url).netloc != f"127.0.0.1:{port}":
            raise ValueError(f"{path} requests {request.url}")
        weights[request.resource_type] += request.sizes()["responseBodySize"]
    presses = page.evaluate(PRESS, STEPS)
    has_views = page.locator("[data-side]").count() > 1
    switches = page.evaluate(SWITCH, SWITCHES) if has_views else []
    context.close()
    return {"weights": weights, "presses": presses, "switches": switches}


def pages_of(port: int) -> dict[str, list[str]]:
    """Upload games; return the addresses of their pages by kind, also with possible positions."""
    from games.registry import KINDS

    found: dict[str, list[str]] = {}
    for slug, kind in KINDS.items():
        pages = found[slug] = []
        for game in bot_games(slug, kind.identity.rulesets, GAMES, "page"):
            body = json.loads(ask(port, "POST", "/api/v1/games/", 201, game.encode()))
            pages.append(f"/games/{body['id']}/?step={len(json.loads(game)['events']) // 2}")
        if kind.display.priors:
            view, prior = [*kind.identity.roles][-1], next(iter(kind.display.priors))
            found[f"{slug}.belief"] = [f"{page}&as={view}&belief={prior}" for page in pages]
    return found


def measure(port: int) -> dict[str, float]:
    """Return all figures of the site at a port."""
    figures: dict[str, float] = {}
    all_pages = pages_of(port)
    for name, pages in all_pages.items():
        for state, values in server_times(port, pages).items():
            for key, value in values.items():
                figures[f"{name}.{state}.{key}{'' if key == 'ratio' else '_ms'}"] = value
    if CHROMIUM is None:
        return figures
    from playwright.sync_api import sync_playwright

    with sync_playwright() as running:
        flags = ["--no-sandbox", "--disable-gpu"]
        browser = running.chromium.launch(executable_path=CHROMIUM, args=flags)
        for name, pages in all_pages.items():
            results = [in_browser(browser, port, page) for page in pages[:5]]
            weights = max((result["weights"] for result in results), key=Counter.total)
            figures[f"{name}.gzip_kb"] = weights.total() / 1000
            for media_type, weight in weights.items():
                figures[f"{name}.gzip_kb.{media_type}"] = weight / 1000
            presses = [press for result in results for press in result["presses"]]
            figures[f"{name}.key_press_ms"] = statistics.median(presses)
            figures |= switch_figures(name, [row for found in results for row in found["switches"]])
        browser.close()
    return figures


def switch_figures(name: str, switches: list[dict[str, float]]) -> dict[str, float]:
    """Return the figures of the changes of view of a page; none if it has one view."""
    cached = [row for row in switches if row["isCached"]]
    fetched = [row["board"] for row in switches if not row["isCached"]]
    if not cached or not fetched:
        return {}
    return {
        f"{name}.view_switch_ms": statistics.median(row["board"] for row in cached),
        f"{name}.view_switch_least_ms": min(row["board"] for row in cached),
        f"{name}.view_switch_whole_ms": statistics.median(row["whole"] for row in cached),
        f"{name}.view_fetch_ms": statistics.median(fetched),
        f"{name}.view_fetch_most_ms": max(fetched),
    }


def main() -> None:
    """Print all figures."""
    with running_site() as port:
        print(json.dumps(measure(port)))


if __name__ == "__main__":
    main()
