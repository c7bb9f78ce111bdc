"""Check the play of a card or a push (rules page, sections 4, 5, 8 and 10.7)."""

from games.core.language import text
from games.core.rules import Violation
from games.kyoto.rules import components
from games.kyoto.rules.checks import no_agent, out_of_turn, unknown_card, unknown_space, wrong_depth
from games.kyoto.rules.events import EVENT_NAMES, Bait, Move, Push, Site, Swap
from games.kyoto.rules.knowledge import count_unseen, count_unseen_colours
from games.kyoto.rules.moves import (
    are_in_line,
    is_path_free,
    move_violation,
    open_targets,
    push_violation,
)
from games.kyoto.rules.playability import stunned_space
from games.kyoto.rules.state import ANSWER_PHASES, PLAY, Phase, State


def open_play_agent(state: State, card: str, origin: str, to: str) -> int | None:
    """Return the number of the agent that a play without Fan or return moves, if the play is
    certainly legal; else None. Most are, and this is several times as fast as finding no violation.
    """
    role = state.active
    if state.phase is not PLAY or role is None:
        return None
    index, sides = components.SIDE_INDEX[role], state.sides
    side, other = sides[index], sides[1 - index]
    hand, spaces = side.hand, side.all_spaces
    if (
        hand is None
        or card not in hand
        or origin not in spaces
        or to in spaces
        or (state.drugged if index else state.stunned) is not None
    ):
        return None
    board = state.setup.board
    targets = board.targets.get((role, card, origin, sides[1].charisma == components.CHIHARU))
    if to not in (open_targets(state, role, card, origin) if targets is None else targets):
        return None
    is_protected = other.charisma == components.RURI and board.types[to] == state.ruri_site
    if is_protected and to in other.all_spaces:
        return None
    if card == components.TUNNEL and not is_path_free(state, origin, to):
        return None
    return spaces.index(origin)


def play(state: State, event: Site | Move) -> Violation | None:
    """Check a Site card, Defend, Tunnel or Charge."""
    kind = EVENT_NAMES[type(event)]
    card, back = (event.card, event.back) if isinstance(event, Site) else (kind, False)
    role = state.active_role
    if (
        not event.fan
        and (kind != components.SITE or card in components.SITE_CARDS)
        and (not back or _return_violation(state, role, card, event.fan) is None)
        and open_play_agent(state, card, event.origin, event.to) is not None
    ):
        return None
    if (state.phase not in ANSWER_PHASES) if event.fan else (state.phase is not PLAY):
        return out_of_turn(state, event)
    return (
        unknown_space(event.origin, event.to)
        or (None if kind != components.SITE else unknown_card((card,), components.SITE_CARDS))
        or (_fan(state, event) if event.fan else None)
        or not_in_hand(state, role, card)
        or (_return_violation(state, role, card, event.fan) if back else None)
        or _own_agent(state, role, event.origin)
        or (None if state.stunned is None else _stunned(state, role, event.origin))
        or move_violation(state, role, kind, card, event.origin, event.to)
        or (None if event.fan or state.drugged is None else _drugged(state, role, event.origin))
    )


def _fan(state: State, event: Site | Move) -> Violation | None:
    if refusal := not_face_up(state, components.FAN):
        return refusal
    victor, government = state.turn_state.victor, state.side(components.GOVERNMENT)
    if victor is None or government.agents[victor].space != event.origin:
        message = text("The Fan moves only an agent that has just won a conflict as attacker.")
        return Violation("10.7", "no_victor", message)
    return None


def not_face_up(state: State, card: str) -> Violation | None:
    """Refuse an Equipment card that is not face up (10.1)."""
    if state.equipment(card) == components.UP:
        return None
    message = text('The Equipment card "{card}" is not face up.', card=card)
    return Violation("10.1", "not_face_up", message)


def not_in_hand(state: State, role: str, card: str) -> Violation | None:
    """Refuse a card that is not in hand (4.1); in a table log, one that cannot be in hand."""
    side = state.side(role)
    if side.hand is not None:
        is_held = card in side.hand
    else:
        number = side.sites if card in components.SITE_CARDS else side.tactics
        is_held = number > 0 and count_unseen(state, role)[card] > 0
        if state.turn_state.shown is not None:
            is_held = is_held and card in state.turn_state.shown
    if is_held:
        return None
    return Violation("4.1", "not_in_hand", text('There is no "{card}" in hand.', card=card))


def _return_violation(state: State, role: str, card: str, fan: bool) -> Violation | None:
    """Refuse to return a card to the hand (9.4)."""
    if state.has_charisma(role, components.AYANE) and card != components.WILD and not fan:
        return None
    message = text("Only Ayane returns a card: a coloured Site card, played for the turn.")
    return Violation("9.4", "no_return", message)


def _own_agent(state: State, role: str, *spaces: str) -> Violation | None:
    for space in spaces:
        if state.side(role).agent_at(space) is None:
            return no_agent(role, space, "5.1")
    return None


def _stunned(state: State, role: str, *spaces: str) -> Violation | None:
    stunned = stunned_space(state, role)
    if stunned is not None and stunned in spaces:
        message = text("The agent on {space} is stunned and cannot be moved.", space=stunned)
        return Violation("10.6", "stunned", message)
    return None


def _drugged(state: State, role: str, origin: str | None) -> Violation | None:
    """Refuse a card that does not move the drugged agent before the hand is shown (10.3)."""
    if role != components.GOVERNMENT or state.drugged is None or state.turn_state.shown is not None:
        return None
    space = state.side(components.GOVERNMENT).agents[state.drugged].space
    if origin == space:
        return None
    message = text("Move the drugged agent on {space}, or show the hand first.", space=space)
    return Violation("10.3", "drugged", message)


def swap(state: State, event: Swap) -> Violation | None:
    """Check a Swap (8.4)."""
    if (event.swapped is None) == state.setup.full:
        in_full = text("A full log records whether the agents were exchanged: yes or no.")
        in_table = text('A table log cannot record an exchange: use "?" in text or null in JSON.')
        return wrong_depth(state, in_full, in_table)
    if state.phase is not Phase.PLAY:
        return out_of_turn(state, event)
    role = state.active_role
    refusal = unknown_space(*event.spaces) or not_in_hand(state, role, components.SWAP)
    if refusal := refusal or _own_agent(state, role, *event.spaces):
        return refusal
    if len(event.spaces) != 2 or not are_in_line(*event.spaces):
        message = text("A Swap needs two agents in the same row or column.")
        return Violation("8.4", "not_in_line", message)
    return _stunned(state, role, *event.spaces) or _drugged(state, role, None)


def bait(state: State, event: Bait) -> Violation | None:
    """Check a Bait (8.5, 9.2)."""
    if any((mark is None) == state.setup.full for mark in event.marks):
        in_full = text("A full log names each mark.")
        in_table = text('A table log cannot name marks: use "?" in text or null in JSON.')
        return wrong_depth(state, in_full, in_table)
    if state.phase is not Phase.PLAY:
        return out_of_turn(state, event)
    role = state.active_role
    unknown = unknown_card(event.marks, components.SITE_CARDS)
    if refusal := unknown or not_in_hand(state, role, components.BAIT):
        return refusal
    if len(event.marks) == 2 and not state.has_charisma(role, components.ANJU):
        return Violation("9.2", "two_marks", text("Only Anju allows a Bait with two marks."))
    if len(event.marks) not in (1, 2) or components.WILD in event.marks:
        return Violation("8.5", "bad_mark", text("The mark of a Bait is one coloured Site card."))
    if not _has_marks(state, role, event.marks):
        message = text("The mark must be a coloured Site card in hand.")
        return Violation("8.5", "mark_not_in_hand", message)
    return _drugged(state, role, None)


def _has_marks(state: State, role: str, marks: tuple[str | None, ...]) -> bool:
    side = state.side(role)
    if side.hand is not None:
        return all(side.hand.count(mark) >= marks.count(mark) for mark in marks)
    shown = state.turn_state.shown
    if shown is not None and sum(card in components.COLOURS for card in shown) < len(marks):
        return False
    return side.sites >= len(marks) and count_unseen_colours(state, role) >= len(marks)


def push(state: State, event: Push) -> Violation | None:
    """Check the second half of a Charge (8.3)."""
    unknown = unknown_space(event.origin, event.to)
    return unknown or push_violation(state, state.active_role, event.origin, event.to)
