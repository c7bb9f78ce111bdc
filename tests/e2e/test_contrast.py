"""The contrast of every text, measured in rendered pixels: at least 4.5:1, or 3:1 from 24 px.

The ground is the most frequent colour around a text in a picture of the page, the ink is the
computed colour over that ground. axe (`test_axe.py`) reads style sheets only, and no text of SVG.
"""

from collections import Counter
from io import BytesIO
from operator import sub
from typing import Any, NamedTuple

import pytest
from django.core.management import call_command
from PIL import Image

from replays.models import Game
from tests.e2e.conftest import Tabs
from tests.unit.analytics.conftest import count_logs
from tests.unit.analytics.logs import varied
from tests.unit.replay_page.samples import stored
from tests.unit.replay_page.test_kyoto_table import played

Colour = tuple[int, int, int]
LARGE = 24
"""From this size in pixels, less contrast is enough."""
NEAR, MOST_INK = 12, 0.3
"""Levels by which the ink of a letter may differ; the least share of other colours."""
TEXTS = """() => {
  const LEFT_OUT = "script, noscript, option, svg.board, :disabled, .visually-hidden";
  const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const channels = (colour) => {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data];
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const parent = node.parentElement;
    const text = node.data.trim();
    if (!text || parent.closest(LEFT_OUT)) continue;
    if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const style = getComputedStyle(parent);
    if (style.clipPath === "inset(50%)") continue; // for screen readers only
    const inSvg = parent instanceof SVGElement;
    let opacity = 1;
    for (let el = parent; el; el = el.parentElement) opacity *= getComputedStyle(el).opacity;
    const [red, green, blue, alpha] = channels(inSvg ? style.fill : style.color);
    const scale = inSvg ? parent.getScreenCTM().a : 1;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = [...range.getClientRects()].find(({ width, height }) => width > 1 && height > 1);
    if (!box || box.bottom + scrollY <= 0) continue; // off the page until it has the focus
    found.push({
      text: text.slice(0, 40), ink: [red, green, blue], alpha: (alpha / 255) * opacity,
      size: parseFloat(style.fontSize) * scale,
      box: [box.left + scrollX, box.top + scrollY, box.right + scrollX, box.bottom + scrollY],
    });
  }
  return found;
}"""
"""All texts that are seen, with ink, size and the box of their first line. Pieces of boards carry
their own colours, and disabled controls need no contrast (WCAG 1.4.3).
"""
PAGES = (
    *("/style/", "/", "/games/", "/games/?player=nobody", "/upload/", "/players/", "/data/"),
    *("/stats/", "/rules/", "/rules/goryo/", "/rules/kyoto/?q=nothing", "/log-format/", "/names/"),
    "/no/such/page/",
)


class Text(NamedTuple):
    """A text of a page with its contrast."""

    words: str
    size: float
    ratio: float

    @property
    def is_readable(self) -> bool:
        """Whether the contrast is enough for the size."""
        return self.ratio >= (3 if self.size >= LARGE else 4.5)


def luminance(colour: Colour) -> float:
    """Return the relative luminance as WCAG defines it."""
    scaled = [channel / 255 for channel in colour]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in scaled]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast ratio of two colours."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def ground(image: Image.Image, box: list[float], ink: Colour) -> Colour:
    """Return the most frequent colour in a box, without the ink: on a gradient, no colour of the
    ground is as frequent as the ink. If nearly all is ink, the text can't be seen on its ground.
    """
    left, top, right, bottom = (round(side) for side in box)
    area = image.crop((left, top, max(right, left + 1), max(bottom, top + 1)))
    counts = Counter[Any]({c: n for n, c in area.getcolors(area.width * area.height) or ()})
    for colour in [c for c in counts if max(map(abs, map(sub, c, ink))) <= NEAR]:
        del counts[colour]
    is_seen = counts.total() >= MOST_INK * area.width * area.height
    return max(counts, key=lambda colour: counts[colour]) if is_seen else ink


def texts(page: Any) -> list[Text]:
    """Measure all texts of a page."""
    page.evaluate("document.fonts.ready")
    png = page.screenshot(full_page=True, animations="disabled", caret="hide")
    image = Image.open(BytesIO(png)).convert("RGB")
    found = []
    for text in page.evaluate(TEXTS):
        under, alpha = ground(image, text["box"], tuple(text["ink"])), text["alpha"]
        pairs = zip(text["ink"], under, strict=True)
        red, green, blue = (round(alpha * ink + (1 - alpha) * below) for ink, below in pairs)
        found.append(Text(text["text"], text["size"], contrast((red, green, blue), under)))
    return found


def faults(page: Any, where: str) -> list[str]:
    """Return the texts of a page with too little contrast."""
    measured = texts(page)
    assert measured, where
    return [f"{where}: {t.ratio:.2f} for {t.words!r}" for t in measured if not t.is_readable]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_has_enough_contrast(tabs: Tabs, game: Game, scheme: str) -> None:
    call_command("sweep_games", verbosity=0)
    page = tabs.new(color_scheme=scheme, reduced_motion="reduce")
    found = []
    for address in (*PAGES, f"{game.get_absolute_url()}share/"):
        page.goto(address)
        found += faults(page, f"{address} {scheme}")
    tabs.take_faults()  # Chromium reports the missing page
    assert not found, "\n".join(found)


def test_text_is_read_with_forced_colours(tabs: Tabs, game: Game) -> None:
    count_logs(varied(6))
    kyoto = stored(played("ruri", "a"), "kyotogame001")
    places = (
        ("/stats/goryo/spaces/", ".heat"),
        ("/stats/goryo/", ".verdict"),
        (f"{kyoto.get_absolute_url()}?step=4", ".hand-row .kcard"),
        (game.get_absolute_url(), ".types"),
    )
    page = tabs.new(color_scheme="dark", forced_colors="active", reduced_motion="reduce")
    found = []
    for address, drawn in places:
        page.goto(address)
        assert page.locator(drawn).first.is_visible(), address
        found += faults(page, address)
    assert not found, "\n".join(found)


def test_faint_text_is_found(page: Any) -> None:
    page.goto("/rules/")
    page.evaluate("document.querySelector('h1').style.color = '#c9c0ae'")
    page.evaluate("document.querySelector('.docs-lead').style.opacity = '.5'")
    found = faults(page, "")
    assert len(found) == 2, found
