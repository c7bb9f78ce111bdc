"""`/rules/<game>/<rule>.svg`: the position that a rule is about, drawn from a scene of the game."""

from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from games.registry import judge
from replays.access.limits import MIB
from replays.pictures.board import WIDE, board_height, board_svg
from replays.pictures.step import THEMES
from replays.reads.cache import BoundedCache

from . import address, share_drawing
from .replay_drawing import Drawing, draw_replay
from .share_pictures import SVG

LOGS = {
    "goryo": """
[Game "goryo"]
[Edition "2024"]

bind mask
haunt vase b4
plan b4 b3 b2 c2 > c3
green move c2; green sniff c3 yes
discover
plan c3 b3 b2 c2 > d2
green search yes
red move d2
discover
draw helmet; draw urn
""",
    "gorinto": """
[Game "gorinto"]
[P1 "Ann"]
[P2 "Bo"]
[Start "p2"]
[Goals "g7 g5"]
[Keys "water fire"]
[Row1 "wind.fire earth.fire fire.wind void.void water.earth"]
[Row2 "wind.water earth.fire.water void.earth.fire wind.earth.wind earth.earth"]
[Row3 "water.void void.water.earth water.earth.water.earth fire.wind.fire fire.void"]
[Row4 "void.earth fire.water.water wind.water.fire wind.wind.fire water.earth"]
[Row5 "wind.wind void.water earth.earth fire.earth earth.fire"]

fill fire void fire wind water / wind water water void void
p2 void 4 > d4 take e5
p1 water 2 > d2 take a2
p2 fire a > a2 take a1 a4
burrow 5
""",
    "kyoto": """
[Game "kyoto"]

deal oniwaban shrine market residence wild defend swap
deal government shrine castle residence residence bait tunnel
deploy oniwaban a1=2f b1=3r c1=0f d1=1f e1=3f c2=2r
deploy government a6=1f b6=3f c6=2r d6=0f e6=3r c5=2f
market c2 d3; draw shrine
residence c5 d4; draw wild
residence d3 d4; conflict 2f won; draw market
bait shrine; draw castle charge
shrine d4 e5; spring shrine e4; draw castle
""",
}
"""A short log of each game."""
STEPS = {
    "goryo": {"2.1": 0, "3.2": 2, "4.1": 3, "5.3": 4, "5.4": 5, "6.5": 6, "6.6": 11},
    "gorinto": {"2.2": 0, "2.3": 1, "4.2": 2, "4.4": 4, "5.2": 5},
    "kyoto": {"2.1": 0, "3.2": 4, "5.2": 5, "6.1": 9, "6.4": 10, "8.6": 15},
}
"""The step of that log that shows a rule, by game and rule."""
_drawings: BoundedCache[Drawing] = BoundedCache(max_count=8, max_bytes=4 * MIB)
_pictures: BoundedCache[bytes] = BoundedCache(max_count=128, max_bytes=16 * MIB)


class RulePicture(NamedTuple):
    """A picture as a page shows it: its caption, size, and what is on it."""

    caption: str
    board: str
    width: int
    height: int


def _drawing(slug: str) -> Drawing:
    def make() -> Drawing:
        replay = next(judge(LOGS[slug].encode())).replay
        if replay is None:
            raise ValueError(f"the log of {slug} is refused")
        return draw_replay(slug, replay, "omniscient")

    return _drawings.get((slug, get_language()), make, lambda drawn: len(drawn.data))


def picture_of(slug: str, rule: str) -> RulePicture | None:
    """Return the picture of a rule; None if it has none."""
    step = STEPS.get(slug, {}).get(rule)
    if step is None:
        return None
    drawing = _drawing(slug)
    height = int(board_height(share_drawing.shown(drawing, step)))
    return RulePicture(drawing.frames[step]["sentence"], drawing.scene["title"], int(WIDE), height)


@require_safe
@address.refused_as_text
@cache_control(public=True, max_age=3600)
@gzip_page
def rule_picture(request: HttpRequest, slug: str, rule: str) -> HttpResponse:
    """Return the picture of a rule as SVG."""
    theme = address.one_of(request, "theme", THEMES, THEMES[0])
    if (picture := picture_of(slug, rule)) is None:
        raise Http404

    def make() -> bytes:
        shown = share_drawing.shown(_drawing(slug), STEPS[slug][rule])
        return board_svg(shown, picture.caption, share_drawing.sheet(), theme).encode()

    key = (slug, rule, theme, get_language())
    return HttpResponse(_pictures.get(key, make, len), SVG)
