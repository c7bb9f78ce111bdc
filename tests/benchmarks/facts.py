"""What the facts of a game cost compared with judging it, for each game; and how fast the games are
judged, compared with each other.

`python -m tests.benchmarks.facts` measures in processor time, all games in turn, so that they see
the same machine. Judging is reading, checking and replaying a whole log from JSON. Facts are
everything that counting then computes from the replay (`Counting.facts` and `seat_facts`).

Prints a JSON object: for each game `judged_per_s`, `judge_ms` and `facts_ms` per game,
`facts_share` (facts divided by judging) and, for Kyoto, `judged_share` (of Gorinto's rate); medians
of the rounds. `KIND.part.NAME` is the share of the facts that a part of them costs, such as
`_count_chases`: by a profiler, which makes small functions look slower than they are.
"""

import cProfile
import gc
import json
import pstats
import statistics
import time
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from tests.benchmarks.timing import arguments
from tests.benchmarks.whole import LOGS

ROUNDS, GORYO_GAMES = 9, 120


def read_all() -> dict[str, bytes]:
    """Return games of each kind as NDJSON; the same every time."""
    from tests.benchmarks.logs import make_logs  # late: it imports one form of the games

    others = {kind: "\n".join(map(json.dumps, logs())).encode() for kind, logs in LOGS.items()}
    return {"goryo": make_logs(GORYO_GAMES), **others}


def read(games: Iterable[Any]) -> None:
    """Go through all games without keeping them."""
    deque(games, maxlen=0)


def milliseconds(work: Callable[[], Any], games: int) -> float:
    """Return the processor time of one call, per game."""
    start = time.process_time()
    work()
    return (time.process_time() - start) * 1000 / games


def cost_by_part(work: Callable[[], Any]) -> dict[str, float]:
    """Return for each function that `facts` and `seat_facts` call their share of the whole time."""
    profiler = cProfile.Profile()
    profiler.runcall(work)
    calls: dict[Any, Any] = pstats.Stats(profiler).stats  # type: ignore[attr-defined]
    roots = {function for function in calls if function[2] in ("facts", "seat_facts")}
    total = sum(calls[function][3] for function in roots)
    parts: dict[str, float] = {}
    for (_, _, name), (*_, callers) in calls.items():
        seconds = sum(call[3] for caller, call in callers.items() if caller in roots)
        if seconds > total / 100:
            parts[name] = parts.get(name, 0.0) + seconds / total
    return parts


def main() -> None:
    """Measure all games in turn."""
    arguments()
    from games.registry import get_kind, judge

    data = read_all()
    replays = {
        kind: [judged.replay for judged in judge(logs) if judged.replay is not None]
        for kind, logs in data.items()
    }
    samples: dict[str, list[float]] = {}
    gc.freeze()  # the replays that are only kept for this are not part of the work

    def count(kind: str) -> None:
        counting = get_kind(kind).counting
        for replay in replays[kind]:
            replay.derived.clear()  # as for a new game
            counting.facts(replay)
            counting.seat_facts(replay)

    for number in range(ROUNDS + 1):
        judging = {}
        for kind, logs in data.items():
            games = len(replays[kind])
            # one game after the other, as in an upload
            judging[kind] = milliseconds(partial(read, judge(logs)), games)
            facts = milliseconds(partial(count, kind), games)
            if number == 0:  # a warm-up
                continue
            figures = {"judged_per_s": 1000 / judging[kind], "judge_ms": judging[kind]}
            figures |= {"facts_ms": facts, "facts_share": facts / judging[kind]}
            for name, value in figures.items():
                samples.setdefault(f"{kind}.{name}", []).append(value)
        if number:
            share = judging["gorinto"] / judging["kyoto"]
            samples.setdefault("kyoto.judged_share", []).append(share)
    figures = {name: statistics.median(values) for name, values in samples.items()}
    for kind in data:
        parts = cost_by_part(partial(count, kind))
        figures |= {f"{kind}.part.{name}": share for name, share in parts.items()}
    print(json.dumps({name: round(value, 4) for name, value in figures.items()}))


if __name__ == "__main__":
    main()
