"""Take the pictures of README.md from a running demo: `make demo`, then `make pictures`."""

import io
import os
import sys
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
SITE = f"http://127.0.0.1:{os.environ.get('PORT', '8000')}"
WINDOW = {"width": 1280, "height": 800}
WIDTH, COLOURS = 960, 256
TOUR_DONE = "localStorage.setItem('replay-tour', 'done')"


def save(page: Page, name: str) -> None:
    """Save what is on the screen: smaller, with few colours, which suits flat drawings."""
    page.wait_for_timeout(1000)  # until pictures and charts are drawn
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    picture = picture.resize(
        (WIDTH, picture.height * WIDTH // picture.width), Image.Resampling.LANCZOS
    )
    picture = picture.quantize(COLOURS, kmeans=2, dither=Image.Dither.NONE)
    path = FOLDER / f"{name}.png"
    picture.save(path, optimize=True)
    print(f"{path.name}: {path.stat().st_size // 1024} KiB")


def replay(page: Page) -> None:
    """Show a finished Goryō game in the chase, as the Samurai see it."""
    games = page.request.get(f"{SITE}/api/v1/games/?kind=goryo&edition=2024").json()["games"]
    longest = max((game for game in games if game["finished"]), key=lambda game: game["n_events"])
    page.goto(
        f"/games/{longest['id']}/?step={longest['n_events'] * 2 // 3}&as=samurai&belief=uniform"
    )
    save(page, "replay")


def statistics(page: Page) -> None:
    """Show the statistics of Goryō."""
    page.goto("/stats/goryo/?simulated=all")
    save(page, "statistics")


def upload(page: Page) -> None:
    """Show a log with two mistakes in the workbench."""
    page.goto("/upload/?template=goryo-2024&example=yes")
    page.wait_for_selector("form[data-ready]", state="attached")
    text = (
        page.input_value("#upload-text").replace("sniff", "snif", 1).replace("draw ", "draw x", 1)
    )
    page.click(".cm-content")
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(text)
    page.keyboard.press("Control+Home")
    page.keyboard.press("F8")
    page.wait_for_selector(".problems li")
    save(page, "upload")


def main() -> None:
    """Take all pictures, or those named."""
    shots = {"replay": replay, "statistics": statistics, "upload": upload}
    with sync_playwright() as playwright:
        path = os.environ.get("CHROMIUM", "/usr/bin/chromium")
        browser = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-gpu"]
        )
        context = browser.new_context(base_url=SITE, viewport=WINDOW, reduced_motion="reduce")
        context.add_init_script(TOUR_DONE)
        for name in sys.argv[1:] or shots:
            shots[name](context.new_page())
        browser.close()


if __name__ == "__main__":
    main()
