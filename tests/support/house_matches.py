"""Games between house bots, played as rooms play them, and who won them."""

import math
import random
import time
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from games.core.house_play import play_on
from games.core.replay import Replay
from games.registry import get_kind, judge_log

RULESETS = {"goryo": "2024", "gorinto": "2p-burrow", "kyoto": "base"}
SEATS = {
    "goryo": ("goryo", "samurai"), "gorinto": ("p1", "p2"), "kyoto": ("oniwaban", "government"),
}  # fmt: skip


class Game(NamedTuple):
    """A game between bots: its replay, and the most processor time of one event, in seconds."""

    replay: Replay
    slowest: float


def seeded(seed: str) -> Any:
    """Return chance for each event and purpose, from a seed."""
    return lambda number, purpose: random.Random(f"{seed}:{number}:{purpose}")


def play(slug: str, bots: Mapping[str, str], seed: str, ruleset: str = "") -> Game:
    """Return a game between bots, judged like any log."""
    kind = get_kind(slug)
    header = kind.log.simulated_header(ruleset or RULESETS[slug], None, random.Random(seed))
    record = judge_log({**header, "events": []}).record
    assert record is not None
    state = kind.rules.engine.initial_state(record.setup)
    events, slowest = [], 0.0
    started = time.process_time()
    for event in play_on(kind, state, bots, seeded(seed), 0):
        events.append(event.plain)
        slowest = max(slowest, time.process_time() - started)
        started = time.process_time()
    judged = judge_log({**header, "events": events})
    assert judged.replay is not None
    assert not judged.findings, judged.findings
    return Game(judged.replay, slowest)


class Result(NamedTuple):
    """Wins of the first bot in a number of games with a winner."""

    wins: int
    n: int

    def interval(self) -> tuple[float, float]:
        """Return the 95 % interval of Wilson for the share of wins."""
        z, p, n = 1.96, self.wins / self.n, self.n
        centre = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return centre - half, centre + half


def match(slug: str, first: str, second: str, games: int, seed: str) -> Result:
    """Return the wins of a strength against another one. They change seats after each game."""
    wins = n = 0
    for number, replay in enumerate(_games(slug, (first, second), games, seed)):
        seat = SEATS[slug][number % 2]
        winners = replay.outcome.winners
        if winners:
            n += 1
            wins += seat in winners
    return Result(wins, n)


def _games(slug: str, strengths: tuple[str, str], games: int, seed: str) -> Iterator[Replay]:
    for number in range(games):
        a, b = SEATS[slug]
        seats = (a, b) if number % 2 == 0 else (b, a)
        bots = dict(zip(seats, strengths, strict=True))
        yield play(slug, bots, f"{seed}:{number // 2}").replay
