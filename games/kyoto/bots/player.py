"""A sensible player of either side, who sees only what `observe` gives its side."""

from collections.abc import Callable, Iterable

from games.core.chance import Chance, pick
from games.kyoto.bots.any_event import deploy_any
from games.kyoto.bots.evaluation import Evaluator
from games.kyoto.rules import events
from games.kyoto.rules.board import GOAL_ROW, row
from games.kyoto.rules.components import GOVERNMENT, ONIWABAN, OTHER, REAL, WILD
from games.kyoto.rules.events import Event
from games.kyoto.rules.generation import legal_events
from games.kyoto.rules.state import ANSWER_PHASES, Phase, State

PISTOL_CONFIDENCE = 0.4
"""The probability from which the Pistol is used when a fake agent is attacked."""
NOISE = 0.5
"""Random noise in the value of an event: chance decides between almost equal ones."""
FAN_THRESHOLD = 4.0
"""The value from which the Fan is used for a second move."""
_MOVES = (events.Site, events.Defend, events.Tunnel, events.Charge)


def choose_answer(view: State, role: str, chance: Chance, noise: float = NOISE) -> Event | None:
    """Return a side's answer or None: a flip, a spring, the Pistol or the Fan (4.6, 10.4, 10.7)."""
    if view.phase is Phase.CONFLICT:
        return _pistol(view) if role == ONIWABAN else None
    if view.phase not in ANSWER_PHASES:
        return None
    legal = [e for e in legal_events(view) if isinstance(e, (events.Flip, events.Spring, *_MOVES))]
    turn_state = view.turn_state
    if turn_state.flip_due == role:
        flips = [event for event in legal if isinstance(event, events.Flip)]
        return pick(flips, chance) if flips else None
    evaluator = Evaluator(view, role)
    if turn_state.arrived is not None and turn_state.arrived[0] == OTHER[role]:
        springs = [event for event in legal if isinstance(event, events.Spring)]
        return _best(springs, evaluator.spring, chance, noise) if evaluator.is_threat() else None
    if role == GOVERNMENT and view.active == role and turn_state.victor is not None:
        moves = [event for event in legal if isinstance(event, _MOVES)]
        best = _best(moves, evaluator.play, chance, noise)
        return best if best is not None and evaluator.play(best) > FAN_THRESHOLD else None
    return None


def choose_due(
    view: State,
    role: str,
    chance: Chance,
    noise: float = NOISE,
    among: Callable[[list[Event]], Event] | None = None,
) -> Event | None:
    """Return what a side does in its turn, or None when it must draw. `among` decides between its
    plays, sorted by value; without it the one with the highest value is chosen.
    """
    if view.phase is Phase.DEPLOY:
        return _deploy(view, chance)
    evaluator = Evaluator(view, role)
    legal = list(legal_events(view))
    if view.phase is Phase.CHARISMA:
        return pick([event for event in legal if isinstance(event, events.Charisma)], chance)
    may_use = view.phase in (Phase.PLAY, Phase.DRAW)
    equipment = _equipment(legal, evaluator, chance, noise) if may_use else None
    if equipment is not None:
        return equipment
    if view.phase is Phase.DECLARE:
        return next((event for event in legal if isinstance(event, events.Declare)), None)
    if view.phase is Phase.DRAW:
        return None
    shows = [event for event in legal if isinstance(event, events.Show)]
    is_play = view.phase is Phase.PLAY
    types = (*_MOVES, events.Swap, events.Bait) if is_play else (events.Push,)
    plays = [event for event in legal if isinstance(event, types)]
    if not plays and shows:
        return shows[0]
    if among is not None and len(plays) > 1:
        return among(sorted(plays, key=evaluator.play, reverse=True))
    return _best(plays, evaluator.play, chance, noise)


def _deploy(view: State, chance: Chance) -> events.Deploy:
    """Keep real agents off the start in the second row, where they would be revealed first."""
    event = deploy_any(view, chance)
    agents = dict(event.agents)
    front = next(space for space in agents if row(space) not in GOAL_ROW.values())
    if agents[front] in REAL:
        fakes = [space for space, identity in agents.items() if identity not in REAL]
        other = pick(fakes, chance)
        agents[front], agents[other] = agents[other], agents[front]
    return events.Deploy(event.role, tuple(agents.items()))


def _pistol(view: State) -> events.Pistol | None:
    """Guess the likeliest identity of the attacker, if it is likely or the defender is real."""
    guesses = [event for event in legal_events(view) if isinstance(event, events.Pistol)]
    if not guesses or view.conflict is None:
        return None
    evaluator = Evaluator(view, ONIWABAN)
    shares = evaluator.shares(view.conflict.origin)
    best = max(guesses, key=lambda event: shares[event.guess])
    is_real = evaluator.own_identity(view.conflict.to) in REAL
    return best if is_real or shares[best.guess] >= PISTOL_CONFIDENCE else None


def _equipment(
    legal: list[Event], evaluator: Evaluator, chance: Chance, noise: float
) -> Event | None:
    """Use a face-up card at once."""
    recovered = [event for event in legal if isinstance(event, events.Typewriter)]
    if recovered:
        return max(recovered, key=lambda event: (event.card == WILD, evaluator.card(event.card)))
    types = (events.Bugs, events.Stun, events.Drugs)
    aimed = [event for event in legal if isinstance(event, types)]
    return _best(aimed, lambda event: evaluator.danger_of(event.agent), chance, noise)


def _best(
    options: Iterable[Event], value: Callable[..., float], chance: Chance, noise: float
) -> Event | None:
    """Return the event of the highest value, with noise."""
    ranked = [(value(event) + noise * chance.random(), n, event) for n, event in enumerate(options)]
    return max(ranked)[2] if ranked else None
