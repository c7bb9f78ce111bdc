"""Logs for the tests of drawing: written by hand, and random ones by seed."""

import random
from functools import lru_cache
from typing import Any

from games.core.replay import Replay
from games.registry import get_kind
from replays.models import Game, Seat
from replays.pipeline import drafts_of
from tests.support.engine import accepted, dump, judge_one
from tests.support.playouts import random_log

HEAD = """[Game "goryo"]
[Edition "{edition}"]
[Goryo "Jane"]
[Samurai "John"]
[Date "2026-11-20"]

"""

FIRST_CHASE = """bind {bound}
haunt vase b4
plan {plan} {{ {secret} }}
green move c2
green sniff c3 yes {{ a note of the chase }}
"""
"""To the last question of round 1; these plans fit it: SHORT and BENT, with any bound type but vase
and the target's.
"""

SHORT = "b4 b3 b2 c2 > c3"
BENT = "b4 b3 c3 c2 > c1"

SPIRITS = (
    HEAD.format(edition="2024")
    + FIRST_CHASE.format(bound="fan", plan=SHORT, secret="the first plan")
    + """green move c3
discover
draw helmet
plan c3 b3 b4 c4 > d4 ~e1
blue move c5
blue sniff c4 yes
green sniff b3 yes
discover
draw urn; draw flower
plan d4 d5 e5 f5 > f4
discover
"""
)
"""A whole game: the cat is met on her target, then plans through a wall (c4 to d4), then to a
sealed urn: three spirits.
"""


THREE_AT_C2 = (
    HEAD.format(edition="2024")
    + """bind fan
haunt vase c2
plan c2 c1 b1 b2 > b3
green move c2
red move d2; red move c2
discover
"""
)
"""Two Samurai and the pawn on one space."""


@lru_cache(maxsize=64)
def replay_of(log: str) -> Replay:
    """The replay of one log in text or JSON that must be accepted."""
    return accepted(log).replay


def first_chase(**parts: str) -> str:
    """The sample's first round up to the discovery, with a bound type, a plan and a note of it."""
    asked = {"bound": "fan", "plan": SHORT, "secret": "under his nose", "edition": "2024", **parts}
    return HEAD.format(**asked) + FIRST_CHASE.format(**asked)


@lru_cache(maxsize=1)
def random_replays(count: int = 60, seed: int = 20261128) -> tuple[Replay, ...]:
    """Random games of all editions, on the default board and on random ones, with mistakes; all
    accepted.
    """
    rng, found = random.Random(seed), []
    while len(found) < count:
        judged = judge_one(dump(random_log(rng)))
        if not judged.findings and judged.replay.steps:
            found.append(judged.replay)
    return tuple(found)


def stored(replay: Replay, public_id: str, **more: Any) -> Game:
    """The replay as a stored game."""
    draft = next(drafts_of(replay.record.canonical().encode()))
    game = Game.objects.create(**{**draft.game, "public_id": public_id, **more})
    Seat.objects.bulk_create(Seat(game=game, **seat) for seat in draft.seats)
    return game


def played(replay: Replay, view: str = "omniscient") -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Each step with its frame."""
    display = get_kind(replay.record.kind).display
    frames = display.frames(replay, view)[1:]
    return list(zip(display.steps(replay, view, False), frames, strict=True))
