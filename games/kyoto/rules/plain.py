"""The most frequent events in one pass: plays of a card that only move an agent, and draws of one
card. Four of five events of a game are such events.

`legality` and `transition` define the rules and handle every event. This module repeats them for
events without special cases, because a replay needs both for each event and they look for the same
agents and cards. The tests compare it with them at each step of random games.
"""

from games.kyoto.rules.board import GOAL_ROW, row
from games.kyoto.rules.components import (
    DEFEND,
    HAND_SIZE,
    OTHER,
    PILE_INDEX,
    RURI,
    SIDE_INDEX,
    SITE_CARDS,
    TOMOYO,
    TUNNEL,
    add_cards,
)
from games.kyoto.rules.events import Defend, Draw, Event, Site, Tunnel
from games.kyoto.rules.flow import ARRIVED, check_stuck
from games.kyoto.rules.moves import is_path_free, open_targets
from games.kyoto.rules.playability import has_open_move
from games.kyoto.rules.ruleset import FULL
from games.kyoto.rules.state import (
    CONFLICT,
    DRAW,
    NEW_TURN,
    PLAY,
    Agent,
    Fight,
    Pile,
    Side,
    State,
)

_new = tuple.__new__
"""As in `state`."""


def advance(state: State, event: Event) -> State | None:
    """Return the position after an event that is certainly legal and has no special case; None for
    all others, legal or not.
    """
    if isinstance(event, Draw):
        return _draw(state, event)
    if isinstance(event, Site):
        card, origin, to, back, fan = event
        is_plain = not back and not fan and card in SITE_CARDS
        return _move(state, card, origin, to) if is_plain else None
    if isinstance(event, Defend):
        return None if event.fan else _move(state, DEFEND, event.origin, event.to)
    if isinstance(event, Tunnel):
        return None if event.fan else _move(state, TUNNEL, event.origin, event.to)
    return None


def _move(state: State, card: str, origin: str, to: str) -> State | None:
    """Return the position after a play that moves an agent or opens a conflict (5, 8.1, 8.2)."""
    setup, phase, sides, turn, role, turn_state, conflict, ruri, drugged, stunned, *end = state
    if phase is not PLAY or role is None or turn_state is not NEW_TURN:
        return None
    index = SIDE_INDEX[role]
    side, other = sides[index], sides[1 - index]
    agents, hand, sites, tactics, piles, discard, *rest = side
    if hand is None or drugged is not None or stunned is not None or other.charisma == RURI:
        return None
    spaces = side.all_spaces
    if (
        card not in hand
        or origin not in spaces
        or to in spaces
        or to not in open_targets(state, role, card, origin)
        or row(to) == GOAL_ROW[role]
        or (card == TUNNEL and not is_path_free(state, origin, to))
    ):
        return None
    phase = DRAW
    if to in other.all_spaces:
        phase, conflict = CONFLICT, _new(Fight, (role, origin, to))
    else:
        number = spaces.index(origin)
        _, identity, revealed = agents[number]
        agents = (*agents[:number], _new(Agent, (to, identity, revealed)), *agents[number + 1 :])
        turn_state = ARRIVED[index][number]
    at, tactic = hand.index(card), PILE_INDEX.get(card, 0)
    hand = hand[:at] + hand[at + 1 :]
    discard = add_cards(discard, card)
    counts = sites - 1 + tactic, tactics - tactic
    side = _new(Side, (agents, hand, *counts, piles, discard, *rest))
    sides = (other, side) if index else (side, other)
    begun = turn, role, turn_state, conflict, ruri, None, None
    return _new(State, (setup, phase, sides, *begun, *end))


def _draw(state: State, event: Draw) -> State | None:
    """Return the position after the draw of one recorded card, which ends the turn (4.2)."""
    setup, phase, sides, turn, role, _, _, ruri, drugged, stunned, *end = state
    cards, named_piles, returned = event
    if phase is not DRAW or role is None or len(cards) != 1 or named_piles or returned:
        return None
    index, card = SIDE_INDEX[role], cards[0]
    agents, hand, sites, tactics, piles, discard, baits, charisma, *rest = sides[index]
    tactic = PILE_INDEX.get(card, 0)
    size, shuffled, below = piles[tactic]
    if (
        hand is None
        or not shuffled
        or card not in shuffled
        or sites + tactics != HAND_SIZE - 1
        or charisma == TOMOYO
        or setup.depth != FULL
        or turn >= setup.ruleset.turn_cap
    ):
        return None
    at = shuffled.index(card)
    pile = _new(Pile, (size - 1, shuffled[:at] + shuffled[at + 1 :], below))
    piles = (piles[0], pile) if tactic else (pile, piles[1])
    hand = add_cards(hand, card)
    counts = sites + 1 - tactic, tactics + tactic
    side = _new(Side, (agents, hand, *counts, piles, discard, baits, charisma, *rest))
    if index:
        sides = sides[0], side
    else:
        sides, stunned = (side, sides[1]), None
    role = OTHER[role]
    begun = turn + 1, role, NEW_TURN, None, ruri, drugged, stunned
    after = _new(State, (setup, PLAY, sides, *begun, *end))
    can_play = has_open_move(after, role, sides[1 - index].hand or ())
    return after if can_play else check_stuck(after, role)
