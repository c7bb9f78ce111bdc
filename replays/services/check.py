"""Looking without keeping: what would become of these bytes."""

import time
from dataclasses import dataclass

from replays.limits import limits
from replays.models import Game
from replays.pipeline import Draft, drafts_of
from replays.store import known_games

from .errors import TooLarge


@dataclass(frozen=True, slots=True)
class Checked:
    """The games looked at, those of them that are here already (by digest), and whether that was
    all of the file.
    """

    drafts: tuple[Draft, ...]
    known: dict[str, Game]
    is_complete: bool


def check(data: bytes, sender: str = "") -> Checked:
    """Judge without storing anything; stops after a number of games or seconds. Raises TooLarge.

    `sender` is the key of who asks: a game that may still be going on is told to be here only to
    who sent it.
    """
    pace = limits()
    if len(data) > pace.max_bytes:
        raise TooLarge(pace.max_bytes)
    ends = time.monotonic() + pace.check_seconds
    drafts: list[Draft] = []
    is_complete = True
    for draft in drafts_of(data, sender):
        if len(drafts) >= pace.check_games or time.monotonic() > ends:
            is_complete = False
            break
        drafts.append(draft)
    known = {d: game for d, game in known_games(drafts).items() if game.withdrawn_at is None}
    return Checked(tuple(drafts), known, is_complete)
