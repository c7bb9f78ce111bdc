"""Checks that many events share: turn (4.7), names (2.1, 2.3, 2.4), depth (log-format page)."""

from collections.abc import Iterable
from typing import Any

from games.core.findings import LOG_FORMAT, did_you_mean, show
from games.core.rules import Violation
from games.kyoto.rules.board import KNOWN
from games.kyoto.rules.events import EVENT_NAMES
from games.kyoto.rules.state import OVER, State
from games.kyoto.rules.words import IDENTITIES


def out_of_turn(state: State, event: Any) -> Violation:
    """Nothing comes out of turn (4.7)."""
    name = EVENT_NAMES[type(event)]
    due = "the game is over" if state.phase is OVER else f"{state.phase.value} is due"
    return Violation("4.7", "out_of_turn", f"{name} is out of turn: {due}.")


def unknown_space(*spaces: str | None) -> Violation | None:
    """The first name that is no space (2.1)."""
    for space in spaces:
        if space is not None and space not in KNOWN:
            return Violation("2.1", "unknown_space", f"There is no space {show(space)}.")
    return None


def unknown_identity(*identities: str | None) -> Violation | None:
    """The first name that is no identity (2.3)."""
    for identity in identities:
        if identity is not None and identity not in IDENTITIES:
            message = f"There is no identity {show(identity)}; there are {', '.join(IDENTITIES)}."
            return Violation("2.3", "unknown_identity", message)
    return None


def unknown_card(cards: Iterable[str | None], known: tuple[str, ...]) -> Violation | None:
    """The first name that is no card of those the field can hold (2.4)."""
    for card in cards:
        if card is not None and card not in known:
            message = f"{show(card)} is no card that can stand here.{did_you_mean(card, known)}"
            return Violation("2.4", "unknown_card", message)
    return None


def not_recorded(state: State, what: str) -> Violation:
    """A field that the other depth records."""
    message = f"A {state.setup.depth} log has no such {what}."
    return Violation(LOG_FORMAT, "other_depth", message)
