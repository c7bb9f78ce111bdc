"""What a log may hold before turn 1 (rules page, section 3)."""

from collections import Counter

from games.core.rules import Violation
from games.kyoto.rules.checks import out_of_turn, unknown_card, unknown_identity, unknown_space
from games.kyoto.rules.events import Charisma, Deal, Deploy
from games.kyoto.rules.state import CHARISMA, DEAL, DEPLOY, State
from games.kyoto.rules.words import (
    CARDS,
    CHARISMA_CARDS,
    DECK,
    FIRST_SITES,
    FIRST_TACTICS,
    GOVERNMENT,
    IDENTITIES,
    ONIWABAN,
    RURI,
    SITE_CARDS,
    WILD,
    sites_in,
)
from games.kyoto.rules.words import CHARISMA as CHARISMA_OF


def role_due(state: State) -> str:
    """Whose event of the set-up is due (3.1 to 3.3)."""
    if state.phase is CHARISMA:
        return GOVERNMENT if state.side(GOVERNMENT).charisma is None else ONIWABAN
    first = state.side(ONIWABAN)
    done = first.hand if state.phase is DEAL else first.agents
    return GOVERNMENT if done else ONIWABAN


def deal(state: State, event: Deal) -> Violation | None:
    """3.1."""
    if state.phase is not DEAL or event.role != role_due(state):
        return out_of_turn(state, event)
    wrong = unknown_card(event.cards, CARDS)
    if wrong is not None:
        return wrong
    sites, counts = sites_in(event.cards), Counter(event.cards)
    if sites != FIRST_SITES or len(event.cards) != FIRST_SITES + FIRST_TACTICS:
        message = "A first hand is four Site cards and two Tactics."
        return Violation("3.1", "wrong_hand", message)
    if any(number > DECK[card] for card, number in counts.items()):
        return Violation("3.1", "too_many", "There are not so many of one card.")
    return None


def deploy(state: State, event: Deploy) -> Violation | None:
    """3.2."""
    if state.phase is not DEPLOY or event.role != role_due(state):
        return out_of_turn(state, event)
    spaces = [space for space, _ in event.agents]
    identities = [identity for _, identity in event.agents]
    wrong = unknown_space(*spaces) or unknown_identity(*identities)
    if wrong is not None:
        return wrong
    starts = state.setup.board.starts[event.role]
    if sorted(spaces) != list(starts) or sorted(identities) != list(IDENTITIES):
        message = f"The six different agents go on the starts {', '.join(starts)}."
        return Violation("3.2", "wrong_deployment", message)
    return None


def charisma(state: State, event: Charisma) -> Violation | None:
    """3.3, 3.4."""
    if state.phase is not CHARISMA or event.role != role_due(state):
        return out_of_turn(state, event)
    wrong = unknown_card((event.card,), CHARISMA_CARDS) or unknown_card((event.site,), SITE_CARDS)
    if wrong is not None:
        return wrong
    if event.card not in charisma_choices(state, event.role):
        message = f"The {event.role} cannot choose {event.card} here."
        return Violation("3.3", "not_to_choose", message)
    if (event.site is not None) != (event.card == RURI) or event.site == WILD:
        message = "A colour is laid on Ruri, and on her only."
        return Violation("3.4", "ruri_site", message)
    return None


def charisma_choices(state: State, role: str) -> tuple[str, ...]:
    """The cards that a side may choose (3.3)."""
    free = state.setup.ruleset.neutral and not state.plays(GOVERNMENT, RURI)
    return (*CHARISMA_OF[role], RURI) if free else CHARISMA_OF[role]
