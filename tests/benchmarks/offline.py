"""Recording without a connection, in Chromium: what is downloaded, how long the rules take to
start, and the time from a tap to the frame with the new screen.

Prints a JSON object. Sizes are those of the compressed responses. `start` is a first start,
`restart` one with compiled modules; both also with the processor throttled to a quarter, as on a
phone of the middle class, in the page instead of a worker: workers can't be throttled. For each
game, `tap` is the time of a tap on a button, and `processor` the processor time of the browser for
each tap.
"""

import json
import os
import statistics
import time
from pathlib import Path
from typing import Any

from games.registry import KINDS
from tests.benchmarks.http import running_site
from tests.benchmarks.page import CHROMIUM
from tests.benchmarks.rooms import TAP, UNLIMITED

TAPS = 60
THROTTLE = 4
READY = "#offline[data-ready]"
PATIENCE = 600_000
IN_PAGE = """async (config) => {
  const began = performance.now();
  const { loadPyodide } = await import(`${config.python}pyodide.mjs`);
  const py = await loadPyodide({ indexURL: config.python });
  const loaded = performance.now();
  const archive = await (await fetch(config.archive)).arrayBuffer();
  py.unpackArchive(archive, "zip", { extractDir: "/bundle" });
  py.runPython("import sys; sys.path.insert(0, '/bundle'); import rooms.offline.console");
  return { load: loaded - began, rules: performance.now() - loaded };
}"""
"""Starts the interpreter and the rules in a page."""


def processor_seconds(pids: set[int]) -> float:
    """Return the processor time of processes."""
    total = 0
    for pid in pids:
        stat = Path(f"/proc/{pid}/stat")
        if stat.exists():
            fields = stat.read_text().rpartition(")")[2].split()
            total += int(fields[11]) + int(fields[12])
    return total / os.sysconf("SC_CLK_TCK")


def renderers() -> set[int]:
    """Return the processes of pages, with their workers."""
    found = set()
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        if b"--type=renderer" in path.read_bytes():
            found.add(int(path.parent.name))
    return found


def sizes(page: Any) -> dict[str, float]:
    """Return the compressed sizes of the files, in MB."""
    config = json.loads(page.locator("#offline-data").inner_text())
    found: dict[str, float] = {}
    for url in [*config["interpreter"], config["rules"]]:
        answer = page.request.get(url, headers={"Accept-Encoding": "gzip"})
        size = int(answer.headers.get("content-length", len(answer.body())))
        found[f"size.{url.rpartition('/')[2].split('-')[0]}"] = size / 1e6
    found["size.total"] = sum(found.values())
    return found


def throttled(page: Any) -> dict[str, float]:
    """Return the times of a start in a page whose processor is throttled."""
    config = json.loads(page.locator("#offline-data").inner_text())
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": THROTTLE})
    before, began = processor_seconds(renderers()), time.monotonic()
    times = page.evaluate(IN_PAGE, {"python": config["python"], "archive": config["rules"]})
    figures = {f"throttled.{name}_ms": value for name, value in times.items()}
    figures["throttled.wall_s"] = time.monotonic() - began
    figures["throttled.processor_s"] = processor_seconds(renderers()) - before
    return figures


def start(page: Any, name: str) -> dict[str, float]:
    """Return the time until the rules run, and the processor time of it."""
    before, began = processor_seconds(renderers()), time.monotonic()
    page.wait_for_selector(READY, state="attached", timeout=PATIENCE)
    figures = {f"{name}.wall_s": time.monotonic() - began}
    figures[f"{name}.processor_s"] = processor_seconds(renderers()) - before
    return figures


def taps(page: Any, slug: str) -> dict[str, float]:
    """Return the times of taps on buttons in a game."""
    page.goto("/record/offline/")
    page.wait_for_selector(READY, state="attached", timeout=PATIENCE)
    page.locator(f'[data-kind="{slug}"]').click()
    page.locator(f"#new-{slug}").get_by_role("button", name="Start recording").click()
    page.wait_for_selector("#recording .recorder[data-version]")
    before = processor_seconds(renderers())
    times = [row["ms"] for row in page.evaluate(TAP, TAPS)]
    used = processor_seconds(renderers()) - before
    return {
        f"{slug}.n": len(times),
        f"{slug}.tap_ms.p50": statistics.median(times),
        f"{slug}.tap_ms.p95": statistics.quantiles(times, n=20)[-1],
        f"{slug}.processor_ms": used * 1000 / len(times),
    }


def main() -> None:
    """Print all figures."""
    from playwright.sync_api import sync_playwright

    os.environ |= UNLIMITED
    with running_site() as port, sync_playwright() as running:
        flags = ["--no-sandbox", "--disable-gpu"]
        browser = running.chromium.launch(executable_path=CHROMIUM, args=flags)
        address = f"http://127.0.0.1:{port}"
        context = browser.new_context(base_url=address, viewport={"width": 390, "height": 844})
        page = context.new_page()
        page.goto("/record/offline/")
        figures = sizes(page)
        page.locator("#rules-get").click()
        figures |= start(page, "start")
        page.wait_for_function("caches.has('kifu-compiled')", timeout=PATIENCE)
        page.reload()
        figures |= start(page, "restart")
        for slug in KINDS:
            figures |= taps(page, slug)
        context.close()
        bare = browser.new_context(base_url=address, bypass_csp=True)
        page = bare.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto("/record/offline/")
        figures |= throttled(page)
        browser.close()
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
