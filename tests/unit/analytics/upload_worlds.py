"""Simulated uploads of players who leave out some of their lost games."""

import numpy as np

from analytics.inference.model import Trial
from analytics.inference.played import Group, Played

GROUP = Group("2024", "standard", "b" * 64)


def club_trials(seed: int, players: int = 16, games: int = 240) -> list[Trial]:
    """Return games between players of different strength, some of whom play far more often."""
    chance = np.random.default_rng(seed)
    names = [f"player {number}" for number in range(players)]
    strength = chance.normal(0, 0.6, players)
    frequency = np.arange(1, players + 1) ** -0.7
    frequency /= frequency.sum()
    trials = []
    for _ in range(games):
        first, second = chance.choice(players, 2, replace=False, p=frequency)
        logit = 0.2 + strength[first] - strength[second]
        won = bool(chance.random() < 1 / (1 + np.exp(-logit)))
        trials.append(Trial((names[first],), (names[second],), won))
    return trials


def uploads(seed: int, *, only_winners: float) -> list[Played]:
    """Return the games of a club as they would be uploaded: each by one of its two players, a lost
    one with probability 1 − `only_winners`.
    """
    chance = np.random.default_rng(seed + 1)
    games: list[Played] = []
    for trial in club_trials(seed):
        sides = [
            {"name": trial.own[0], "place": "first", "rank": 1 if trial.won else 2},
            {"name": trial.others[0], "place": "second", "rank": 2 if trial.won else 1},
        ]
        seats = [{**side, "side": number, "recorded": False} for number, side in enumerate(sides)]
        uploader = seats[int(chance.random() < 0.5)]
        if uploader["rank"] == 1 or chance.random() >= only_winners:
            games.append(Played(len(games), GROUP, "", seats, f"uploader of {uploader['name']}"))
    return games
