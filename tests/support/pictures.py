"""Pictures in tests that request many of them: equal drawings are rendered once.

The renderer makes the same bytes of the same drawing (`tests/unit/share/test_pictures.py`), and
takes most of the time of such a request.
"""

from functools import cache

import pytest

from analytics.web import images, player_card
from replays.pictures import film, raster
from replays.web import share_films, share_pictures


@cache
def png(svg: str, wide: int) -> bytes:
    """Return what the renderer returns; rendered once in this process."""
    return raster.png(svg, wide)


_encoded = cache(film.encoded)


def render_once(patch: pytest.MonkeyPatch) -> None:
    """Let all views use these functions."""
    for module in (share_films, share_pictures, images, player_card):
        patch.setattr(module, "png", png)
    patch.setattr(film, "encoded", _encoded)
