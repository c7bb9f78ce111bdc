"""A sensible player of either side, who sees what `observe` gives its side and nothing else."""

from collections.abc import Callable, Iterable

from games.core.chance import Chance, pick
from games.kyoto.bots.any_event import deploy_any
from games.kyoto.bots.evaluation import Evaluator
from games.kyoto.rules import events
from games.kyoto.rules.board import GOAL_ROW, row
from games.kyoto.rules.components import GOVERNMENT, ONIWABAN, OTHER, REAL, WILD
from games.kyoto.rules.events import Event
from games.kyoto.rules.generation import legal_events
from games.kyoto.rules.state import ANSWERING, Phase, State

PISTOL_SURE = 0.4
"""How likely a guess must be for the Pistol to be used on an attacker of no weight."""
FAN_WORTH = 4.0
"""What a second move must be worth for the Fan."""
_MOVES = (events.Site, events.Defend, events.Tunnel, events.Charge)


def choose_answer(seen: State, role: str, chance: Chance) -> Event | None:
    """What a side answers out of turn or before the draw: a flip, a spring, the Pistol, the Fan, or
    nothing (4.6, 10.4, 10.7).
    """
    if seen.phase is Phase.CONFLICT:
        return _pistol(seen) if role == ONIWABAN else None
    if seen.phase not in ANSWERING:
        return None
    events = [
        event
        for event in legal_events(seen)
        if isinstance(event, (events.Flip, events.Spring, *_MOVES))
    ]
    if seen.turn_state.flip_due == role:
        flips = [event for event in events if isinstance(event, events.Flip)]
        return pick(flips, chance) if flips else None
    worth = Evaluator(seen, role)
    if seen.turn_state.arrived is not None and seen.turn_state.arrived[0] == OTHER[role]:
        springs = [event for event in events if isinstance(event, events.Spring)]
        return _best(springs, worth.spring, chance) if springs and worth.is_threat() else None
    if role == GOVERNMENT and seen.active == role and seen.turn_state.victor is not None:
        moves = [event for event in events if isinstance(event, _MOVES)]
        best = _best(moves, worth.play, chance)
        return best if best is not None and worth.play(best) > FAN_WORTH else None
    return None


def choose_due(seen: State, role: str, chance: Chance) -> Event | None:
    """What a side does when it is its turn to do something; None where the draw is due."""
    if seen.phase is Phase.DEPLOY:
        return _deploy(seen, chance)
    worth = Evaluator(seen, role)
    events = list(legal_events(seen))
    if seen.phase is Phase.CHARISMA:
        return pick([event for event in events if isinstance(event, events.Charisma)], chance)
    used = _equipment(events, worth, chance) if seen.phase in (Phase.PLAY, Phase.DRAW) else None
    if used is not None:
        return used
    if seen.phase is Phase.DECLARE:
        return next((event for event in events if isinstance(event, events.Declare)), None)
    if seen.phase is Phase.DRAW:
        return None
    shows = [event for event in events if isinstance(event, events.Show)]
    wanted = (
        (events.Push,) if seen.phase not in (Phase.PLAY,) else (*_MOVES, events.Swap, events.Bait)
    )
    plays = [event for event in events if isinstance(event, wanted)]
    if not plays and shows:
        return shows[0]
    return _best(plays, worth.play, chance)


def _deploy(seen: State, chance: Chance) -> events.Deploy:
    """Real agents seldom stand on the start in the second row, where they would be seen first."""
    event = deploy_any(seen, chance)
    agents = dict(event.agents)
    front = next(space for space in agents if row(space) not in GOAL_ROW.values())
    if agents[front] in REAL:
        other = pick([space for space, one in agents.items() if one not in REAL], chance)
        agents[front], agents[other] = agents[other], agents[front]
    return events.Deploy(event.role, tuple(agents.items()))


def _pistol(seen: State) -> events.Pistol | None:
    """The likeliest identity of the attacker, where it is likely enough or the defender is real."""
    guesses = [event for event in legal_events(seen) if isinstance(event, events.Pistol)]
    if not guesses or seen.conflict is None:
        return None
    worth = Evaluator(seen, ONIWABAN)
    likely = worth.chances(seen.conflict.origin)
    best = max(guesses, key=lambda event: likely[event.guess])
    is_real = worth.own_identity(seen.conflict.to) in REAL
    return best if is_real or likely[best.guess] >= PISTOL_SURE else None


def _equipment(events: list[Event], worth: Evaluator, chance: Chance) -> Event | None:
    """A card that lies face up is used at once."""
    back = [event for event in events if isinstance(event, events.Typewriter)]
    if back:
        return max(back, key=lambda event: (event.card == WILD, worth.card(event.card)))
    chosen = [
        event for event in events if isinstance(event, (events.Bugs, events.Stun, events.Drugs))
    ]
    return _best(chosen, lambda event: worth.danger_of(event.agent), chance)


def _best(events: Iterable[Event], worth: Callable[..., float], chance: Chance) -> Event | None:
    """The event that is worth most; chance decides between those that are worth the same."""
    found = [(worth(event) + 0.5 * chance.random(), n, event) for n, event in enumerate(events)]
    return max(found)[2] if found else None
