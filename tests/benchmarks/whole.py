"""Games of Gorinto or Kyoto per second that are parsed, validated and replayed from JSON, and that
are only replayed: from parsed events, without checking that they are legal.

The second is comparable with Game Park's implementation of Gorinto (TypeScript, run by Node), which
replays 25,570 to 37,388 logs per second on one core, from a parsed start state and without checks.
That was measured once, on another machine of this kind, and is printed as a record; it is not
measured here. Kyoto has no peer.

`python -m tests.benchmarks` runs it with the Python modules and with compiled ones. Prints a JSON
object.
"""

import json
import random
import statistics
import time
from collections.abc import Iterator
from typing import Any

from tests.benchmarks.timing import arguments, rate

ROUNDS, GAMES = 9, 120
PEER = {"least": 25_570, "most": 37_388}


def gorinto_logs() -> Iterator[dict[str, Any]]:
    """Whole random games of every mode; the same every time."""
    from tests.support.gorinto import MODES, random_log

    for n in range(GAMES):
        yield random_log(MODES[n % len(MODES)], random.Random(f"bench:{n}"))


def kyoto_logs() -> Iterator[dict[str, Any]]:
    """Whole random games of every mode, fully recorded; the same every time."""
    from tests.support.kyoto_games import random_logs

    yield from random_logs(GAMES)


LOGS = {"gorinto": gorinto_logs, "kyoto": kyoto_logs}


def main() -> None:
    """Measure both on the same games."""
    options = arguments(kind={"choices": LOGS})
    from games.registry import get_kind, judge

    data = "\n".join(map(json.dumps, LOGS[options.kind]())).encode()
    engine = get_kind(options.kind).rules.engine
    records = [judged.record for judged in judge(data)]
    initial, transition = engine.initial_state, engine.transition

    def whole() -> int:
        refused = [judged.findings for judged in judge(data) if judged.findings]
        if refused:
            raise ValueError(f"games to measure with are refused: {refused}")
        return len(records)

    def alone() -> int:
        for record in records:
            state = initial(record.setup)
            for entry in record.entries:
                state, _ = transition(state, entry.event)
        return len(records)

    whole()
    alone()
    figures = {"events": statistics.mean(len(record.entries) for record in records)}
    for name, work in (("judged_per_s", whole), ("replayed_per_s", alone)):
        # Of processor time, as the peer was measured.
        rates = [rate(work, time.process_time) for _ in range(ROUNDS)]
        figures[name] = statistics.median(rates)
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
