"""What follows automatically from an event: arrivals, captures, the next phase, turns and the end
(rules page, sections 4, 6 and 7).
"""

from games.kyoto.rules import components
from games.kyoto.rules.board import GOAL_ROW, row
from games.kyoto.rules.knowledge import agents_on_goal_row, has_identity, restrict
from games.kyoto.rules.moves import pushes
from games.kyoto.rules.playability import has_playable_card
from games.kyoto.rules.state import Agent, Fight, Phase, Side, State, TurnState

CAPTURES, DECOYS, ESCAPE, STUCK, TURN_CAP = "captures", "decoys", "escape", "stuck", "turn_cap"
RESIGN, ABANDON = "resign", "abandon"
REALS_TO_WIN, FAKES_TO_LOSE = 2, 3


def replace_agent(side: Side, number: int, agent: Agent) -> Side:
    """Return the side with agent `number` replaced."""
    return side._replace(agents=(*side.agents[:number], agent, *side.agents[number + 1 :]))


def reveal(side: Side, number: int, identity: str) -> Side:
    """Return the side with an agent face up, which is public knowledge (11.2)."""
    agent = Agent(side.agents[number].space, identity, True)
    return restrict(replace_agent(side, number, agent), has_identity(number, identity))


def spend(side: Side, card: str) -> Side:
    """Return the side without a card of its hand."""
    hand = None if side.hand is None else components.remove_card(side.hand, card)
    is_site = card in components.SITE_CARDS
    return side._replace(
        hand=hand, sites=side.sites - is_site, tactics=side.tactics - (not is_site)
    )


def add_to_hand(side: Side, *cards: str) -> Side:
    """Return the side with more cards (in a table log, names of piles) in its hand."""
    hand = None if side.hand is None else components.add_cards(side.hand, *cards)
    sites = components.count_sites(cards) + cards.count(components.SITE)
    return side._replace(
        hand=hand, sites=side.sites + sites, tactics=side.tactics + len(cards) - sites
    )


def discard(side: Side, *cards: str) -> Side:
    """Return the side with more cards in its discard pile."""
    return side._replace(discard=components.add_cards(side.discard, *cards))


def close_answers(state: State) -> State:
    """End the chance to answer (4.6)."""
    return state.with_turn(arrived=None, flip_due=None, victor=None)


def relocate(state: State, role: str, number: int, to: str) -> State:
    """Put an agent on another space."""
    side = state.side(role)
    agent = side.agents[number]._replace(space=to)
    return state.with_side(role, replace_agent(side, number, agent))


def arrive(state: State, role: str, number: int, to: str) -> State:
    """Let an agent arrive: a mark may push it, and on the goal row it may escape (4.6, 7.3)."""
    state = relocate(state, role, number, to)
    goal_arrivals = state.turn_state.goal_arrivals
    if role == state.active and row(to) == GOAL_ROW[role]:
        goal_arrivals |= {number}
    return state.with_turn(arrived=(role, number), goal_arrivals=goal_arrivals)


def move(state: State, role: str, origin: str, to: str) -> State:
    """Move an agent: it arrives, or opens a conflict (6.1)."""
    if state.side(components.OTHER[role]).agent_at(to) is not None:
        return set_next_phase(state._replace(conflict=Fight(role, origin, to)))
    return set_next_phase(arrive(state, role, state.side(role).number_at(origin), to))


def capture(state: State, captor: str, number: int) -> State:
    """Move a face-up agent to the captor's confinement (6.4); its side may flip (10.1)."""
    loser = components.OTHER[captor]
    side = state.side(loser)
    agent = side.agents[number]
    state = state.with_side(loser, replace_agent(side, number, agent._replace(space=None)))
    if loser == components.GOVERNMENT and state.drugged == number:
        state = state._replace(drugged=None)
    if loser == components.ONIWABAN and state.stunned == number:
        state = state._replace(stunned=None)
    may_flip = state.setup.ruleset.equipment and components.DOWN in side.equipment
    if agent.identity in components.IMPORTANT and may_flip:
        state = state.with_turn(flip_due=loser)
    return state


def after_capture(state: State, captor: str) -> State:
    """End the game by captures or decoys, or set the next phase (7.1, 7.2, 7.4)."""
    captives = state.side(components.OTHER[captor]).captured
    reals = sum(identity in components.REAL for identity in captives)
    if reals >= REALS_TO_WIN:
        return end_game(state, captor, CAPTURES)
    if len(captives) - reals >= FAKES_TO_LOSE:
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
    turn_state = state.turn_state
    phase = Phase.DRAW
    if state.conflict is not None:
        phase = Phase.CONFLICT
    elif turn_state.must_escape:
        phase = Phase.DECLARE
    elif turn_state.push_due and state.active and next(pushes(state, state.active), None):
        phase = Phase.PUSH
    elif is_declaration_due(state):
        phase = Phase.DECLARE
    return state._replace(phase=phase)


def end_game(state: State, winner: str | None, reason: str) -> State:
    """End the game by a rule."""
    return close_answers(state)._replace(phase=Phase.OVER, winner=winner, reason=reason)


def begin_turn(state: State, role: str) -> State:
    """Begin a side's turn; without a playable card the side loses (4.4)."""
    state = state._replace(
        turn=state.turn + 1, active=role, phase=Phase.PLAY, turn_state=TurnState(), conflict=None
    )
    return check_stuck(state, role)


def check_stuck(state: State, role: str) -> State:
    """End the game if a known hand, recorded or empty, has no playable card (4.4)."""
    side = state.side(role)
    hand = () if side.cards_held == 0 else side.hand
    if hand is None or has_playable_card(state, role, hand):
        return state
    return end_game(state, components.OTHER[role], STUCK)


def set_equipment(state: State, card: str, status: str) -> State:
    """Set the status of an Equipment card."""
    role = components.EQUIPMENT_OWNER[card]
    side, index = state.side(role), components.EQUIPMENT[role].index(card)
    cards = (*side.equipment[:index], status, *side.equipment[index + 1 :])
    return state.with_side(role, side._replace(equipment=cards))
