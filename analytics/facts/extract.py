"""From a stored log to what it adds: the engine replays it, the game's `facts` say what counts."""

from typing import Any, NamedTuple

from games.core.errors import EngineFault
from games.registry import get_kind, read_replay


class Extract(NamedTuple):
    """A game's facts, and the version of the counting rules that made them."""

    facts_version: int
    value: dict[str, Any]


def extract(canonical: str) -> Extract:
    """The facts of a stored game.

    Raises EngineFault where a log that was once accepted does not replay any more: ours, never the
    uploader's.
    """
    try:
        replay = read_replay(canonical)
    except ValueError as error:
        raise EngineFault("a stored game does not replay any more") from error
    kind = get_kind(replay.record.kind)
    return Extract(kind.facts_version, kind.facts(replay))


def facts_version(kind: str) -> int:
    """The version of a game's counting rules now. Raises KeyError for an unknown kind."""
    return get_kind(kind).facts_version
