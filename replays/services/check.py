"""Looking without keeping: what would become of these bytes."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

from replays.access.limits import limits
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
    """Judge one file without storing anything: see `check_all`. Raises TooLarge."""
    return check_all([data], sender)[0]


def check_all(files: Sequence[bytes], sender: str = "") -> list[Checked]:
    """Judge files sent together without storing anything. Looks at so many games of each, and so
    long at all of them together, but at one game of the first in any case. Raises TooLarge.

    `sender` is the key of who asks: a game that may still be going on is told to be here only to
    who sent it.
    """
    pace = limits()
    if sum(len(data) for data in files) > pace.max_bytes:
        raise TooLarge(pace.max_bytes)
    ends = time.monotonic() + pace.check_seconds
    found = []
    for number, data in enumerate(files):
        is_due = number > 0 and time.monotonic() > ends
        found.append(Checked((), {}, False) if is_due else _check(data, sender, ends))
    return found


def _check(data: bytes, sender: str, ends: float) -> Checked:
    most = limits().check_games
    drafts: list[Draft] = []
    is_complete = True
    for draft in drafts_of(data, sender, with_hints=True):
        if drafts and (len(drafts) >= most or time.monotonic() > ends):
            is_complete = False
            break
        drafts.append(draft)
    known = {d: game for d, game in known_games(drafts).items() if game.withdrawn_at is None}
    return Checked(tuple(drafts), known, is_complete)
