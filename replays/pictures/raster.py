"""Rendering pictures as PNG, with the same renderer and font on every machine."""

import re
from functools import cache
from importlib import resources

from .letters import FAMILY, drawable

TEXT = re.compile(r"(<(?:text|tspan)[^>]*>)([^<]*)")
TITLE = re.compile(r"<title>[^<]*</title>")
MAX_WIDTH = 4096
"""Pixels."""


@cache
def fonts() -> tuple[str, ...]:
    """Return the paths of the font files."""
    folder = resources.files(__package__) / "fonts"
    return tuple(str(folder / f"DejaVuSansCondensed-{cut}.ttf") for cut in ("Regular", "Bold"))


def png(svg: str, wide: int) -> bytes:
    """Render an SVG, `wide` pixels wide. Letters that the font does not have become squares. Raises
    ValueError if the SVG is invalid.
    """
    import resvg_py

    # Entities such as `&amp;` are plain letters, so escaped text stays valid.
    plain = TEXT.sub(lambda m: m[1] + drawable(m[2]), TITLE.sub("", svg))
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=plain,
            width=min(wide, MAX_WIDTH),
            skip_system_fonts=True,
            font_files=list(fonts()),
            font_family=FAMILY,
            sans_serif_family=FAMILY,
        )
    )
