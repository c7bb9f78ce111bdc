"""What a reader who sees no colours can tell apart: pieces, tiles, verdicts."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from analytics.insight import verdicts
from analytics.insight.verdicts import Verdict
from games.core.replay import Replay
from games.registry import get_kind

from .gorinto_samples import game_of
from .samples import SPIRITS, replay_of
from .test_kyoto_table import played

ROOT = Path(settings.BASE_DIR)
SYMBOLS = ROOT / "replays/templates/replays/replay_symbols"
SYMBOL = re.compile(r'<symbol id="sym-([\w-]+)"[^>]*>(.*?)</symbol>', re.DOTALL)
KEYS = ("CLEAR", "LIKELY", "OPEN", "AHEAD", "BEHIND", "EVEN", "CANNOT_TELL")
GAMES = {
    "goryo": lambda: replay_of(SPIRITS),
    "gorinto": lambda: game_of("solo-normal"),
    "kyoto": lambda: played("ruri", "a"),
}


def shapes(slug: str) -> dict[str, str]:
    """Return the drawings of a game's symbols without their classes, which colour them."""
    texts = (SYMBOLS / f"{name}.svg" for name in ("shared", slug))
    found = (pair for path in texts for pair in SYMBOL.findall(path.read_text("utf-8")))
    return {name: re.sub(r' class="[^"]*"', "", drawing) for name, drawing in found}


@pytest.mark.parametrize("slug", list(GAMES))
def test_pieces_of_a_game_differ_without_their_colours(slug: str) -> None:
    replay: Replay = GAMES[slug]()
    scene, drawn = get_kind(slug).display.scene(replay.record), shapes(slug)
    pieces = [
        (drawn[piece["symbol"]], piece["letter"], piece.get("ring", ""))
        for piece in scene["pieces"]
    ]
    assert len(pieces) > 1
    assert len(set(pieces)) == len(pieces)
    tiles = [drawn[f"tile-{tile['id']}"] for tile in scene.get("tiles", ())]
    assert len(set(tiles)) == len(tiles)


def test_verdicts_differ_without_their_colours() -> None:
    keys = [getattr(verdicts, name) for name in KEYS]
    assert len({Verdict(key).word for key in keys}) == len(keys)
    sheet = (ROOT / "goryo_site/static/site/site.css").read_text("utf-8")
    marks = {}
    for key in keys:
        rule = re.search(rf"\.verdict\.{key}::before {{([^}}]*)}}", sheet)
        assert rule, key
        marks[key] = re.sub(r"var\(--[\w-]+\)", "colour", rule[1])
    assert len(set(marks.values())) == len(marks)
