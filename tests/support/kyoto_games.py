"""Random games of Shadows in Kyoto for tests, with any legal event."""

import random
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from games.core.engine import playout
from games.kyoto.kind import KIND
from games.kyoto.rules.board import Board, default_board
from games.kyoto.rules.components import IDENTITIES, SITE_CARDS, TACTICS
from games.kyoto.rules.engine import ENGINE
from games.kyoto.rules.events import Abandon, Deal, Deploy, Resign, Stuck
from games.kyoto.rules.ruleset import FULL, MODES, Ruleset
from games.kyoto.rules.state import Phase, Setup, State

MAX_EVENTS = 4000
"""The number of legal events of a position that are considered."""

Watch = Callable[[State, list[Any]], object]


def ruleset_of(mode: str, turn_cap: int = 100) -> Ruleset:
    """Return the ruleset of a mode."""
    modules = mode.split("-")
    neutral = "neutral" in modules
    return Ruleset("charisma" in modules or neutral, neutral, "equipment" in modules, turn_cap)


def header_of(mode: str, depth: str = FULL, turn_cap: int = 100) -> dict[str, Any]:
    """Return a log without events."""
    return {
        "format": "goryo-log/1",
        "game": "kyoto",
        "ruleset": ruleset_of(mode, turn_cap)._asdict(),
        "players": [{"role": "oniwaban", "name": "Ai"}, {"role": "government", "name": None}],
        "setup": {"depth": depth},
        "events": [],
    }


def choose(state: State, rng: random.Random, watch: Watch | None = None) -> Any:
    """Return a legal event; only the rules end a game. `watch` gets the listed events."""
    if state.phase is Phase.DEAL:
        sites, tactics = list(SITE_CARDS) * 5, [*TACTICS, "defend", "tunnel", "bait"]
        role = "government" if state.sides[0].hand else "oniwaban"
        return Deal(role, (*rng.sample(sites, 4), *rng.sample(tactics, 2)))
    if state.phase is Phase.DEPLOY:
        role = "government" if state.sides[0].agents else "oniwaban"
        starts = state.setup.board.starts[role]
        names = rng.sample(IDENTITIES, len(starts))
        return Deploy(role, tuple(zip(starts, names, strict=True)))
    events = [
        event
        for event in islice(ENGINE.legal_events(state), MAX_EVENTS)
        if not isinstance(event, Resign | Abandon | Stuck)
    ]
    if watch is not None:
        watch(state, events)
    if not events:
        return Stuck()
    if state.phase is Phase.DRAW and rng.random() < 0.5:
        # Each type of event is equally likely, however many events it has.
        kind = rng.choice(sorted({type(event).__name__ for event in events}))
        events = [event for event in events if type(event).__name__ == kind]
    return rng.choice(events)


def random_log(
    mode: str,
    seed: str,
    depth: str = FULL,
    turn_cap: int = 100,
    board: dict[str, Any] | None = None,
    watch: Watch | None = None,
) -> dict[str, Any]:
    """Return a random game as a log, on the default board or another."""
    rng = random.Random(seed)
    played_on = default_board() if board is None else Board(board)
    setup = Setup(ruleset_of(mode, turn_cap), played_on, depth)
    events = playout(ENGINE, setup, lambda state: choose(state, rng, watch))
    plain = [KIND.log.codec.plain_event(event) for event in events]
    log = {**header_of(mode, depth, turn_cap), "events": plain}
    return log if board is None else {**log, "board": board}


def random_logs(number: int, depth: str = FULL) -> Iterator[dict[str, Any]]:
    """Yield so many games, of every mode in turn."""
    modes = list(MODES)
    for index in range(number):
        yield random_log(modes[index % len(modes)], f"{depth} {index}", depth)
