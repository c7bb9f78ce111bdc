"""Turns: who enters the next event where a game is recorded while it is played."""

from typing import NamedTuple

STOPS = frozenset({"resign", "abandon"})
"""Event types that end a game of any kind. They can be entered at any time before the end."""


class Turn(NamedTuple):
    """Who enters an event next: a role, or anyone at the table (None); and the event types.

    `is_secret`: what can be entered, or what was entered, is hidden from other views, so that only
    this role may see the choices. `known_to`: where each side has its own phone, only this role
    enters what anyone could enter, because a refusal can depend on its secrets.
    """

    role: str | None
    types: frozenset[str]
    is_secret: bool = False
    known_to: str | None = None
