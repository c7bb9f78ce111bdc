"""How fast logs are parsed, validated and replayed, beside python-chess doing the same to a PGN;
and beliefs a second.

Run by `python -m tests.benchmarks`, once with the pure modules and once with compiled ones. Prints
a JSON object.
"""

import argparse
import io
import json
import random
import statistics
import sys
import time
from collections.abc import Callable

ROUNDS = 9
CHESS_GAMES, CHESS_PLIES = 60, 80


def chess_pgn() -> str:
    """A fixed PGN: random legal games from a fixed seed."""
    import chess
    import chess.pgn

    rng = random.Random(1)
    games = []
    for _ in range(CHESS_GAMES):
        board, game = chess.Board(), chess.pgn.Game()
        node: chess.pgn.GameNode = game
        for _ in range(CHESS_PLIES):
            moves = list(board.legal_moves)
            if not moves:
                break
            move = rng.choice(moves)
            node = node.add_variation(move)
            board.push(move)
        games.append(str(game))
    return "\n\n".join(games)


def read_chess(pgn: str) -> int:
    """Parse, validate and replay every game with python-chess; the number of plies."""
    import chess.pgn

    source, plies = io.StringIO(pgn), 0
    while (game := chess.pgn.read_game(source)) is not None:
        if game.errors:
            raise ValueError(f"python-chess refused its own game: {game.errors}")
        plies += game.end().ply()
    return plies


def read_goryo(data: bytes) -> int:
    """Parse, validate and replay every game; the number of events."""
    from games.registry import judge

    events = 0
    for judged in judge(data):
        if judged.findings or judged.replay is None:
            raise ValueError(f"a log to measure with is refused: {judged.findings}")
        events += len(judged.replay.steps)
    return events


def rate(work: Callable[[], int]) -> float:
    """Units a second of one call."""
    start = time.perf_counter()
    done = work()
    return done / (time.perf_counter() - start)


def beliefs(data: bytes) -> Callable[[], int]:
    """Belief blocks of every chase step of the logs, from the position alone."""
    from games.goryo.inference import infer_belief
    from games.goryo.rules.engine import ENGINE
    from games.goryo.rules.state import CHASE, PublicView
    from games.registry import judge

    views = []
    for judged in judge(data):
        for step in judged.replay.steps if judged.replay is not None else ():
            view = ENGINE.observe(step.state, "samurai")
            if isinstance(view, PublicView) and view.table.phase is CHASE:
                views.append(view)
    views = views[:4000]

    def work() -> int:
        for view in views:
            infer_belief(view)
        return len(views)

    return work


def replay_milliseconds(data: bytes) -> list[float]:
    """How long each game takes from text to its last step."""
    from games.registry import judge

    times = []
    for line in data.splitlines():
        start = time.perf_counter()
        for _ in judge(line):
            pass
        times.append((time.perf_counter() - start) * 1000)
    return times


def main() -> None:
    """Measure peer and engine in turn, so that both see the same machine."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--compiled", help="a folder with compiled games, to be imported instead")
    parser.add_argument("logs", nargs="*")
    options = parser.parse_args()
    if options.compiled:
        sys.path.insert(0, options.compiled)
    from tests.benchmarks.logs import read_logs

    data, pgn = read_logs(options.logs), chess_pgn()
    read_goryo(data)
    ratios, events, plies = [], [], []
    for _ in range(ROUNDS):
        plies.append(rate(lambda: read_chess(pgn)))
        events.append(rate(lambda: read_goryo(data)))
        ratios.append(events[-1] / plies[-1])
    work = beliefs(data)
    work()
    print(
        json.dumps(
            {
                "events_per_s": statistics.median(events),
                "chess_plies_per_s": statistics.median(plies),
                "vs_python_chess": statistics.median(ratios),
                "belief_per_s": statistics.median(rate(work) for _ in range(5)),
                "replay_ms": statistics.median(replay_milliseconds(data)),
            }
        )
    )


if __name__ == "__main__":
    main()
