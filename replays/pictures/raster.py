"""Pictures as PNG, by one renderer and one font on every machine."""

import re
from functools import cache
from importlib import resources

from .letters import FAMILY, drawable

TEXT = re.compile(r"(<(?:text|tspan)[^>]*>)([^<]*)")
TITLE = re.compile(r"<title>[^<]*</title>")
LARGEST = 4096
"""Pixels of a side."""


@cache
def fonts() -> tuple[str, ...]:
    """The files of the font."""
    held = resources.files(__package__) / "fonts"
    return tuple(str(held / f"DejaVuSansCondensed-{cut}.ttf") for cut in ("Regular", "Bold"))


def png(svg: str, wide: int) -> bytes:
    """A picture of `wide` pixels, as high as the SVG asks. Letters that the font does not have are
    drawn as squares. Raises ValueError where the SVG cannot be drawn.
    """
    import resvg_py

    plain = TITLE.sub("", svg)
    plain = TEXT.sub(lambda m: m[1] + _drawn(m[2]), plain)
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=plain,
            width=min(wide, LARGEST),
            skip_system_fonts=True,
            font_files=list(fonts()),
            font_family=FAMILY,
            sans_serif_family=FAMILY,
        )
    )


def _drawn(escaped: str) -> str:
    """Escaped text with what can be drawn; `&amp;` and its like are plain letters and stay."""
    return drawable(escaped)
