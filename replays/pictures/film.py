"""Films: steps one after the other, as animated GIF or WebP."""

from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import Image

FORMS = ("gif", "webp")
COLOURS = 256
REST = 2
"""How many times as long the last step is shown, before it begins again."""


def film(pictures: Sequence[bytes], form: str, pace: int) -> bytes:
    """The film of PNG pictures of one size, each shown for `pace` milliseconds, again and again.

    A GIF has one table of colours for all, made of its first, middle and last picture, so that
    nothing flickers.
    """
    from PIL import Image

    images = [Image.open(BytesIO(picture)).convert("RGB") for picture in pictures]
    pauses = [pace] * (len(images) - 1) + [pace * REST]
    found = BytesIO()
    if form == "gif":
        table = _table(images)
        images = [i.quantize(palette=table, dither=Image.Dither.NONE) for i in images]
        images[0].save(
            found, "GIF", save_all=True, append_images=images[1:], duration=pauses, loop=0
        )
    else:
        images[0].save(
            found,
            "WEBP",
            save_all=True,
            append_images=images[1:],
            duration=pauses,
            loop=0,
            lossless=True,
            quality=20,
            method=1,
        )
    return found.getvalue()


def _table(images: Sequence["Image.Image"]) -> "Image.Image":
    """A picture whose palette fits the first, the middle and the last."""
    from PIL import Image

    chosen = (images[0], images[len(images) // 2], images[-1])
    wide, high = images[0].size
    sheet = Image.new("RGB", (wide, high * len(chosen)))
    for n, image in enumerate(chosen):
        sheet.paste(image, (0, high * n))
    return sheet.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
