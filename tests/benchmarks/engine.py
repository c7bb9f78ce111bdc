"""Speed of parsing, validating and replaying logs, compared with python-chess and a PGN, and of
beliefs.

`python -m tests.benchmarks` runs it with the Python modules and with compiled ones. Prints a JSON
object.
"""

import io
import json
import random
import statistics
import time
from collections import deque
from collections.abc import Callable
from itertools import islice
from time import process_time

import chess.pgn

from tests.benchmarks.timing import arguments, rate

ROUNDS = 9
CHESS_GAMES, CHESS_PLIES = 60, 80


def chess_pgn() -> str:
    """Return a fixed PGN: random legal games from a fixed seed."""
    rng = random.Random(1)
    games = []
    for _ in range(CHESS_GAMES):
        board = chess.Board()
        for _ in range(CHESS_PLIES):
            if moves := list(board.legal_moves):
                board.push(rng.choice(moves))
        games.append(str(chess.pgn.Game.from_board(board)))
    return "\n\n".join(games)


def read_chess(pgn: str) -> int:
    """Parse, validate and replay every game with python-chess; return the number of plies."""
    source, plies = io.StringIO(pgn), 0
    while (game := chess.pgn.read_game(source)) is not None:
        if game.errors:
            raise ValueError(f"python-chess refused its own game: {game.errors}")
        plies += game.end().ply()
    return plies


def read_goryo(data: bytes) -> int:
    """Parse, validate and replay every game; return the number of events."""
    from games.registry import judge

    events = 0
    for judged in judge(data):
        if judged.findings or judged.replay is None:
            raise ValueError(f"a log to measure with is refused: {judged.findings}")
        events += len(judged.replay.steps)
    return events


def beliefs(data: bytes) -> Callable[[], int]:
    """Return a function that infers the belief of every chase step of the logs."""
    from games.goryo.inference import infer_belief
    from games.goryo.rules.engine import ENGINE
    from games.goryo.rules.state import CHASE, PublicView
    from games.registry import judge

    replays = (judged.replay for judged in judge(data) if judged.replay is not None)
    seen = (ENGINE.observe(step.state, "samurai") for replay in replays for step in replay.steps)
    chases = (v for v in seen if isinstance(v, PublicView) and v.table.phase is CHASE)
    views = list(islice(chases, 4000))
    return lambda: len([infer_belief(view) for view in views])


def replay_milliseconds(data: bytes) -> list[float]:
    """Return the milliseconds that each game takes from text to its last step."""
    from games.registry import judge

    times = []
    for line in data.splitlines():
        start = time.perf_counter()
        deque(judge(line), maxlen=0)
        times.append((time.perf_counter() - start) * 1000)
    return times


def main() -> None:
    """Measure peer and engine in turn, so that both see the same machine."""
    options = arguments(logs={"nargs": "*"})
    from tests.benchmarks.logs import read_logs

    data, pgn = read_logs(options.logs), chess_pgn()
    read_goryo(data)
    rates = [
        (rate(lambda: read_chess(pgn), process_time), rate(lambda: read_goryo(data), process_time))
        for _ in range(ROUNDS)
    ]
    plies, events = zip(*rates, strict=True)
    work = beliefs(data)
    work()
    samples = {
        "events_per_s": events,
        "chess_plies_per_s": plies,
        "vs_python_chess": [event / ply for ply, event in rates],
        "belief_per_s": [rate(work, process_time) for _ in range(5)],
        "replay_ms": replay_milliseconds(data),
    }
    print(json.dumps({name: statistics.median(values) for name, values in samples.items()}))


if __name__ == "__main__":
    main()
