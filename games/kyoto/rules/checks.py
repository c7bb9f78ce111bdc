"""Checks that many events share: turn (4.7), names (2.1, 2.3, 2.4), depth (log-format page)."""

from collections.abc import Iterable
from typing import Any

from games.core.findings import LOG_FORMAT, did_you_mean, show
from games.core.language import Items, Text, text
from games.core.language import gettext_noop as _
from games.core.rules import Violation
from games.kyoto.rules.board import SPACE_SET
from games.kyoto.rules.components import GOVERNMENT, IDENTITIES, ONIWABAN, SITE
from games.kyoto.rules.events import EVENT_NAMES
from games.kyoto.rules.state import Phase, State, setup_role

THE = {ONIWABAN: text("the Oniwaban"), GOVERNMENT: text("the Government")}
"""A side inside a message."""
_OUT_OF_TURN = {
    Phase.DEAL: _('"{event}" is not possible yet: deal the hand of {side} first.'),
    Phase.DEPLOY: _('"{event}" is not possible yet: {side} must deploy first.'),
    Phase.CHARISMA: _('"{event}" is not possible yet: {side} must choose a Charisma card first.'),
    Phase.PLAY: _('"{event}" is not possible now: {side} must play a card.'),
    Phase.CONFLICT: _('"{event}" is not possible now: resolve the conflict first.'),
    Phase.PUSH: _('"{event}" is not possible now: {side} must play the second half of the Charge.'),
    Phase.DECLARE: _('"{event}" is not possible now: {side} must declare.'),
    Phase.DRAW: _('"{event}" is not possible now: {side} must draw.'),
    Phase.OVER: _('"{event}" is not possible: the game is over.'),
}


def out_of_turn(state: State, event: Any) -> Violation:
    """Refuse an event that comes out of turn (4.7)."""
    name = EVENT_NAMES[type(event)]
    side = THE[setup_role(state) if state.active is None else state.active]
    message = text(_OUT_OF_TURN[state.phase], event=event.card if name == SITE else name, side=side)
    return Violation("4.7", "out_of_turn", message)


def unknown_space(*spaces: str | None) -> Violation | None:
    """Refuse the first name that is not a space (2.1)."""
    if SPACE_SET.issuperset(spaces):
        return None
    for space in spaces:
        if space is not None and space not in SPACE_SET:
            message = text('There is no space "{space}". Spaces are a1 to e6.', space=show(space))
            return Violation("2.1", "unknown_space", message)
    return None


def unknown_identity(*identities: str | None) -> Violation | None:
    """Refuse the first name that is not an identity (2.3)."""
    for identity in identities:
        if identity is not None and identity not in IDENTITIES:
            message = text(
                'There is no identity "{identity}". Identities are {identities}.',
                identity=show(identity),
                identities=Items(IDENTITIES),
            )
            return Violation("2.3", "unknown_identity", message)
    return None


def unknown_card(cards: Iterable[str | None], known: tuple[str, ...]) -> Violation | None:
    """Refuse the first name that is not one of the cards allowed in the field (2.4)."""
    for card in cards:
        if card is not None and card not in known:
            message = text('"{card}" is not a card that can be used here.', card=show(card))
            return Violation("2.4", "unknown_card", message + did_you_mean(card, known))
    return None


def wrong_depth(state: State, in_full: Text, in_table: Text) -> Violation:
    """Refuse a field that does not fit the depth of the log."""
    return Violation(LOG_FORMAT, "other_depth", in_full if state.setup.full else in_table)


def no_agent(role: str, space: str, rule: str) -> Violation:
    """Refuse a space without an agent of the side."""
    message = text("No agent of {side} stands on {space}.", side=THE[role], space=space)
    return Violation(rule, "no_agent", message)


def wrong_identity(space: str, identity: str, rule: str) -> Violation:
    """Refuse an identity that the agent cannot have."""
    message = text("The agent on {space} is not {identity}.", space=space, identity=identity)
    return Violation(rule, "wrong_identity", message)
