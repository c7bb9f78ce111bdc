"""What Equipment must keep to (rules page, section 10)."""

from collections import Counter

from games.core.rules import Violation
from games.kyoto.rules.checks import out_of_turn, unknown_card, unknown_identity, unknown_space
from games.kyoto.rules.events import Bugs, Drugs, Flip, Pistol, Show, Stun, Typewriter
from games.kyoto.rules.knowledge import could, is_identity, unseen
from games.kyoto.rules.legality_play import not_face_up
from games.kyoto.rules.playing import can_move
from games.kyoto.rules.state import ANSWERING, CONFLICT, DRAW, PLAY, State
from games.kyoto.rules.words import (
    BUGS,
    CARDS,
    DOWN,
    DRUGS,
    EQUIPMENT,
    EQUIPMENT_CARDS,
    GOVERNMENT,
    ONIWABAN,
    PISTOL,
    STUN,
    TYPEWRITER,
    UP,
    sites_in,
)


def flip(state: State, event: Flip) -> Violation | None:
    """10.1."""
    if state.phase not in ANSWERING:
        return out_of_turn(state, event)
    wrong = unknown_card((event.card,), EQUIPMENT_CARDS)
    if wrong is not None:
        return wrong
    due = state.course.flip_due
    if due is None or event.card not in EQUIPMENT[due] or state.equipment(event.card) != DOWN:
        message = "A side flips one of its face-down cards when an important agent was captured."
        return Violation("10.1", "no_flip", message)
    return None


def _may_use(state: State, role: str) -> bool:
    """Whether a side may use Equipment now: in its turn, before the card or before the draw."""
    return state.active == role and state.phase in (PLAY, DRAW)


def typewriter(state: State, event: Typewriter) -> Violation | None:
    """10.2."""
    if not _may_use(state, ONIWABAN):
        return out_of_turn(state, event)
    wrong = unknown_card((event.card,), CARDS)
    if wrong is not None:
        return wrong
    if state.equipment(TYPEWRITER) != UP:
        return not_face_up(TYPEWRITER)
    if event.card not in state.side(ONIWABAN).discard:
        return Violation("10.2", "not_discarded", f"No {event.card} lies in the discard pile.")
    return None


def drugs(state: State, event: Drugs) -> Violation | None:
    """10.3."""
    return _chosen(state, event, ONIWABAN, DRUGS, "10.3")


def stun(state: State, event: Stun) -> Violation | None:
    """10.6."""
    return _chosen(state, event, GOVERNMENT, STUN, "10.6")


def _chosen(state: State, event: Drugs | Stun, role: str, card: str, rule: str) -> Violation | None:
    if not _may_use(state, role):
        return out_of_turn(state, event)
    wrong = unknown_space(event.agent)
    if wrong is not None:
        return wrong
    if state.equipment(card) != UP:
        return not_face_up(card)
    other = GOVERNMENT if role == ONIWABAN else ONIWABAN
    if state.side(other).agent_at(event.agent) is None:
        return Violation(rule, "no_agent", f"No agent of the {other} stands on {event.agent}.")
    return None


def show(state: State, event: Show) -> Violation | None:
    """10.3: the Government shows its hand."""
    if state.phase is not PLAY or state.active != GOVERNMENT:
        return out_of_turn(state, event)
    wrong = unknown_card(event.cards, CARDS)
    if wrong is not None:
        return wrong
    if state.drugged is None or state.course.shown is not None:
        return Violation("10.3", "nothing_to_show", "There is no reason to show the hand.")
    if not _is_hand(state, event.cards):
        return Violation("10.3", "not_the_hand", "This is not the whole hand.")
    space = state.side(GOVERNMENT).agents[state.drugged].space
    if space is not None and can_move(state, GOVERNMENT, space, event.cards):
        return Violation("10.3", "can_be_moved", f"The agent on {space} can be moved.")
    return None


def _is_hand(state: State, cards: tuple[str, ...]) -> bool:
    side = state.side(GOVERNMENT)
    if side.hand is not None:
        return tuple(sorted(cards)) == side.hand
    left = unseen(state, GOVERNMENT)
    if any(number > left[card] for card, number in Counter(cards).items()):
        return False
    return sites_in(cards) == side.sites and len(cards) == side.cards_held


def bugs(state: State, event: Bugs) -> Violation | None:
    """10.5."""
    if not _may_use(state, GOVERNMENT):
        return out_of_turn(state, event)
    wrong = unknown_space(event.agent) or unknown_identity(event.identity)
    if wrong is not None:
        return wrong
    if state.equipment(BUGS) != UP:
        return not_face_up(BUGS)
    side = state.side(ONIWABAN)
    number = side.agent_at(event.agent)
    if number is None or side.agents[number].revealed:
        message = f"No hidden agent of the Oniwaban stands on {event.agent}."
        return Violation("10.5", "no_hidden_agent", message)
    return _seen(state, ONIWABAN, number, event.identity, "10.5")


def pistol(state: State, event: Pistol) -> Violation | None:
    """10.4."""
    fight = state.conflict
    if state.phase is not CONFLICT or fight is None or fight.attacker != GOVERNMENT:
        return out_of_turn(state, event)
    wrong = unknown_identity(event.guess, event.attacker)
    if wrong is not None:
        return wrong
    if state.equipment(PISTOL) != UP:
        return not_face_up(PISTOL)
    number = state.side(GOVERNMENT).agent_at(fight.origin)
    return None if number is None else _seen(state, GOVERNMENT, number, event.attacker, "10.4")


def _seen(state: State, role: str, number: int, identity: str, rule: str) -> Violation | None:
    """Whether an agent can be seen to be this one."""
    side = state.side(role)
    true = side.agents[number].identity in (None, identity)
    if true and could(side, is_identity(number, identity)):
        return None
    return Violation(rule, "wrong_identity", f"The agent is not {identity}.")
