"""Naive lists of the legal events of Gorinto, without the check of events."""

import itertools
import math
from collections.abc import Iterator
from typing import Any

from tests.brute.gorinto import Event, Game, line
from tests.brute.gorinto_header import SPACES


def choices(game: Game) -> Iterator[tuple[str, str, str, list[Any], int]]:
    """Yield space, tile, cell, what can be gathered and how much must be (4.5 to 4.7)."""
    for space, tile in game.state["path"].items():
        for cell in line(space) if tile else ():
            sources = game.sources(tile, cell)
            due = min(game.understanding(game.state["to_move"], tile), len(sources))
            yield space, tile, cell, sources, due


def places(game: Game) -> Iterator[Event]:
    """Yield every placement, with every set of tiles to gather and every gift."""
    for space, tile, cell, sources, due in choices(game):
        for taken in itertools.combinations(sources, due):
            event = {"type": "place", "player": game.state["to_move"], "from": space, "to": cell}
            event["take"] = list(taken)
            gathered = {game.tile_at(tile, cell, entry) for entry in taken}
            gifts = sorted(gathered) if game.mode == "partnership" else []
            yield from [{**event, "give": gift} for gift in gifts] or [event]


def legal(game: Game) -> list[Event]:
    """Return the legal events in the phases `place`, `burrow` (without skipped tokens), `remove`,
    `chit` and `coin`. There are too many in `fill` and `kitsune`.
    """
    state, phase = game.state, game.state["phase"]
    full = [space for space in SPACES if state["path"][space] is not None]
    if phase == "place":
        return list(places(game))
    if phase == "burrow":
        return [{"type": "burrow", "tokens": [space]} for space in full]
    if phase == "remove":
        return [{"type": "remove", "player": state["to_move"], "from": space} for space in full]
    if phase == "chit":
        left = [number for number in (1, 2, 3, 4, 5) if number not in state["solo"]["chits"]]
        return [{"type": "chit", "number": number} for number in left]
    if phase == "coin":
        return [{"type": "coin", "side": "heads"}, {"type": "coin", "side": "tails"}]
    return []


def stopping_events(game: Game) -> list[Event]:
    """Return every legal `resign` and `abandon`."""
    if game.state["phase"] == "over":
        return []
    may_resign = game.mode != "standard" or len(game.roles) == 2
    roles = game.roles if may_resign else []
    return [*({"type": "resign", "role": role} for role in roles), {"type": "abandon"}]


def number_of_fills(game: Game) -> int:
    """Return the number of different fills from the bag."""
    layouts = {0: 1}  # number of tiles laid → layouts of the elements counted so far
    spaces = len(game.free_spaces())
    for left in game.state["bag"].values():
        more: dict[int, int] = {}
        for laid, count in layouts.items():
            for drawn in range(min(left, spaces - laid) + 1):
                choices = math.comb(spaces - laid, drawn)
                more[laid + drawn] = more.get(laid + drawn, 0) + count * choices
        layouts = more
    return layouts[spaces]
