"""Every Gorinto event the rules allow, listed without asking the check that refuses."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import Any

from tests.brute.gorinto import Event, Game, line
from tests.brute.gorinto_header import SPACES


def gather_sets(game: Game, player: str, tile: str, cell: str) -> Iterator[tuple[Any, ...]]:
    """4.5 to 4.7: of all subsets of what lies in the Pattern those that are as many as must be."""
    there = game.sources(tile, cell)
    due = min(game.understanding(player, tile), len(there))
    for size in range(len(there) + 1):
        if size == due:
            yield from itertools.combinations(there, size)


def places(game: Game) -> Iterator[Event]:
    """Every placement, with every set it may gather and every gift."""
    player = game.state["to_move"]
    for space, tile in game.state["path"].items():
        if tile is None:
            continue
        for cell in line(space):
            for taken in gather_sets(game, player, tile, cell):
                event = {"type": "place", "player": player, "from": space, "to": cell}
                event["take"] = list(taken)
                gathered = {game.tile_at(tile, cell, entry) for entry in taken}
                if game.mode == "partnership" and gathered:
                    for gift in sorted(gathered):
                        yield {**event, "give": gift}
                else:
                    yield event


def legal(game: Game) -> list[Event]:
    """Every event that is due in `place`, `burrow` (no skipped tokens), `remove`, `chit` and
    `coin`; `fill` and `kitsune`, of which there are too many, are not listed.
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


def ways_to_stop(game: Game) -> list[Event]:
    """Every `resign` and `abandon` that is legal."""
    if game.state["phase"] == "over":
        return []
    may_resign = game.mode != "standard" or len(game.roles) == 2
    roles = game.roles if may_resign else []
    return [*({"type": "resign", "role": role} for role in roles), {"type": "abandon"}]


def number_of_fills(game: Game) -> int:
    """How many different fills the bag allows."""
    ways = {0: 1}  # tiles laid so far: in how many ways the elements counted so far can lie
    spaces = len(game.free_spaces())
    for left in game.state["bag"].values():
        more: dict[int, int] = {}
        for laid, count in ways.items():
            for drawn in range(min(left, spaces - laid) + 1):
                there = math.comb(spaces - laid, drawn)
                more[laid + drawn] = more.get(laid + drawn, 0) + count * there
        ways = more
    return ways[spaces]
