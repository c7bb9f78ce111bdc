"""Rooms over HTTP with gunicorn and SQLite: the time from a tap to the new screen and from the
wish to record to the first event, and the events and processor time of many followers.

Prints a JSON object: for each game the time from a tap to after the frame with the new screen (also
that of the requests alone), and from the front page to the first recorded event, with its taps.
Then how many events the followers received and the processor time of the server. Raises ValueError
if a follower misses an event or gets one twice. Without Chromium it contains only the followers.
"""

import asyncio
import json
import os
import statistics
import time
from pathlib import Path
from typing import Any

from games.registry import KINDS
from tests.benchmarks.http import ask, running_site
from tests.benchmarks.page import CHROMIUM

TAPS = 120
STARTS = 20
ROOMS, FOLLOWERS = 200, 2
EVENTS: list[tuple[dict[str, Any], str | None]] = [
    ({"type": "bind", "object": "mask"}, "goryo"),
    ({"type": "haunt", "object": "vase", "space": "b4"}, None),
    ({"type": "plan", "route": ["b4", "b3", "b2", "c2"], "target": "c3"}, "goryo"),
    ({"type": "move", "samurai": "green", "to": "b3"}, None),
]
UNLIMITED = {
    **dict.fromkeys(("WRITE_RATE", "NEW_RATE", "OFFER_RATE", "ROOM_RATE", "STREAM_RATE"), ""),
    **dict.fromkeys(("STREAMS_MAX", "STREAMS_PER_CLIENT", "ROOMS_PER_ADDRESS"), "1000"),
    "ROOMS_PER_OWNER": "1000",
    "WEB_CLIENT_CONNECTIONS": "0",
}
TAP = """async (taps) => {
  const root = document.querySelector(".recorder");
  const drawn = () => new Promise((done) => requestAnimationFrame(() => {
    const after = new MessageChannel();
    after.port1.onmessage = done;
    after.port2.postMessage(0);
  }));
  const times = [];
  for (let i = 0; i < taps; i++) {
    const buttons = root.querySelectorAll("#play [name=event], #play [name=pick], .hand-over .main");
    if (!buttons.length) break;
    const changed = new Promise((done) => {
      const changes = new MutationObserver(() => root.querySelector("#replay-data") && done(changes.disconnect()));
      changes.observe(root, {childList: true});
    });
    performance.clearResourceTimings();
    const began = performance.now();
    buttons[(i * 7) % buttons.length].click();
    await changed;
    const frame = drawn();
    await frame;
    times.push({ms: performance.now() - began, request: performance.getEntriesByType("resource")[0]?.duration ?? 0});
    await new Promise((done) => setTimeout(done, 400));  // the moves on the board are fetched meanwhile
  }
  return times;
}"""  # noqa: E501
"""Taps on the buttons of a table, one after the other."""


def tap_times(browser: Any, port: int, slug: str) -> list[dict[str, float]]:
    """Open a table on a phone and tap; return the times."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{port}/record/?game={slug}")
    page.get_by_role("button", name="Start recording").click()
    page.wait_for_selector(".recorder")
    page.wait_for_load_state()
    times: list[dict[str, float]] = page.evaluate(TAP, TAPS)
    context.close()
    return times


def start_time(browser: Any, port: int, slug: str) -> tuple[float, int]:
    """Record the first event by taps, from the front page on; return the seconds and the taps."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    page, taps = context.new_page(), 4
    page.goto(f"http://127.0.0.1:{port}/")
    began = time.monotonic()
    page.locator("header summary").first.tap()
    page.get_by_role("link", name="Record", exact=True).locator("visible=true").first.tap()
    page.locator(f".record-kinds .g-{slug}").tap()
    page.get_by_role("button", name="Start recording").tap()
    page.wait_for_selector(".recorder")
    steps = page.locator(".room-moves li[value]")
    while not steps.count():
        page.evaluate("document.querySelector('.recorder').setAttribute('data-old', '')")
        page.locator(".hand-over .main, #play [name=event], #play [name=pick]").first.tap()
        page.locator(".recorder:not([data-old])").wait_for()
        taps += 1
    seconds = time.monotonic() - began
    context.close()
    return seconds, taps


def tap_figures(port: int) -> dict[str, float]:
    """Return the times of taps in each game."""
    from playwright.sync_api import sync_playwright

    figures: dict[str, float] = {}
    with sync_playwright() as running:
        flags = ["--no-sandbox", "--disable-gpu"]
        browser = running.chromium.launch(executable_path=CHROMIUM, args=flags)
        for slug in KINDS:
            starts = [start_time(browser, port, slug) for _ in range(STARTS)]
            figures[f"{slug}.start_s.p50"] = statistics.median(seconds for seconds, _ in starts)
            figures[f"{slug}.start_taps"] = statistics.median(taps for _, taps in starts)
            times = tap_times(browser, port, slug)
            figures[f"{slug}.n"] = len(times)
            for name, key in (("tap", "ms"), ("request", "request")):
                values = [row[key] for row in times]
                figures[f"{slug}.{name}_ms.p50"] = statistics.median(values)
                figures[f"{slug}.{name}_ms.p95"] = statistics.quantiles(values, n=20)[-1]
        browser.close()
    return figures


def processor_seconds() -> float:
    """Return the processor time of the processes that this one, or one of them, has started."""
    children = [int(pid) for pid in _children(os.getpid())]
    total = 0
    while children:
        pid = children.pop()
        children += [int(child) for child in _children(pid)]
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        total += int(fields[11]) + int(fields[12])
    return total / os.sysconf("SC_CLK_TCK")


def _children(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()


async def followed(port: int, code: str, is_ready: asyncio.Event, n_events: int) -> list[str]:
    """Return the ids of the events that a follower of a room gets, until there is the last one."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    path = f"/api/v1/rooms/{code}/events/"
    writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    ids: list[str] = []
    try:
        async with asyncio.timeout(120):
            while f"c{n_events}" not in ids:
                line = (await reader.readline()).decode()
                if not line:
                    raise ValueError(f"the stream of {code} ended")
                if line.startswith("id: "):
                    ids.append(line.removeprefix("id: ").strip())
                    is_ready.set()
            await asyncio.sleep(0.3)  # an event that comes twice comes soon
    finally:
        writer.close()
    return ids


async def follower_figures(port: int) -> dict[str, float]:
    """Follow many rooms at the same time, and change them."""
    rooms = [await asyncio.to_thread(_open, port) for _ in range(ROOMS)]
    ready = [asyncio.Event() for _ in range(ROOMS * FOLLOWERS)]
    codes = [room["code"] for room in rooms for _ in range(FOLLOWERS)]
    began, processor = time.monotonic(), processor_seconds()
    tasks = [
        asyncio.create_task(followed(port, code, event, len(EVENTS)))
        for code, event in zip(codes, ready, strict=True)
    ]
    await asyncio.gather(*(event.wait() for event in ready))
    opened = processor_seconds()
    for version, (event, role) in enumerate(EVENTS):
        for room in rooms:
            await asyncio.to_thread(_enter, port, room, version, event, role)
    received = await asyncio.gather(*tasks)
    wanted = [f"c{n}" for n in range(len(EVENTS) + 1)]
    wrong = [code for code, ids in zip(codes, received, strict=True) if ids != wanted]
    if wrong:
        raise ValueError(f"followers of {wrong[:3]} missed an event or got one twice")
    return {
        "followers.n": len(received),
        "followers.events": sum(map(len, received)) - len(received),
        "followers.seconds": time.monotonic() - began,
        "followers.open_processor_ms": (opened - processor) * 1000 / len(received),
        "followers.change_processor_ms": (processor_seconds() - opened) * 1000
        / (ROOMS * len(EVENTS)),
    }  # fmt: skip


def _open(port: int) -> Any:
    body = json.dumps({"game": "goryo", "ruleset": {"edition": "2024"}}).encode()
    return json.loads(ask(port, "POST", "/api/v1/rooms/", 201, body))


def _enter(port: int, room: Any, version: int, event: dict[str, Any], role: str | None) -> None:
    body = {"event": event, "version": version, **({"as": role} if role else {})}
    headers = {"Room-Key": room["recorder_key"]}
    path = f"/api/v1/rooms/{room['code']}/events/"
    ask(port, "POST", path, 201, json.dumps(body).encode(), headers)


def main() -> None:
    """Print all figures."""
    os.environ |= UNLIMITED
    with running_site() as port:
        figures = asyncio.run(follower_figures(port))
        if CHROMIUM is not None:
            figures = tap_figures(port) | figures
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
