"""Pictures of pages, compared with references in `tests/e2e/visual/`.

References have half the size and few colours, so that they are small, and so that the small
differences between versions of Chromium disappear. `make visual` writes them again.
"""

import os
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image, ImageChops

FOLDER = Path(__file__).parent / "visual"
IS_UPDATE = os.environ.get("UPDATE_VISUAL", "") not in ("", "0")
COLOURS = 256
LEVELS = 40
"""A pixel differs if a channel differs by more, of 256."""
SHARE = 0.001
"""The share of pixels that may differ."""
MASKED = "code, pre, kbd, textarea, .code, .ed-box"
"""Text in the monospaced font of the machine."""


def picture_of(target: Any, page: Any, **options: Any) -> Image.Image:
    """Return a picture of a page or an element in half its size."""
    page.evaluate("document.fonts.ready")
    options = {"animations": "disabled", "caret": "hide", **options}
    png = target.screenshot(mask=[page.locator(MASKED)], mask_color="#808080", **options)
    image = Image.open(BytesIO(png)).convert("RGB")
    return image.resize((image.width // 2, image.height // 2), Image.Resampling.BOX)


def reference(name: str) -> Image.Image:
    """Return the reference of a name."""
    return Image.open(FOLDER / f"{name}.png").convert("RGB")


def difference(image: Image.Image, other: Image.Image) -> float:
    """Return the share of pixels that differ: 1 if the pictures differ in size."""
    if image.size != other.size:
        return 1.0
    channels = ImageChops.difference(image, other).split()
    strongest = ImageChops.lighter(ImageChops.lighter(*channels[:2]), channels[2])
    counts = strongest.histogram()
    return sum(counts[LEVELS + 1 :]) / (image.width * image.height)


def check(image: Image.Image, name: str, folder: Path) -> list[str]:
    """Return what is wrong with a picture; write it and its difference to a folder for the reader.

    With UPDATE_VISUAL=1 it becomes the reference, unless it already equals it.
    """
    path = FOLDER / f"{name}.png"
    share = difference(image, reference(name)) if path.exists() else 1.0
    if share <= SHARE:
        return []
    if IS_UPDATE:
        image.quantize(COLOURS, kmeans=3).save(path, optimize=True)
        return []
    shown = folder / f"{name}.png"
    image.save(shown)
    if not path.exists():
        return [f"{name} has no reference. It is now {shown}; `make visual` stores it."]
    if image.size != reference(name).size:
        now, then = image.size, reference(name).size
        return [f"{name} is {now[0]}×{now[1]}, the reference {then[0]}×{then[1]}. See {shown}"]
    ImageChops.difference(image, reference(name)).save(folder / f"{name}-difference.png")
    return [f"{name}: {share:.2%} of the pixels differ. See {shown}"]
