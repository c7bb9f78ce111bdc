"""What follows automatically from an event: arrivals, captures, the next phase, turns and the end
(rules page, sections 4, 6 and 7).
"""

from games.kyoto.rules import components
from games.kyoto.rules.board import GOAL_SPACES
from games.kyoto.rules.components import PILE_INDEX
from games.kyoto.rules.knowledge import agents_on_goal_row, has_identity
from games.kyoto.rules.moves import pushes
from games.kyoto.rules.playability import has_playable_card
from games.kyoto.rules.state import (
    CONFLICT,
    DRAW,
    NEW_TURN,
    OVER,
    PLAY,
    Agent,
    Fight,
    Phase,
    Pile,
    Side,
    State,
    TurnState,
)

_new = tuple.__new__
"""As in `state`."""

ARRIVED = [
    [TurnState(arrived=(role, number)) for number in range(len(components.IDENTITIES))]
    for role in components.SIDES
]
"""The state of a turn after a plain move, by side and number of the agent: the same in most turns,
so that it is stored once.
"""

CAPTURES, DECOYS, ESCAPE, STUCK, TURN_CAP = "captures", "decoys", "escape", "stuck", "turn_cap"
RESIGN, ABANDON = "resign", "abandon"
REALS_TO_WIN, FAKES_TO_LOSE = 2, 3


def reveal(side: Side, number: int, identity: str, space: str | None) -> Side:
    """Return the side with an agent face up on a space, or captured (None). Its identity is public
    knowledge (11.2).
    """
    agents = list(side.agents)
    agents[number] = _new(Agent, (space, identity, True))
    possible = side.possible & has_identity(number, identity)
    return _new(Side, (tuple(agents), *side[1:9], possible))


def place(agents: tuple[Agent, ...], number: int, space: str) -> tuple[Agent, ...]:
    """Return the agents of a side with one on another space."""
    changed = list(agents)
    _, identity, revealed = changed[number]
    changed[number] = _new(Agent, (space, identity, revealed))
    return tuple(changed)


def spend(side: Side, card: str) -> Side:
    """Return the side without a card of its hand."""
    hand = None if side.hand is None else components.remove_card(side.hand, card)
    is_site = card in components.SITE_CARDS
    return side.with_hand(hand, side.sites - is_site, side.tactics - (not is_site))


def add_to_hand(side: Side, *cards: str) -> Side:
    """Return the side with more cards (in a table log, names of piles) in its hand."""
    hand = None if side.hand is None else components.add_cards(side.hand, *cards)
    tactics = sum([PILE_INDEX.get(card, 0) for card in cards])
    return side.with_hand(hand, side.sites + len(cards) - tactics, side.tactics + tactics)


def discard(side: Side, *cards: str) -> Side:
    """Return the side with more cards in its discard pile."""
    return side.with_discard(components.add_cards(side.discard, *cards))


def close_answers(state: State) -> State:
    """End the chance to answer (4.6)."""
    goal_arrivals, arrived, flip_due, victor, *rest = state.turn_state
    if arrived is None and flip_due is None and victor is None:
        return state
    return state.with_turn_state(_new(TurnState, (goal_arrivals, None, None, None, *rest)))


def relocate(state: State, role: str, number: int, to: str) -> State:
    """Put an agent on another space."""
    side = state.side(role)
    return state.with_side(role, side.with_agents(place(side.agents, number, to)))


def arrive(state: State, role: str, number: int, to: str) -> State:
    """Let an agent arrive: a mark may push it, and on the goal row it may escape (4.6, 7.3)."""
    state = relocate(state, role, number, to)
    return state.with_turn_state(turn_after_arrival(state, role, number, to))


def turn_after_arrival(state: State, role: str, number: int, to: str) -> TurnState:
    """Return the state of the turn after an agent of a side arrived on a space."""
    turn_state = state.turn_state
    reaches_goal = role == state.active and to in GOAL_SPACES[role]
    if turn_state is NEW_TURN and not reaches_goal:
        return ARRIVED[components.SIDE_INDEX[role]][number]
    goal_arrivals, _, *rest = turn_state
    if reaches_goal:
        goal_arrivals |= {number}
    return _new(TurnState, (goal_arrivals, (role, number), *rest))


def move(state: State, role: str, origin: str, to: str) -> State:
    """Move an agent: it arrives, or opens a conflict (6.1)."""
    if state.side(components.OTHER[role]).agent_at(to) is not None:
        return set_next_phase(state.with_conflict(Fight(role, origin, to)))
    return set_next_phase(arrive(state, role, state.side(role).number_at(origin), to))


def play_and_move(state: State, card: str, mover: int, to: str, push_due: bool) -> State:
    """Return the position after the active side plays a card of its hand, discards it and moves
    agent `mover` with it: `spend`, `discard`, `close_answers` and `move` in one change, because
    half of all events are such plays.
    """
    setup, _, sides, turn, active, before, fight, ruri, drugged, stunned, won, why, unmasked = state
    role = active or components.ONIWABAN
    index = components.SIDE_INDEX[role]
    side, other = sides[index], sides[1 - index]
    agents, hand, sites, tactics, piles, discarded, baits, charisma, equipment, possible = side
    number, reaches_goal, phase = None, False, DRAW
    if to in other.all_spaces:
        fight, phase = _new(Fight, (role, agents[mover][0], to)), CONFLICT
    else:
        number, agents = mover, place(agents, mover, to)
        reaches_goal = role == active and to in GOAL_SPACES[role]
    if hand is not None:
        at = hand.index(card)
        hand = hand[:at] + hand[at + 1 :]
    tactic = PILE_INDEX.get(card, 0)
    sites, tactics = sites - 1 + tactic, tactics - tactic
    discarded = components.add_card(discarded, card)
    own = agents, hand, sites, tactics, piles, discarded, baits, charisma, equipment, possible
    if index:
        sides, drugged = (other, _new(Side, own)), None
    else:
        sides = _new(Side, own), other
    is_plain = before is NEW_TURN and not push_due and not reaches_goal
    if is_plain:
        now = NEW_TURN if number is None else ARRIVED[index][number]
    else:
        now = _turn_after_play(before, card, role, number, push_due, reaches_goal)
    end = won, why, unmasked
    whole = setup, phase, sides, turn, active, now, fight, ruri, drugged, stunned, *end
    state = _new(State, whole)
    return state if is_plain else set_next_phase(state)


def _turn_after_play(
    turn_state: TurnState, card: str, role: str, number: int | None, push_due: bool, goal: bool
) -> TurnState:
    """Return the state of the turn after agent `number` (None: a conflict opened) was moved with a
    card; `goal`: to its goal row.
    """
    goal_arrivals, shown = turn_state.goal_arrivals, turn_state.shown
    if goal and number is not None:
        goal_arrivals |= {number}
    if shown is not None:
        shown = components.remove_card(shown, card)
    arrived = None if number is None else (role, number)
    end = push_due, shown, turn_state.must_escape
    return _new(TurnState, (goal_arrivals, arrived, None, None, *end))


def keep_and_pass(state: State, piles: tuple[Pile, Pile], cards: tuple[str, ...]) -> State:
    """Return the position after the active side draws cards (in a table log, names of piles) and
    the turn passes to the other side, or the game ends at the turn cap.
    """
    setup, phase, sides, turn, active, _, conflict, ruri, drugged, stunned, *end = state
    role = active or components.ONIWABAN
    index = components.SIDE_INDEX[role]
    agents, hand, sites, tactics, _, *rest = sides[index]
    for card in cards:
        tactic = PILE_INDEX.get(card, 0)
        sites, tactics = sites + 1 - tactic, tactics + tactic
        if hand is not None:
            hand = components.add_card(hand, card)
    side = _new(Side, (agents, hand, sites, tactics, piles, *rest))
    if index:
        sides = sides[0], side
    else:
        sides, stunned = (side, sides[1]), None
    if turn >= setup.ruleset.turn_cap:
        unchanged = active, NEW_TURN, conflict, ruri, drugged, stunned
        return end_game(_new(State, (setup, phase, sides, turn, *unchanged, *end)), None, TURN_CAP)
    role = components.OTHER[role]
    begun = role, NEW_TURN, None, ruri, drugged, stunned
    return check_stuck(_new(State, (setup, PLAY, sides, turn + 1, *begun, *end)), role)


def after_loss(state: State, loser: str, number: int) -> State:
    """Return the position after a face-up agent went to confinement (6.4); its side may flip
    (10.1).
    """
    if loser == components.GOVERNMENT and state.drugged == number:
        state = state._replace(drugged=None)
    if loser == components.ONIWABAN and state.stunned == number:
        state = state._replace(stunned=None)
    if state.setup.ruleset.equipment:
        side = state.side(loser)
        is_important = side.agents[number].identity in components.IMPORTANT
        if is_important and components.DOWN in side.equipment:
            state = state.with_turn(flip_due=loser)
    return state


def after_capture(state: State, captor: str) -> State:
    """End the game by captures or decoys, or set the next phase (7.1, 7.2, 7.4)."""
    reals = fakes = 0
    for space, identity, _ in state.side(components.OTHER[captor]).agents:
        if space is None and identity is not None:
            is_real = identity in components.REAL
            reals, fakes = reals + is_real, fakes + (not is_real)
    if reals >= REALS_TO_WIN:
        return end_game(state, captor, CAPTURES)
    if fakes >= FAKES_TO_LOSE:
        if captor != state.active or not is_declaration_due(state):
            return end_game(state, components.OTHER[captor], DECOYS)
        state = close_answers(state).with_turn(must_escape=True)
    return set_next_phase(state)


def is_declaration_due(state: State) -> bool:
    """Return whether an agent that arrived or took part in a Swap is on the goal row (7.3)."""
    arrivals = state.turn_state.goal_arrivals
    if not arrivals or state.active is None:
        return False
    return not arrivals.isdisjoint(agents_on_goal_row(state, state.active))


def set_next_phase(state: State) -> State:
    """Return the position in the phase that comes next (4.3)."""
    goal_arrivals, _, _, _, push_due, _, must_escape = state.turn_state
    phase = DRAW
    if state.conflict is not None:
        phase = CONFLICT
    elif must_escape:
        phase = Phase.DECLARE
    elif push_due and state.active and next(pushes(state, state.active), None):
        phase = Phase.PUSH
    elif goal_arrivals and is_declaration_due(state):
        phase = Phase.DECLARE
    return state if phase is state.phase else state.in_phase(phase)


def end_game(state: State, winner: str | None, reason: str) -> State:
    """End the game by a rule."""
    return close_answers(state)._replace(phase=OVER, winner=winner, reason=reason)


def begin_turn(state: State, role: str) -> State:
    """Begin a side's turn; without a playable card the side loses (4.4)."""
    setup, _, sides, turn, _, _, _, *rest = state
    state = _new(State, (setup, PLAY, sides, turn + 1, role, NEW_TURN, None, *rest))
    return check_stuck(state, role)


def check_stuck(state: State, role: str) -> State:
    """End the game if a known hand, recorded or empty, has no playable card (4.4)."""
    side = state.sides[components.SIDE_INDEX[role]]
    hand = side.hand if side.sites + side.tactics else ()
    if hand is None or has_playable_card(state, role, hand):
        return state
    return end_game(state, components.OTHER[role], STUCK)


def set_equipment(state: State, card: str, status: str) -> State:
    """Set the status of an Equipment card."""
    role = components.EQUIPMENT_OWNER[card]
    side, index = state.side(role), components.EQUIPMENT[role].index(card)
    cards = (*side.equipment[:index], status, *side.equipment[index + 1 :])
    return state.with_side(role, side._replace(equipment=cards))
