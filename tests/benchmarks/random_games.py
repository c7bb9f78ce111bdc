"""Seconds of processor time of a baseline: 1,000 random legal games of each game, with the facts
that a baseline counts. Prints a JSON object; a smaller sample is scaled up.
"""

import json
import random
import time
from typing import Any

from tests.benchmarks.timing import arguments

GAMES = 20
RULES = {"goryo": ("2024", "standard"), "gorinto": ("", "2p-burrow"), "kyoto": ("", "base")}


def measure(slug: str) -> float:
    """Return the seconds of 1,000 games of a kind on its default board."""
    from games.registry import get_kind, random_player, simulate

    rules = RULES[slug]
    board: Any = simulate(slug, rules[0] or rules[1], "bench", random.Random(0)).board
    play = random_player(slug, rules, dict(board.data), board.digest)
    visits = get_kind(slug).counting.visits
    play(random.Random(0))
    start = time.process_time()
    for number in range(GAMES):
        replay = play(random.Random(f"bench:{number}"))
        if visits is not None:
            visits(replay)
    return (time.process_time() - start) * 1000 / GAMES


def main() -> None:
    """Measure all games."""
    arguments()
    print(json.dumps({slug: round(measure(slug), 2) for slug in RULES}))


if __name__ == "__main__":
    main()
