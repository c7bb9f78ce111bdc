"""How heavy the replay page is, how long the server takes for it, and how long a key press takes to
redraw it: over HTTP with gunicorn and SQLite, beside a view that does next to nothing.

A page is *cold* the first time that the server process is asked for it, *warm* the second time.
The weight is all that a browser with an empty cache receives for it, as it is sent (gzip). Prints a
JSON object; without Chromium it has times alone.
"""

import http.client
import json
import random
import shutil
import statistics
import tempfile
import time
from typing import Any
from urllib.parse import urlsplit

from tests.benchmarks.http import ask, free_port, start_site

GAMES = 40
"""Of each kind, its rulesets by turns."""
TRIVIAL = "/healthz/web"
"""A view that asks the database one thing, through the same middleware."""
STEPS = 200
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
PRESS = """(steps) => {
  const now = () => document.querySelector("[data-now]").textContent;
  const press = (key) => document.body.dispatchEvent(
    new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
  const last = Number(document.querySelector("#seek").max);
  const times = [];
  let way = "ArrowRight";
  for (let i = 0; i < steps; i++) {
    if (Number(now()) >= last) way = "ArrowLeft";
    if (Number(now()) <= 0) way = "ArrowRight";
    const before = now();
    const began = performance.now();
    press(way);
    document.querySelector(".replay").getBoundingClientRect();
    times.push(performance.now() - began);
    if (now() === before) throw new Error(`${way} did nothing at ${before} of ${last}`);
  }
  return times;
}"""
"""Steps with the arrow keys; a time runs from the press to the page laid out anew."""


def percentiles(times: list[float]) -> dict[str, float]:
    """Median and 95th percentile."""
    return {"p50": statistics.median(times), "p95": statistics.quantiles(times, n=20)[-1]}


def made_games(slug: str) -> list[bytes]:
    """Games between bots, the same every time."""
    from games.registry import get_kind, simulate

    rulesets = get_kind(slug).identity.rulesets
    return [
        simulate(slug, rulesets[n % len(rulesets)], f"page:{n}", random.Random(f"page:{n}"))
        .canonical()
        .encode()
        for n in range(GAMES)
    ]


def fetch(connection: http.client.HTTPConnection, path: str) -> float:
    """Milliseconds from asking for a page to all of it, as a browser asks. Raises ValueError."""
    start = time.perf_counter()
    connection.request("GET", path, headers={"Accept-Encoding": "gzip", "Accept": "text/html"})
    answer = connection.getresponse()
    answer.read()
    took = (time.perf_counter() - start) * 1000
    if answer.status != 200:
        raise ValueError(f"{path} answered {answer.status}")
    return took


def server_times(port: int, pages: list[str]) -> dict[str, Any]:
    """Each page cold and then warm, and the view that does nothing before each of them."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    times: dict[str, list[float]] = {"trivial": [], "cold": [], "warm": []}
    fetch(connection, TRIVIAL)
    for page in pages:
        times["trivial"].append(fetch(connection, TRIVIAL))
        times["cold"].append(fetch(connection, page))
        times["warm"].append(fetch(connection, page))
    connection.close()
    found: dict[str, Any] = {name: percentiles(some) for name, some in times.items()}
    for name in ("cold", "warm"):
        found[name]["ratio"] = found[name]["p50"] / found["trivial"]["p50"]
    return found


def in_browser(browser: Any, port: int, path: str) -> dict[str, Any]:
    """What one page weighs for a browser that has nothing yet, by sort, and its redraws. Raises
    ValueError where it asks another host for anything.
    """
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page, received = context.new_page(), []
    page.on("requestfinished", lambda request: received.append(request))
    page.goto(f"http://127.0.0.1:{port}{path}", wait_until="networkidle")
    page.wait_for_selector(".replay[data-ready]", state="attached")
    weights: dict[str, int] = {}
    for request in received:
        if urlsplit(request.url).netloc != f"127.0.0.1:{port}":
            raise ValueError(f"{path} asks {request.url}")
        sort = request.resource_type
        weights[sort] = weights.get(sort, 0) + request.sizes()["responseBodySize"]
    presses = page.evaluate(PRESS, STEPS)
    context.close()
    return {"weights": weights, "presses": presses}


def pages_of(port: int) -> dict[str, list[str]]:
    """Games uploaded, and the addresses of their pages: of each kind, and with what could be known
    where something is hidden.
    """
    from games.registry import KINDS

    found: dict[str, list[str]] = {}
    for slug, kind in KINDS.items():
        places = []
        for game in made_games(slug):
            status, content = ask(port, "POST", "/api/v1/games/", game)
            if status != 201:
                raise ValueError(f"upload answered {status}: {content[:300]!r}")
            body = json.loads(content)
            places.append((f"/games/{body['id']}/", len(json.loads(game)["events"]) // 2))
        found[slug] = [f"{place}?step={middle}" for place, middle in places]
        if kind.display.priors:
            view, prior = [*kind.identity.roles][-1], next(iter(kind.display.priors))
            found[f"{slug}.belief"] = [
                f"{place}?step={middle}&as={view}&belief={prior}" for place, middle in places
            ]
    return found


def measure(port: int) -> dict[str, float]:
    """All figures of the site at a port."""
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
        browser = running.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        for name, pages in all_pages.items():
            seen = [in_browser(browser, port, page) for page in pages[:5]]
            weights = [sum(one["weights"].values()) for one in seen]
            figures[f"{name}.gzip_kb"] = max(weights) / 1000
            for sort, weight in seen[weights.index(max(weights))]["weights"].items():
                figures[f"{name}.gzip_kb.{sort}"] = weight / 1000
            figures[f"{name}.key_press_ms"] = statistics.median(
                press for one in seen for press in one["presses"]
            )
        browser.close()
    return figures


def main() -> None:
    """Measure, and print."""
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        site = start_site(folder, port)
        try:
            figures = measure(port)
        finally:
            site.terminate()
            site.wait(timeout=30)
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
