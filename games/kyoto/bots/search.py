"""The strongest bot: it tries its best plays in positions that fit what its side sees, lets both
sides play on for some turns, and chooses the play with the best results.
"""

from collections.abc import Sequence

from games.core.chance import Chance, pick
from games.kyoto.bots import chance_events
from games.kyoto.bots.player import choose_answer, choose_due
from games.kyoto.rules import components
from games.kyoto.rules.assignments import ALL_ASSIGNMENTS, Assignment
from games.kyoto.rules.board import HOME_ROW, row
from games.kyoto.rules.components import OTHER, REAL, SIDES
from games.kyoto.rules.events import Event
from games.kyoto.rules.knowledge import count_unseen
from games.kyoto.rules.state import Agent, Phase, Pile, Side, State, setup_role
from games.kyoto.rules.transition import transition
from games.kyoto.rules.views import observe

CANDIDATES, SAMPLES, TURNS = 5, 8, 4
"""How many plays are tried, in how many positions, and for how many turns each."""
NOISE = 2.0
REAL_AGENT, FAKE_AGENT, STEP = 0.22, 0.03, 0.02
"""The values of agents and of steps forward at the end of a try, where a win is 1."""
EVENTS_MAX = 200
ASSIGNMENTS_MAX = 24
"""The most assignments (11.2) that the sides consider in a try, for speed."""
_NUMBERS = {assignment: number for number, assignment in enumerate(ALL_ASSIGNMENTS)}


def best_play(view: State, role: str, plays: Sequence[Event], chance: Chance) -> Event:
    """Return the best of some plays, by what follows in positions that fit the view of a side."""
    sums = [0.0] * len(plays)
    for _ in range(SAMPLES):
        position = imagine(view, role, chance)
        for number, event in enumerate(plays):
            after, _effects = transition(position, chance_events.with_truth(position, event))
            sums[number] += _value(_play_on(after, chance), role)
    return plays[max(range(len(plays)), key=sums.__getitem__)]


def imagine(view: State, role: str, chance: Chance) -> State:
    """Return a position that fits what a side sees: the other side's agents, hand, marks and piles
    at random.
    """
    other = OTHER[role]
    side = view.side(other)
    assignment = pick(sorted(side.assignments), chance)
    agents = tuple(
        Agent(agent.space, assignment[number], agent.revealed)
        for number, agent in enumerate(side.agents)
    )
    unseen = [card for card, n in count_unseen(view, other).items() for _ in range(n)]
    sites = [card for card in unseen if components.pile_of(card) == components.SITE]
    tactics = [card for card in unseen if components.pile_of(card) != components.SITE]
    coloured = [card for card in sites if card != components.WILD]
    baits = []
    for marks in side.baits:
        chosen = [chance_events.take_any(coloured, chance) for _ in marks]
        for card in chosen:
            sites.remove(card)
        baits.append(tuple(chosen))
    hand = [chance_events.take_any(sites, chance) for _ in range(side.sites)]
    hand += [chance_events.take_any(tactics, chance) for _ in range(side.tactics)]
    piles = tuple(Pile(len(cards), tuple(sorted(cards))) for cards in (sites, tactics))
    true = tuple(agent.identity or "" for agent in view.side(role).agents)
    own = view.side(role)
    view = view.with_side(role, own.with_possible(_some(own, true, chance)))
    full = side._replace(
        possible=_some(side, assignment, chance),
        agents=agents,
        hand=components.add_cards((), *hand),
        piles=(piles[0], piles[1]),
        baits=tuple(baits),
    )
    return view.with_side(other, full)


def _some(side: Side, true: Assignment, chance: Chance) -> int:
    """Return some of a side's assignments, with the true one, as a bit set."""
    every = sorted(side.assignments)
    if len(every) <= ASSIGNMENTS_MAX:
        return side.possible
    chosen = {true, *(pick(every, chance) for _ in range(ASSIGNMENTS_MAX - 1))}
    return sum([1 << _NUMBERS[assignment] for assignment in chosen])


def _play_on(state: State, chance: Chance) -> State:
    last = state.turn + TURNS
    for _ in range(EVENTS_MAX):
        if state.phase is Phase.OVER or state.turn >= last:
            break
        event = _next(state, chance)
        if event is None:
            break
        state, _effects = transition(state, event)
    return state


def _next(state: State, chance: Chance) -> Event | None:
    for role in SIDES:
        answer = choose_answer(observe(state, role), role, chance, NOISE)
        if answer is not None:
            return chance_events.with_truth(state, answer)
    if state.phase is Phase.CONFLICT:
        return chance_events.conflict(state)
    role = setup_role(state) if state.phase is Phase.CHARISMA else state.active_role
    event = choose_due(observe(state, role), role, chance, NOISE)
    if event is None and state.phase is Phase.DRAW:
        return chance_events.draw(state, chance)
    return None if event is None else chance_events.with_truth(state, event)


def _value(state: State, role: str) -> float:
    """Return the value of a position to a side, from 0 (lost) to 1 (won)."""
    if state.phase is Phase.OVER:
        return 0.5 if state.winner is None else float(state.winner == role)
    difference = _strength(state, role) - _strength(state, OTHER[role])
    return min(max(0.5 + difference, 0.05), 0.95)


def _strength(state: State, role: str) -> float:
    total = 0.0
    for agent in state.side(role).agents:
        if agent.space is not None:
            is_real = agent.identity in REAL
            forward = abs(row(agent.space) - HOME_ROW[role])
            total += (REAL_AGENT if is_real else FAKE_AGENT) + STEP * forward * (1 + is_real)
    return total
