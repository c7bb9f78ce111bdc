"""The most frequent events in one pass: plays of a card that only move an agent, and draws of
recorded cards.

`legality` and `transition` define the rules and handle every event. A replay needs both for each
event; this module calls the parts of them that such an event needs. The tests compare it with them
at each step of random games.
"""

from collections.abc import Callable
from typing import Any

from games.kyoto.rules.components import (
    CHARGE,
    HAND_SIZE,
    OTHER,
    PILE_INDEX,
    SIDE_INDEX,
    SITE_CARDS,
    TOMOYO,
    add_card,
)
from games.kyoto.rules.events import EVENT_NAMES, Charge, Defend, Draw, Event, Move, Site, Tunnel
from games.kyoto.rules.flow import check_stuck, keep_and_pass, play_and_move
from games.kyoto.rules.legality_play import open_play_agent
from games.kyoto.rules.piles import piles_after_plain_draw
from games.kyoto.rules.playability import has_open_move
from games.kyoto.rules.state import DRAW, NEW_TURN, PLAY, Pile, Side, State

_new = tuple.__new__
"""As in `state`."""


def advance(state: State, event: Event) -> State | None:
    """Return the position after an event that is certainly legal and has no special case; None for
    all others, legal or not.
    """
    step = _STEPS.get(type(event))
    return None if step is None else step(state, event)


def _site(state: State, event: Site) -> State | None:
    card, origin, to, back, fan = event
    if back or fan or card not in SITE_CARDS:
        return None
    mover = open_play_agent(state, card, origin, to)
    return None if mover is None else play_and_move(state, card, mover, to, False)


def _tactic(state: State, event: Move) -> State | None:
    card = EVENT_NAMES[type(event)]
    origin, to, fan = event
    if fan:
        return None
    mover = open_play_agent(state, card, origin, to)
    return None if mover is None else play_and_move(state, card, mover, to, card == CHARGE)


def _draw(state: State, event: Draw) -> State | None:
    """Return the position after a draw, which ends the turn (4.2); without Tomoyo in one pass."""
    cards, named_piles, returned = event
    if len(cards) != 1 or named_piles or returned:
        piles = piles_after_plain_draw(state, event)
        return None if piles is None else keep_and_pass(state, piles, cards)
    setup, phase, sides, turn, role, _, _, ruri, drugged, stunned, won, why, unmasked = state
    if phase is not DRAW or role is None or turn >= setup.ruleset.turn_cap:
        return None
    card, index = cards[0], SIDE_INDEX[role]
    tactic = PILE_INDEX.get(card, 0)
    side, other = sides[index], sides[1 - index]
    agents, hand, sites, tactics, piles, discard, baits, charisma, equipment, possible = side
    size, shuffled, below = piles[tactic]
    if hand is None or not shuffled or card not in shuffled or charisma == TOMOYO:
        return None
    if sites + tactics != HAND_SIZE - 1:
        return None
    at = shuffled.index(card)
    pile = _new(Pile, (size - 1, shuffled[:at] + shuffled[at + 1 :], below))
    piles = (piles[0], pile) if tactic else (pile, piles[1])
    hand, sites, tactics = add_card(hand, card), sites + 1 - tactic, tactics + tactic
    own = agents, hand, sites, tactics, piles, discard, baits, charisma, equipment, possible
    if index:
        sides = other, _new(Side, own)
    else:
        sides, stunned = (_new(Side, own), other), None
    role, end = OTHER[role], (won, why, unmasked)
    whole = setup, PLAY, sides, turn + 1, role, NEW_TURN, None, ruri, drugged, stunned, *end
    after = _new(State, whole)
    can_play = other.hand is not None and has_open_move(after, role, other.hand)
    return after if can_play else check_stuck(after, role)


_STEPS: dict[type, Callable[[State, Any], State | None]] = {
    Site: _site,
    Defend: _tactic,
    Tunnel: _tactic,
    Charge: _tactic,
    Draw: _draw,
}
