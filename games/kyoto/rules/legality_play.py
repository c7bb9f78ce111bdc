"""What a card played must keep to (rules page, sections 4, 5, 8 and 10.7), and the second half of a
Charge.
"""

from games.core.rules import Violation
from games.kyoto.rules.checks import not_recorded, out_of_turn, unknown_card, unknown_space
from games.kyoto.rules.events import EVENT_NAMES, Bait, Move, Push, Site, Swap
from games.kyoto.rules.knowledge import unseen, unseen_colours
from games.kyoto.rules.moves import move_violation, push_violation, spaces_in_line
from games.kyoto.rules.playing import stunned_space
from games.kyoto.rules.state import ANSWERING, PLAY, PUSH, Side, State
from games.kyoto.rules.words import (
    ANJU,
    AYANE,
    BAIT,
    FAN,
    GOVERNMENT,
    ONIWABAN,
    SITE_CARDS,
    SWAP,
    UP,
    WILD,
    sites_in,
    without,
)


def play(state: State, event: Site | Move) -> Violation | None:
    """A Site card, Defend, Tunnel or Charge."""
    if (state.phase not in ANSWERING) if event.fan else (state.phase is not PLAY):
        return out_of_turn(state, event)
    kind = EVENT_NAMES[type(event)]
    card = event.card if isinstance(event, Site) else kind
    wrong = unknown_space(event.origin, event.to)
    if isinstance(event, Site):
        wrong = wrong or unknown_card((event.card,), SITE_CARDS)
    role = state.active or ONIWABAN
    wrong = wrong or (_fan(state, event) if event.fan else None) or in_hand(state, role, card)
    if wrong is None and isinstance(event, Site) and event.back:
        wrong = _back(state, role, event)
    return (
        wrong
        or _own_agent(state, role, event.origin)
        or _stunned(state, role, event.origin)
        or move_violation(state, role, kind, card, event.origin, event.to)
        or (None if event.fan else _drugged(state, role, event.origin))
    )


def _fan(state: State, event: Site | Move) -> Violation | None:
    if state.equipment(FAN) != UP:
        return not_face_up(FAN)
    victor, government = state.course.victor, state.side(GOVERNMENT)
    if victor is None or government.agents[victor].space != event.origin:
        message = "The Fan moves an agent that has just won a conflict as attacker."
        return Violation("10.7", "no_victor", message)
    return None


def not_face_up(card: str) -> Violation:
    """10.1: an Equipment card that is not there to be used."""
    return Violation("10.1", "not_face_up", f"{card} does not lie face up.")


def in_hand(state: State, role: str, card: str) -> Violation | None:
    """4.1: the card is in hand; in a table log it is unseen and its kind is in hand."""
    side = state.side(role)
    if side.hand is not None:
        held = card in side.hand
    else:
        kinds = side.sites if card in SITE_CARDS else side.tactics
        held = kinds > 0 and unseen(state, role)[card] > 0
        if state.course.shown is not None:
            held = held and card in state.course.shown
    return None if held else Violation("4.1", "not_in_hand", f"There is no {card} in hand.")


def _back(state: State, role: str, event: Site) -> Violation | None:
    ayane = role == GOVERNMENT and state.plays(GOVERNMENT, AYANE)
    if ayane and event.card != WILD and not event.fan:
        return None
    message = "Ayane lets the Government take back a colour played for the turn, nothing else."
    return Violation("9.4", "no_return", message)


def _own_agent(state: State, role: str, *spaces: str) -> Violation | None:
    for space in spaces:
        if state.side(role).agent_at(space) is None:
            return Violation("5.1", "no_agent", f"No agent of the {role} stands on {space}.")
    return None


def _stunned(state: State, role: str, *spaces: str) -> Violation | None:
    stunned = stunned_space(state, role)
    if stunned is not None and stunned in spaces:
        return Violation("10.6", "stunned", f"The agent on {stunned} is stunned.")
    return None


def _drugged(state: State, role: str, origin: str | None) -> Violation | None:
    """10.3: the card moves the drugged agent, or the hand was shown."""
    if role != GOVERNMENT or state.drugged is None or state.course.shown is not None:
        return None
    space = state.side(GOVERNMENT).agents[state.drugged].space
    if origin == space:
        return None
    message = f"The card moves the drugged agent on {space}, or the hand is shown first."
    return Violation("10.3", "drugged", message)


def swap(state: State, event: Swap) -> Violation | None:
    """8.4."""
    if (event.swapped is None) == state.setup.full:
        return not_recorded(state, "swapped")
    if state.phase is not PLAY or state.active is None:
        return out_of_turn(state, event)
    role = state.active
    wrong = (
        unknown_space(*event.spaces)
        or in_hand(state, role, SWAP)
        or _own_agent(state, role, *event.spaces)
    )
    if wrong is not None:
        return wrong
    if len(event.spaces) != 2 or not spaces_in_line(*event.spaces):
        message = "A Swap is of two agents in one row or one column."
        return Violation("8.4", "not_in_line", message)
    return _stunned(state, role, *event.spaces) or _drugged(state, role, None)


def bait(state: State, event: Bait) -> Violation | None:
    """8.5, 9.2."""
    if any((mark is None) == state.setup.full for mark in event.marks):
        return not_recorded(state, "mark")
    if state.phase is not PLAY or state.active is None:
        return out_of_turn(state, event)
    role = state.active
    wrong = unknown_card(event.marks, SITE_CARDS) or in_hand(state, role, BAIT)
    if wrong is not None:
        return wrong
    if len(event.marks) == 2 and not state.plays(role, ANJU):
        return Violation("9.2", "two_marks", "Only Anju lets a Bait have two marks.")
    if len(event.marks) not in (1, 2) or WILD in event.marks:
        return Violation("8.5", "bad_mark", "A Bait has one coloured Site card under it.")
    if not _has_marks(state, role, event.marks):
        return Violation("8.5", "mark_not_in_hand", "The mark is a Site card of the hand.")
    return _drugged(state, role, None)


def _has_marks(state: State, role: str, marks: tuple[str | None, ...]) -> bool:
    side: Side = state.side(role)
    if side.hand is not None:
        held = side.hand
        for mark in marks:
            if mark is None or mark not in held:
                return False
            held = without(held, mark)
        return True
    if state.course.shown is not None and _coloured(state.course.shown) < len(marks):
        return False
    return side.sites >= len(marks) and unseen_colours(state, role) >= len(marks)


def _coloured(cards: tuple[str, ...]) -> int:
    return sites_in(cards) - cards.count(WILD)


def push(state: State, event: Push) -> Violation | None:
    """8.3, the second half of a Charge."""
    if state.phase is not PUSH or state.active is None:
        return out_of_turn(state, event)
    return unknown_space(event.origin, event.to) or push_violation(
        state, state.active, event.origin, event.to
    )
