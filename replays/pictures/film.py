"""Animated clips: steps one after another, as GIF or WebP."""

from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from PIL import Image

FORMS = ("gif", "webp")
COLOURS = 256
LAST_FACTOR = 2
"""The last step is shown this many times as long."""


def film(pictures: Sequence[bytes], form: str, milliseconds: int) -> bytes:
    """Return an endless clip of PNG pictures of one size, each shown for `milliseconds`.

    A GIF has one palette, of its first, middle and last picture, so that colours don't flicker.
    """
    from PIL import Image

    images = [Image.open(BytesIO(picture)).convert("RGB") for picture in pictures]
    options: dict[str, Any] = {"lossless": True, "quality": 20, "method": 1}
    if form == "gif":
        palette = _palette(images)
        images = [i.quantize(palette=palette, dither=Image.Dither.NONE) for i in images]
        options = {}
    durations = [milliseconds] * (len(images) - 1) + [milliseconds * LAST_FACTOR]
    options |= {"save_all": True, "append_images": images[1:], "duration": durations, "loop": 0}
    clip = BytesIO()
    images[0].save(clip, form.upper(), **options)
    return clip.getvalue()


def _palette(images: Sequence["Image.Image"]) -> "Image.Image":
    """Return an image with a palette for the first, the middle and the last image."""
    from PIL import Image

    chosen = (images[0], images[len(images) // 2], images[-1])
    wide, high = images[0].size
    sheet = Image.new("RGB", (wide, high * len(chosen)))
    for n, image in enumerate(chosen):
        sheet.paste(image, (0, high * n))
    return sheet.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
