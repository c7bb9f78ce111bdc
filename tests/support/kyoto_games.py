"""Random games of Shadows in Kyoto for tests: any legal event may come, so that rare ones do."""

import random
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from games.core.search import playout
from games.kyoto.kind import KIND
from games.kyoto.rules.board import Board, default_board
from games.kyoto.rules.components import IDENTITIES, SITE_CARDS, TACTICS
from games.kyoto.rules.engine import ENGINE
from games.kyoto.rules.events import Abandon, Deal, Deploy, Resign, Stuck
from games.kyoto.rules.ruleset import FULL, MODES, Ruleset
from games.kyoto.rules.state import Phase, Setup, State

MOST = 4000
"""Legal events of a position that are looked at."""

Watch = Callable[[State, list[Any]], None]


def _nobody(_: State, __: list[Any]) -> None:
    """Nobody watches."""


def ruleset_of(mode: str, turn_cap: int = 100) -> Ruleset:
    """The ruleset of a mode's name."""
    words = mode.split("-")
    neutral = "neutral" in words
    return Ruleset("charisma" in words or neutral, neutral, "equipment" in words, turn_cap)


def header_of(mode: str, depth: str = FULL, turn_cap: int = 100) -> dict[str, Any]:
    """A log without events."""
    charisma, neutral, equipment, cap = ruleset_of(mode, turn_cap)
    flags = {"charisma": charisma, "neutral": neutral, "equipment": equipment, "turn_cap": cap}
    return {
        "format": "goryo-log/1",
        "game": "kyoto",
        "ruleset": flags,
        "players": [{"role": "oniwaban", "name": "Ai"}, {"role": "government", "name": None}],
        "setup": {"depth": depth},
        "events": [],
    }


def choose(state: State, rng: random.Random, watch: Watch = _nobody) -> Any:
    """A legal event; games are stopped by the rules alone. `watch` is shown those listed."""
    if state.phase is Phase.DEAL:
        return _deal("government" if state.sides[0].hand else "oniwaban", rng)
    if state.phase is Phase.DEPLOY:
        role = "government" if state.sides[0].agents else "oniwaban"
        starts = state.setup.board.starts[role]
        names = rng.sample(IDENTITIES, len(starts))
        return Deploy(role, tuple(zip(starts, names, strict=True)))
    events = [
        event
        for event in islice(ENGINE.legal_events(state), MOST)
        if not isinstance(event, Resign | Abandon | Stuck)
    ]
    watch(state, events)
    if not events:
        return Stuck()
    if state.phase is Phase.DRAW and rng.random() < 0.5:
        # as likely one of the few answers as one of the many draws
        kinds = sorted({type(event).__name__ for event in events})
        kind = rng.choice(kinds)
        events = [event for event in events if type(event).__name__ == kind]
    return rng.choice(events)


def _deal(role: str, rng: random.Random) -> Deal:
    sites, tactics = list(SITE_CARDS) * 5, [*TACTICS, "defend", "tunnel", "bait"]
    return Deal(role, (*rng.sample(sites, 4), *rng.sample(tactics, 2)))


def random_log(
    mode: str,
    seed: str,
    depth: str = FULL,
    turn_cap: int = 100,
    board: dict[str, Any] | None = None,
    watch: Watch = _nobody,
) -> dict[str, Any]:
    """A whole random game as a log, on the house board or another."""
    rng = random.Random(seed)
    there = default_board() if board is None else Board(board)
    setup = Setup(ruleset_of(mode, turn_cap), there, depth)
    events = playout(ENGINE, setup, lambda state: choose(state, rng, watch))
    plain = [KIND.log.codec.plain_event(event) for event in events]
    log = {**header_of(mode, depth, turn_cap), "events": plain}
    return log if board is None else {**log, "board": board}


def random_logs(number: int, depth: str = FULL) -> Iterator[dict[str, Any]]:
    """So many games, of every mode in turn."""
    modes = list(MODES)
    for at in range(number):
        yield random_log(modes[at % len(modes)], f"{depth} {at}", depth)
