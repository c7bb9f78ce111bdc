"""What can be played: special case 2 of the rulebook, and what asks the same (4.4, 10.3)."""

from collections.abc import Iterable
from itertools import combinations

from games.kyoto.rules.knowledge import unseen
from games.kyoto.rules.moves import spaces_in_line, spaces_of, targets
from games.kyoto.rules.state import State
from games.kyoto.rules.words import (
    BAIT,
    CARDS,
    COLOURS,
    ONIWABAN,
    SITE,
    SITE_CARDS,
    SWAP,
    TACTICS,
    TYPEWRITER,
    UP,
    WILD,
)


def stunned_space(state: State, role: str) -> str | None:
    """Where the agent stands that a side may not move (10.6)."""
    if role != ONIWABAN or state.stunned is None:
        return None
    return state.side(ONIWABAN).agents[state.stunned].space


def movable(state: State, role: str) -> list[str]:
    """The spaces of the agents that a side may move."""
    stunned = stunned_space(state, role)
    return [space for space in spaces_of(state, role) if space != stunned]


def card_moves(state: State, role: str, card: str, origin: str) -> bool:
    """Whether a card can move the agent on `origin`."""
    if card in (SWAP, BAIT):
        return False
    kind = SITE if card in SITE_CARDS else card
    return next(targets(state, role, kind, card, origin), None) is not None


def swap_pairs(state: State, role: str) -> list[tuple[str, str]]:
    """The pairs that may be exchanged (8.4)."""
    pairs = combinations(movable(state, role), 2)
    return [pair for pair in pairs if spaces_in_line(*pair)]


def is_playable(state: State, role: str, card: str, hand: Iterable[str]) -> bool:
    """Whether a card could be played from this hand (4.4)."""
    if card == BAIT:
        return any(held in COLOURS for held in hand)
    if card == SWAP:
        return bool(swap_pairs(state, role))
    return any(card_moves(state, role, card, origin) for origin in movable(state, role))


def can_play(state: State, role: str, hand: tuple[str, ...]) -> bool:
    """Whether a side with this hand has a playable card, or a Typewriter that gives it one."""
    if any(is_playable(state, role, card, hand) for card in dict.fromkeys(hand)):
        return True
    return any(is_playable(state, role, card, hand) for card in _back(state, role))


def _back(state: State, role: str) -> dict[str, None]:
    """The cards that a face-up Typewriter could bring back (10.2)."""
    if role == ONIWABAN and state.equipment(TYPEWRITER) == UP:
        return dict.fromkeys(state.side(role).discard)
    return {}


def can_move(state: State, role: str, origin: str, hand: Iterable[str]) -> bool:
    """Whether some card of the hand can move the agent on `origin` (10.3)."""
    return any(card_moves(state, role, card, origin) for card in dict.fromkeys(hand))


def may_be_stuck(state: State, role: str) -> bool:
    """Whether a hand of unseen cards, as many as are held, has no playable card (4.4): what a table
    log may say.
    """
    side, left = state.side(role), unseen(state, role)
    if state.course.shown is not None:
        return not can_play(state, role, state.course.shown)
    dead = [c for c in CARDS if c != BAIT and not is_playable(state, role, c, ())]
    sites = sum(left[card] for card in dead if card in SITE_CARDS)
    tactics = sum(left[card] for card in dead if card in TACTICS)
    back = _back(state, role)
    if any(card != BAIT and card not in dead for card in back):
        return False
    wilds = left[WILD] if WILD in dead else 0
    if wilds >= side.sites and tactics + left[BAIT] >= side.tactics:
        return True
    # with a colour in hand a Bait can be played, from the hand or brought back
    return BAIT not in back and sites >= side.sites and tactics >= side.tactics
