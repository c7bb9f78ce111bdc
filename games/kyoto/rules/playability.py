"""Which cards can be played: special case 2 of the rulebook and similar questions (4.4, 10.3)."""

from collections.abc import Iterable
from itertools import combinations

from games.kyoto.rules import components
from games.kyoto.rules.knowledge import count_unseen
from games.kyoto.rules.moves import are_in_line, can_move, open_targets
from games.kyoto.rules.state import State

_WITHOUT_MOVE = (components.BAIT, components.SWAP)


def stunned_space(state: State, role: str) -> str | None:
    """Return the space of the agent that a side may not move (10.6), or None."""
    if role != components.ONIWABAN or state.stunned is None:
        return None
    return state.side(components.ONIWABAN).agents[state.stunned].space


def movable_spaces(state: State, role: str) -> list[str]:
    """Return the spaces of the agents that a side may move."""
    if state.stunned is None:
        return state.side(role).spaces
    stunned = stunned_space(state, role)
    return [space for space in state.side(role).spaces if space != stunned]


def can_card_move(state: State, role: str, card: str, origin: str) -> bool:
    """Return whether a card can move the agent on `origin`."""
    if card in _WITHOUT_MOVE:
        return False
    kind = components.SITE if card in components.SITE_CARDS else card
    return can_move(state, role, kind, card, origin)


def swap_pairs(state: State, role: str) -> list[tuple[str, str]]:
    """Return the pairs of spaces that a Swap may name (8.4)."""
    pairs = combinations(movable_spaces(state, role), 2)
    return [pair for pair in pairs if are_in_line(*pair)]


def is_playable(state: State, role: str, card: str, hand: Iterable[str]) -> bool:
    """Return whether a card can be played from this hand (4.4)."""
    if card == components.BAIT:
        return any(held in components.COLOURS for held in hand)
    if card == components.SWAP:
        return bool(swap_pairs(state, role))
    return any(can_card_move(state, role, card, origin) for origin in movable_spaces(state, role))


def has_playable_card(state: State, role: str, hand: tuple[str, ...]) -> bool:
    """Return whether a side has a playable card in this hand, or a Typewriter that gives it one."""
    if components.BAIT in hand and not components.COLOUR_SET.isdisjoint(hand):
        return True
    if has_open_move(state, role, hand):
        return True
    spaces = movable_spaces(state, role)
    for card in dict.fromkeys(reversed(hand)):
        kind = components.SITE if card in components.SITE_CARDS else card
        if kind not in _WITHOUT_MOVE:
            for origin in spaces:
                if can_move(state, role, kind, card, origin):
                    return True
    if components.SWAP in hand and swap_pairs(state, role):
        return True
    return any(is_playable(state, role, card, hand) for card in _typewriter_cards(state, role))


def has_open_move(state: State, role: str, hand: tuple[str, ...]) -> bool:
    """Return whether a Site card of the hand certainly moves an agent. If not, another card, a jump
    or an attack on a side with Ruri may still allow a move.
    """
    setup, sides, stunned = state.setup, state.sides, state.stunned
    index = components.SIDE_INDEX[role]
    origins = closed = sides[index].all_spaces
    if sides[1 - index].charisma == components.RURI:
        closed += sides[1 - index].all_spaces
    if stunned is not None and index == 0:
        origins = origins[:stunned] + origins[stunned + 1 :]
    has_chiharu, targets = sides[1].charisma == components.CHIHARU, setup.board.targets
    for card in reversed(hand):  # Wild first: it is sorted last
        if card not in components.PILE_INDEX:
            for origin in origins:
                if origin is not None:
                    open_to = targets.get((role, card, origin, has_chiharu))
                    if open_to is None:
                        open_to = open_targets(state, role, card, origin)
                    for to in open_to:
                        if to not in closed:
                            return True
    return False


def _typewriter_cards(state: State, role: str) -> dict[str, None]:
    """Return the cards that a face-up Typewriter can bring back (10.2)."""
    if role == components.ONIWABAN and state.equipment(components.TYPEWRITER) == components.UP:
        return dict.fromkeys(state.side(role).discard)
    return {}


def can_move_agent(state: State, role: str, origin: str, hand: Iterable[str]) -> bool:
    """Return whether a card of the hand can move the agent on `origin` (10.3)."""
    return any(can_card_move(state, role, card, origin) for card in dict.fromkeys(hand))


def could_be_stuck(state: State, role: str) -> bool:
    """Return whether the hand, unknown in a table log, may hold no playable card (4.4)."""
    side, unseen = state.side(role), count_unseen(state, role)
    if state.turn_state.shown is not None:
        return not has_playable_card(state, role, state.turn_state.shown)
    dead = [
        c for c in components.CARDS if c != components.BAIT and not is_playable(state, role, c, ())
    ]
    sites = sum(unseen[card] for card in dead if card in components.SITE_CARDS)
    tactics = sum(unseen[card] for card in dead if card in components.TACTICS)
    recoverable = _typewriter_cards(state, role)
    if any(card != components.BAIT and card not in dead for card in recoverable):
        return False
    wilds = unseen[components.WILD] if components.WILD in dead else 0
    if wilds >= side.sites and tactics + unseen[components.BAIT] >= side.tactics:
        return True
    # With a colour in hand a Bait can be played, from the hand or brought back.
    return components.BAIT not in recoverable and sites >= side.sites and tactics >= side.tactics
