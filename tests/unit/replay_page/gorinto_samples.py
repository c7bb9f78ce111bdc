"""Games of Gorinto for the tests of drawing: of bots in every mode, and one by hand."""

import json
from functools import lru_cache
from itertools import cycle, islice
from typing import Any

from games.core.replay import Replay
from games.gorinto.rules.editions import RULESETS
from games.registry import replay
from tests.support.engine import bot_game
from tests.unit.replays.logs import json_log

from .samples import replay_of

MODES = tuple(RULESETS)
LANDSCAPES = ("", "-waves", "-mesa", "-lake", "-hill")
CELLS = [column + row for row in "12345" for column in "abcde"]
ELEMENTS = ("void", "wind", "fire", "water", "earth")
PEAK = "2222223332234322333222222"

DRAWN = ["wind", "water", "fire", "earth", "void", "fire", "water", "fire", "water", "water"]


@lru_cache(maxsize=32)
def game_of(mode: str, seed: int = 1) -> Replay:
    """A whole game between bots; landscapes take turns."""
    name = mode + LANDSCAPES[(MODES.index(mode) + seed) % len(LANDSCAPES)]
    return replay(bot_game("gorinto", name, seed))


@lru_cache(maxsize=64)
def changed(mode: str, cut: int | None = None, *more: str) -> Replay:
    """The same game broken off after `cut` events, and then with more events (as JSON)."""
    log = dict(game_of(mode).record.plain())
    log["events"] = [*log["events"][:cut], *map(json.loads, more)]
    return replay_of(json.dumps(log))


def by_hand(*events: dict[str, Any], **header: Any) -> Replay:
    """A game of two on the peak: reading row by row, void, wind, fire, water and earth come in
    turn from the lowest tile of a1 on. So a1 is void, wind and b1 fire, water.
    """
    tiles = cycle(ELEMENTS)
    mountain = {c: [*islice(tiles, int(n))] for c, n in zip(CELLS, PEAK, strict=True)}
    goals = {"goals": ["g1", "g10"], "keys": ["void", "wind"], "start": "p2"}
    players = [{"role": "p1", "name": "Ann"}, {"role": "p2", "name": "Bo"}]
    parts = {"ruleset": {}, "players": players, "setup": {"mountain": mountain, **goals}, **header}
    return replay_of(json.dumps(json_log(game="gorinto", **parts, events=[FILL, *events])))


FILL = {"type": "fill", "path": dict(zip("abcde12345", DRAWN, strict=True))}


def place(player: str, source: str, to: str, *take: str | int, **more: Any) -> dict[str, Any]:
    """A placement."""
    return {"type": "place", "player": player, "from": source, "to": to, "take": [*take], **more}
