"""The measured logs: files named on the command line, else generated games, always the same."""

import glob
import gzip
import json
import random
from collections.abc import Sequence
from pathlib import Path

from tests.support.boards import random_board

EDITIONS = ("2019", "2021", "2021-advanced", "2024", "2024-advanced")
GAMES = 600
OWN_BOARDS, NOTED = 0.3, 0.3


def read_logs(patterns: list[str]) -> bytes:
    """Return the games of all files that match the patterns (plain or gzip) as NDJSON.

    Without patterns, return generated games.
    """
    paths = sorted(path for pattern in patterns for path in glob.glob(pattern))
    if not paths:
        return make_logs(GAMES)
    parts = [Path(path).read_bytes() for path in paths]
    return b"".join(gzip.decompress(part) if part[:2] == b"\x1f\x8b" else part for part in parts)


def make_logs(games: int) -> bytes:
    """Return simulated games of all editions: a third on custom boards, a third with notes."""
    from games.registry import simulate  # late: the caller chooses the compiled or the pure form

    lines = []
    for number in range(games):
        rng = random.Random(f"bench:{number}")
        board = json.dumps(random_board(rng)).encode() if rng.random() < OWN_BOARDS else None
        edition = EDITIONS[number % len(EDITIONS)]
        plain = simulate("goryo", edition, f"bench:{number}", rng, board).plain()
        if rng.random() < NOTED:
            for second, event in enumerate(plain["events"]):
                event["at"] = second * 7.5
                if rng.random() < 0.3:
                    event["note"] = "she may have gone the other way"
        lines.append(json.dumps(plain, ensure_ascii=False))
    return ("\n".join(lines) + "\n").encode()


def bot_games(slug: str, rulesets: Sequence[str], count: int, seed: str) -> list[str]:
    """Return this many games between bots as JSON, of each ruleset in turn."""
    from tests.support.engine import bot_game

    names = [(rulesets[n % len(rulesets)], f"{seed}:{n}") for n in range(count)]
    return [bot_game(slug, *name).canonical() for name in names]
