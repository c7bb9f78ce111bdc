"""What follows by itself from an event: arrivals, captures, what is due next, turns, and the end
(rules page, sections 4, 6 and 7).
"""

from games.kyoto.rules.board import GOAL_ROW, row
from games.kyoto.rules.knowledge import is_identity, keep, on_goal_row
from games.kyoto.rules.moves import pushes
from games.kyoto.rules.playing import can_play
from games.kyoto.rules.state import (
    CONFLICT,
    DECLARE,
    DRAW,
    OVER,
    PLAY,
    PUSH,
    Agent,
    Course,
    Fight,
    Side,
    State,
)
from games.kyoto.rules.words import (
    DOWN,
    GOVERNMENT,
    IMPORTANT,
    ONIWABAN,
    OTHER,
    REAL,
    SITE_CARDS,
    with_card,
    without,
)

CAPTURES, DECOYS, ESCAPE, STUCK, TURN_CAP = "captures", "decoys", "escape", "stuck", "turn_cap"
RESIGN, ABANDON = "resign", "abandon"
REALS_TO_WIN, FAKES_TO_LOSE = 2, 3


def change_agent(side: Side, number: int, agent: Agent) -> Side:
    """The side with another agent of this number."""
    return side._replace(agents=(*side.agents[:number], agent, *side.agents[number + 1 :]))


def reveal(side: Side, number: int, identity: str) -> Side:
    """The side with an agent turned face up, which everybody has seen (11.2)."""
    agent = Agent(side.agents[number].space, identity, True)
    return keep(change_agent(side, number, agent), is_identity(number, identity))


def spend(side: Side, card: str) -> Side:
    """The side without a card of its hand."""
    hand = None if side.hand is None else without(side.hand, card)
    if card in SITE_CARDS:
        return side._replace(hand=hand, sites=side.sites - 1)
    return side._replace(hand=hand, tactics=side.tactics - 1)


def gain(side: Side, card: str) -> Side:
    """The side with a card more in its hand."""
    hand = None if side.hand is None else with_card(side.hand, card)
    if card in SITE_CARDS:
        return side._replace(hand=hand, sites=side.sites + 1)
    return side._replace(hand=hand, tactics=side.tactics + 1)


def discard(side: Side, *cards: str) -> Side:
    """The side with more cards in its discard pile."""
    return side._replace(discard=with_card(side.discard, *cards))


def close_answers(course: Course) -> Course:
    """The end of the chance to answer (4.6)."""
    return course._replace(arrived=None, flip_due=None, victor=None)


def relocate(state: State, role: str, number: int, to: str) -> State:
    """An agent stands on another space now."""
    side = state.side(role)
    return state.with_side(role, change_agent(side, number, side.agents[number]._replace(space=to)))


def arrive(state: State, role: str, number: int, to: str) -> State:
    """An agent has come to a space: it may be answered, and on the goal row speak (4.6, 7.3)."""
    state = relocate(state, role, number, to)
    course = state.course._replace(arrived=(role, number))
    if role == state.active and row(to) == GOAL_ROW[role]:
        course = course._replace(came=course.came | {number})
    return state._replace(course=course)


def move(state: State, role: str, origin: str, to: str) -> State:
    """An agent moves: it comes to the space, or opens a conflict there (6.1)."""
    if state.side(OTHER[role]).agent_at(to) is not None:
        return settle(state._replace(conflict=Fight(role, origin, to)))
    number = state.side(role).agent_at(origin)
    return settle(state if number is None else arrive(state, role, number, to))


def capture(state: State, captor: str, number: int) -> State:
    """An agent whose identity is seen goes to the captor's confinement (6.4); its side may flip
    (10.1).
    """
    loser = OTHER[captor]
    side = state.side(loser)
    agent = side.agents[number]
    state = state.with_side(loser, change_agent(side, number, agent._replace(space=None)))
    if loser == GOVERNMENT and state.drugged == number:
        state = state._replace(drugged=None)
    if loser == ONIWABAN and state.stunned == number:
        state = state._replace(stunned=None)
    may_flip = state.setup.ruleset.equipment and DOWN in side.equipment
    if agent.identity in IMPORTANT and may_flip:
        state = state._replace(course=state.course._replace(flip_due=loser))
    return state


def after_capture(state: State, captor: str) -> State:
    """The end by captures or decoys, or what is due next (7.1, 7.2, 7.4)."""
    held = state.side(OTHER[captor]).captured
    reals = sum(identity in REAL for identity in held)
    if reals >= REALS_TO_WIN:
        return end(state, captor, CAPTURES)
    if len(held) - reals >= FAKES_TO_LOSE:
        if captor != state.active or not declaration_due(state):
            return end(state, OTHER[captor], DECOYS)
        state = state._replace(course=close_answers(state.course)._replace(last_call=True))
    return settle(state)


def declaration_due(state: State) -> bool:
    """Whether an agent that came, or was part of a Swap, stands on the goal row (7.3)."""
    came = state.course.came
    return (
        bool(came) and state.active is not None and bool(came & {*on_goal_row(state, state.active)})
    )


def settle(state: State) -> State:
    """The same position in the phase that is due (4.3)."""
    if state.conflict is not None:
        return state._replace(phase=CONFLICT)
    course = state.course
    phase = DRAW
    if course.last_call:
        phase = DECLARE
    elif course.charge_due and state.active and next(pushes(state, state.active), None):
        phase = PUSH
    elif declaration_due(state):
        phase = DECLARE
    return state._replace(phase=phase)


def end(state: State, winner: str | None, reason: str) -> State:
    """The game is over by a rule."""
    course = close_answers(state.course)
    return state._replace(phase=OVER, winner=winner, reason=reason, course=course)


def begin_turn(state: State, role: str) -> State:
    """A side's turn begins; without a playable card it loses (4.4)."""
    state = state._replace(
        turn=state.turn + 1, active=role, phase=PLAY, course=Course(), conflict=None
    )
    return ask_stuck(state, role)


def ask_stuck(state: State, role: str) -> State:
    """4.4, where the hand is known: recorded or empty."""
    side = state.side(role)
    hand = () if side.cards_held == 0 else side.hand
    if hand is None or can_play(state, role, hand):
        return state
    return end(state, OTHER[role], STUCK)


def use(state: State, role: str, place: int, how: str) -> State:
    """An Equipment card of a side lies another way now."""
    side = state.side(role)
    cards = (*side.equipment[:place], how, *side.equipment[place + 1 :])
    return state.with_side(role, side._replace(equipment=cards))
