"""Announcing changes of games, for those who follow them (`replays.signals.games_changed`)."""

from collections import defaultdict
from collections.abc import Iterable

from replays.models import Game
from replays.signals import games_changed

STORED, CHANGED, REMOVED = "stored", "changed", "removed"
Announcement = tuple[Game, str, str]
"""A game, and what happened to it for its owners, and for everyone."""


def announce(changes: Iterable[Announcement]) -> None:
    """Send the signal for each kind of change, within the transaction of the changes."""
    groups: defaultdict[tuple[str, str], list[Game]] = defaultdict(list)
    for game, own, public in changes:
        groups[own, public].append(game)
    for (own, public), games in groups.items():
        games_changed.send(sender=Game, own=own, public=public, games=games)


def for_everyone(game: Game, change: str) -> str:
    """Return a change as everyone may know it: nothing of hidden and unfinished games."""
    return change if game.is_visible and game.is_finished else ""
