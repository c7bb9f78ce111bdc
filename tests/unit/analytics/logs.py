"""Logs to count: games played at random by the engine's own legal events, and one whose every
number is known.
"""

import json
import random
from functools import cache
from itertools import islice
from typing import Any

from games.goryo.rules.board import default_board
from games.registry import KINDS, simulate
from tests.unit.replays.logs import two_players

KIND = KINDS["goryo"]
NAMES = ("Ann", "Ben", "Cy", "Di")
PAIRS = [("Ann", "Ben"), ("Ben", "ANN"), ("Ann", "Cy"), ("Ａnn", "Ben")] * 6
STOPS = {"resign", "abandon", "unmask"}

BOUND = {"type": "bind", "object": "mask"}
HAUNT = {"type": "haunt", "object": "vase", "space": "b4"}
FIRST = {"type": "plan", "route": ["b4", "b3", "b2", "c2"], "target": "c3"}
CHASE = [
    {"type": "move", "samurai": "green", "to": "c2"},
    {"type": "sniff", "samurai": "green", "space": "c3", "answer": True},
    {"type": "search", "samurai": "red", "answer": False},
]
SECOND = {"type": "plan", "route": ["c3", "b3", "b2", "c2"], "target": "d2"}
DISCOVER = {"type": "discover"}
ABANDON = {"type": "abandon"}
RESIGN = {role: {"type": "resign", "role": role} for role in ("goryo", "samurai")}
GORYO_WINS, SAMURAI_WIN = RESIGN["samurai"], RESIGN["goryo"]


def log_of(events: list[dict[str, Any]], **header: Any) -> dict[str, Any]:
    """A log with these events, on the default board, in the 2024 edition unless the header says
    otherwise.
    """
    base = {"format": "goryo-log/1", "game": "goryo", "ruleset": {"edition": "2024"}}
    return {**base, "players": two_players("Jane", "John"), **header, "events": events}


def one_round(*more: dict[str, Any], **header: Any) -> dict[str, Any]:
    """A game with one discovered round of known counts, and what else is given."""
    return log_of([BOUND, HAUNT, FIRST, *CHASE, DISCOVER, *more], **header)


def playout(seed: int, ending: str | None = None, **header: Any) -> dict[str, Any]:
    """A random game by the rules; `ending` breaks it off after some events: `resign`, `abandon` or
    `unfinished`.
    """
    chance = random.Random(seed)
    log = log_of([], x_seed=seed, **header)
    setup, _ = KIND.log.header.read_setup(log, [])
    state, events = KIND.rules.engine.initial_state(setup), []
    stop_at = chance.randrange(3, 25) if ending else None
    while KIND.rules.engine.outcome(state).reason is None and len(events) != stop_at:
        legal = islice(KIND.rules.engine.legal_events(state), 3000)
        event = chance.choice(
            [event for event in legal if KIND.log.codec.plain_event(event)["type"] not in STOPS]
        )
        events.append(event)
        state, _ = KIND.rules.engine.transition(state, event)
    plain = [KIND.log.codec.plain_event(event) for event in events]
    if KIND.rules.engine.outcome(state).reason is None and ending in {"resign", "abandon"}:
        role = chance.choice(["goryo", "samurai"]) if ending == "resign" else ""
        plain.append(RESIGN.get(role, ABANDON))
    return {**log, "events": plain}


def game(number: int, goryo: str, samurai: str, won: str, day: str | None = None) -> dict[str, Any]:
    """A game of one round that a role won because the other resigned."""
    resign = RESIGN["samurai" if won == "goryo" else "goryo"]
    dated = {"played_at": day} if day else {}
    return one_round(resign, players=two_players(goryo, samurai), x_n=number, **dated)


def season(count: int = 40, seed: int = 0) -> list[dict[str, Any]]:
    """Decided games of four players on some days."""
    chance = random.Random(seed)
    days = [None, "2026-01-05", "2026-01-05T18:00", "2026-02-01", "2025-12-31"]
    return [
        game(n, *chance.sample(NAMES, 2), chance.choice(["goryo", "samurai"]), chance.choice(days))
        for n in range(count)
    ]


def people(*pairs: tuple[str, str], seed: int = 0) -> list[dict[str, Any]]:
    """A random game for each pair of names: the Goryō's and the Samurai's."""
    logs = varied(len(pairs), seed)
    return [{**log, "players": two_players(*pair)} for log, pair in zip(logs, pairs, strict=True)]


@cache
def bot_log(kind: str, ruleset: str, seed: int) -> dict[str, Any]:
    """A game between bots, as if people had played it."""
    log = simulate(kind, ruleset, str(seed), random.Random(seed)).plain()
    return {key: value for key, value in log.items() if key not in ("x_simulated", "outcome")}


def kyoto_games(seed: int) -> list[dict[str, Any]]:
    """A game of each ruleset of Shadows in Kyoto."""
    return [
        {**bot_log("kyoto", ruleset, seed), "played_at": f"2026-{month:02}-01"}
        for month, ruleset in enumerate(KINDS["kyoto"].identity.rulesets, start=1)
    ]


def named(log: dict[str, Any], *names: str) -> dict[str, Any]:
    """The log with these names of its players."""
    players = [{**player, "name": name} for player, name in zip(log["players"], names, strict=True)]
    return {**log, "players": players}


def other_board() -> dict[str, Any]:
    """The default board under another id, so another board; its `name` tries to be markup."""
    changed = {"id": "mine", "name": "<b>x</b></script>", "provenance": "user"}
    return {**default_board().data, **changed}


def varied(count: int, seed: int = 0, **header: Any) -> list[dict[str, Any]]:
    """Random games over editions, modes, months (some unknown) and endings."""
    rulesets = [("2019", False), ("2021", False), ("2021", True), ("2024", False), ("2024", True)]
    dates = ["2026-01-31", "2026-03-01T23:30:00-05:00", None, "2025-12-24"]
    endings = [None, None, None, None, "resign", "abandon", "unfinished"]
    chance, logs = random.Random(seed), []
    for number in range(count):
        edition, advanced = chance.choice(rulesets)
        ruleset = {"edition": edition, **({"advanced": True} if advanced else {})}
        date, ending = chance.choice(dates), chance.choice(endings)
        dated = {"played_at": date} if date else {}
        logs.append(playout(seed * 10_000 + number, ending, ruleset=ruleset, **dated, **header))
    return logs


def ndjson(logs: list[dict[str, Any]]) -> bytes:
    """Logs as a file."""
    return "\n".join(json.dumps(log) for log in logs).encode()
