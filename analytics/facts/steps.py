"""From a stored log to the rows of its steps in open data, and the digest of its play."""

from collections.abc import Iterator
from math import log2
from typing import Any, NamedTuple

from games.core.errors import EngineFault
from games.core.play import play_of
from games.core.replay import Replay
from games.registry import get_kind, read_replay

DIGITS = 6
"""Decimals of bits in open data."""


class Steps(NamedTuple):
    """The digest of a game's play, and a row for each step (`analytics.dumps.fields`)."""

    play_digest: str
    rows: list[dict[str, Any]]


def steps_of(canonical: str) -> Steps:
    """Return the steps of the log of a finished game. Raises EngineFault where an accepted log no
    longer replays.
    """
    try:
        replay = read_replay(canonical)
    except ValueError as error:
        raise EngineFault("a stored log no longer replays") from error
    play = play_of(replay.record, get_kind(replay.record.kind).log.play)
    return Steps(play.digest, list(_rows(replay)))


def _rows(replay: Replay) -> Iterator[dict[str, Any]]:
    counting = get_kind(replay.record.kind).counting
    for step, facts in zip(replay.steps, counting.step_facts(replay), strict=False):
        row = {
            "step": step.number,
            "type": step.entry.plain["type"],
            "actor": facts.actor,
            "marks": list(facts.marks),
        }
        for side in counting.secrets:
            possible = facts.possible.get(side)
            row[f"possible_{side}"] = possible
            row[f"bits_{side}"] = round(log2(possible), DIGITS) if possible else None
        yield row
