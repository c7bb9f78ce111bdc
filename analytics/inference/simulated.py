"""Simulated results with known strengths and a known effect of the seat, to test the model."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from analytics.inference.model import Trial, fit
from analytics.inference.uploads import Played


@dataclass(frozen=True, slots=True)
class World:
    """A number of players with strengths of some spread, who play a number of games; the seat is
    worth `seat` logits. `prefers`: each player prefers one of the two seats to some degree.
    """

    name: str
    players: int
    games: int
    seat: float
    spread: float
    prefers: bool = False


WORLDS = (
    World("a club", 30, 400, 0.4, 0.8),
    World("a club with favourite sides", 30, 400, 0.4, 0.8, prefers=True),
    World("equal players", 30, 400, -0.5, 0.0),
    World("few games", 12, 80, 0.3, 0.6, prefers=True),
)


def results(world: World, seed: int) -> tuple[dict[str, float], list[Trial]]:
    """Return the strengths of a world's players, and games between them; some play far more
    often.
    """
    chance = np.random.default_rng(seed)
    names = [f"player {number}" for number in range(world.players)]
    strength = chance.normal(0, world.spread, world.players) if world.spread else np.zeros(
        world.players
    )  # fmt: skip
    frequency = np.arange(1, world.players + 1) ** -0.7
    frequency /= frequency.sum()
    likes = chance.beta(0.7, 0.7, world.players) if world.prefers else np.full(world.players, 0.5)
    trials = []
    for _ in range(world.games):
        first, second = chance.choice(world.players, 2, replace=False, p=frequency)
        preferred = likes[first] * (1 - likes[second])
        exchanged = likes[second] * (1 - likes[first])
        if chance.random() * (preferred + exchanged) > preferred:
            first, second = second, first
        logit = world.seat + strength[first] - strength[second]
        won = bool(chance.random() < 1 / (1 + np.exp(-logit)))
        trials.append(Trial((names[first],), (names[second],), won))
    return dict(zip(names, map(float, strength), strict=True)), trials


def uploaded(world: World, seed: int, *, only_winners: float) -> list[Played]:
    """Return the games of a world as they would be uploaded: each by one of its two players, a lost
    one with probability 1 − `only_winners`.
    """
    _, trials = results(world, seed)
    chance = np.random.default_rng(seed + 1)
    games: list[Played] = []
    for trial in trials:
        sides = [
            {"name": trial.own[0], "place": "first", "rank": 1 if trial.won else 2},
            {"name": trial.others[0], "place": "second", "rank": 2 if trial.won else 1},
        ]
        seats = [{**side, "side": number, "recorded": False} for number, side in enumerate(sides)]
        sender = seats[int(chance.random() < 0.5)]
        if sender["rank"] == 1 or chance.random() >= only_winners:
            games.append(Played(len(games), seats, f"sender of {sender['name']}"))
    return games


def recovered(world: World, seeds: range) -> Iterator[tuple[bool, int, int]]:
    """Yield for each seed whether the interval contains the seat's effect, how many intervals
    contain the strengths, and of how many players.
    """
    for seed in seeds:
        strengths, trials = results(world, seed)
        fitted = fit(trials)
        inside = sum(
            each.low <= strengths[name] <= each.high for name, each in fitted.strengths.items()
        )
        seat = fitted.seat.low <= world.seat <= fitted.seat.high
        yield seat, inside, len(fitted.strengths)
