"""Bots that play any legal event: for table logs and statistics, and for tests of rare events."""

from collections.abc import Callable
from itertools import islice

from games.core.chance import Chance, pick
from games.kyoto.bots import chance_events
from games.kyoto.rules.components import IDENTITIES
from games.kyoto.rules.events import Abandon, Deploy, Event, Resign, Stuck, Unmask
from games.kyoto.rules.generation import legal_events
from games.kyoto.rules.state import Phase, State, setup_role

MAX_EVENTS = 4000
"""The number of legal events of a position that are considered."""
ANSWER_CHANCE = 0.5
"""How often another event is as likely as a draw."""
STOPS = (Resign, Abandon, Stuck, Unmask)


def choose_any(state: State, chance: Chance) -> Event | None:
    """Return a legal event; only the rules end a game."""
    if state.phase in _SETUP:
        return _SETUP[state.phase](state, chance)
    events = [e for e in islice(legal_events(state), MAX_EVENTS) if not isinstance(e, STOPS)]
    if not events:
        return Stuck()
    if state.phase is Phase.DRAW and chance.random() < ANSWER_CHANCE:
        kinds = sorted({type(event).__name__ for event in events})
        kind = pick(kinds, chance)
        events = [event for event in events if type(event).__name__ == kind]
    return pick(events, chance)


def deploy_any(state: State, chance: Chance) -> Deploy:
    """Return a deployment at random."""
    role = setup_role(state)
    identities = list(IDENTITIES)
    starts = state.setup.board.starts[role]
    return Deploy(
        role, tuple((space, chance_events.take_any(identities, chance)) for space in starts)
    )


_SETUP: dict[Phase, Callable[[State, Chance], Event | None]] = {
    Phase.DEAL: chance_events.deal,
    Phase.DEPLOY: deploy_any,
    Phase.OVER: lambda _, __: None,
}


def at_random(state: State, chance: Chance) -> Event | None:
    """Return the next event of a full game, or None at the end: a baseline for statistics. All
    legal events that do not stop the game are equally likely. The draw counts as one event, from
    any piles.
    """
    if state.phase in _SETUP:
        return _SETUP[state.phase](state, chance)
    listed = legal_events(state, with_draws=False)
    events = [event for event in listed if not isinstance(event, STOPS)]
    if state.phase is Phase.DRAW and chance.random() * (len(events) + 1) < 1:
        return chance_events.draw(state, chance, chance_events.ANY)
    return pick(events, chance)
