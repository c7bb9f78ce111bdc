"""Check the events before turn 1 (rules page, section 3)."""

from collections import Counter

from games.core.language import Items, text
from games.core.rules import Violation
from games.kyoto.rules import components
from games.kyoto.rules.checks import (
    THE,
    out_of_turn,
    unknown_card,
    unknown_identity,
    unknown_space,
)
from games.kyoto.rules.events import Charisma, Deal, Deploy
from games.kyoto.rules.state import Phase, State, setup_role


def deal(state: State, event: Deal) -> Violation | None:
    """Check a first hand (3.1)."""
    if state.phase is not Phase.DEAL or event.role != setup_role(state):
        return out_of_turn(state, event)
    if refusal := unknown_card(event.cards, components.CARDS):
        return refusal
    if (
        components.count_sites(event.cards) != components.FIRST_SITES
        or len(event.cards) != components.FIRST_SITES + components.FIRST_TACTICS
    ):
        return Violation(
            "3.1", "wrong_hand", text("A first hand is four Site cards and two Tactics.")
        )
    for card, number in Counter(event.cards).items():
        if number > components.DECK[card]:
            message = text('The deck has fewer "{card}" cards than this hand.', card=card)
            return Violation("3.1", "too_many", message)
    return None


def deploy(state: State, event: Deploy) -> Violation | None:
    """Check a deployment (3.2)."""
    if state.phase is not Phase.DEPLOY or event.role != setup_role(state):
        return out_of_turn(state, event)
    spaces = [space for space, _ in event.agents]
    identities = [identity for _, identity in event.agents]
    if refusal := unknown_space(*spaces) or unknown_identity(*identities):
        return refusal
    starts = state.setup.board.starts[event.role]
    if sorted(spaces) != list(starts) or sorted(identities) != list(components.IDENTITIES):
        message = text("Put the six different agents on the starts {starts}.", starts=Items(starts))
        return Violation("3.2", "wrong_deployment", message)
    return None


def charisma(state: State, event: Charisma) -> Violation | None:
    """Check the choice of a Charisma card (3.3, 3.4)."""
    if state.phase is not Phase.CHARISMA or event.role != setup_role(state):
        return out_of_turn(state, event)
    refusal = unknown_card((event.card,), components.CHARISMA_CARDS)
    if refusal := refusal or unknown_card((event.site,), components.SITE_CARDS):
        return refusal
    if event.card not in charisma_choices(state, event.role):
        message = text(
            'The card "{card}" is not available to {side}.', card=event.card, side=THE[event.role]
        )
        return Violation("3.3", "not_to_choose", message)
    if (event.site is not None) != (event.card == components.RURI) or event.site == components.WILD:
        message = text("Name a colour for Ruri, and only for Ruri.")
        return Violation("3.4", "ruri_site", message)
    return None


def charisma_choices(state: State, role: str) -> tuple[str, ...]:
    """Return the cards that a side may choose (3.3)."""
    is_free = state.setup.ruleset.neutral and not state.has_charisma(
        components.GOVERNMENT, components.RURI
    )
    return (*components.CHARISMA[role], components.RURI) if is_free else components.CHARISMA[role]
