"""Log loss of the next games in dated worlds, compared with OpenSkill (spec 6).

OpenSkill rates the same games in one pass, by player and by player and seat. Its better forecast
counts, also with its logits multiplied by the factor that is best in hindsight over all runs.
"""

from collections.abc import Sequence
from math import sqrt
from typing import Any

import numpy as np

from .design import Array
from .fitted import fit_pool
from .games import Game
from .last_run import NEXT, Comparison
from .predictions import chances
from .worlds import dated, seeds

WORLDS = {"steady skill": 0.0, "drifting skill": 1.0}
"""The drift per root year."""
_FACTORS = np.linspace(0.3, 2.0, 69)


def compare(world: str, first: int, runs: int) -> Comparison:
    """Return the comparison of a world's runs."""
    own, others = [], []
    for seed in seeds(world, first, runs):
        games = dated(seed, drift=WORLDS[world])
        earlier, later = games[:-NEXT], games[-NEXT:]
        predicted = [each["seat 0"] for each in chances(fit_pool(earlier), later)]
        won = np.array([game.first_shares["seat 0"] for game in later])
        own.append(_loss(np.array(predicted), won))
        others.append([(_openskill(games, by_seat=by_seat), won) for by_seat in (False, True)])
    best = min(
        (
            np.array([_loss(_scaled(run[by_seat][0], factor), run[by_seat][1]) for run in others])
            for by_seat in (False, True)
            for factor in (1.0, *_FACTORS)
        ),
        key=lambda losses: float(losses.mean()),
    )
    differences = np.array(own) - best
    half = 1.96 * float(differences.std(ddof=1)) / sqrt(runs) if runs > 1 else float("inf")
    mean = float(differences.mean())
    return Comparison(
        world, float(np.mean(own)), float(best.mean()), mean, mean - half, mean + half
    )


def _loss(chance: Array, won: Array) -> float:
    return float(-(won * np.log(chance) + (1 - won) * np.log1p(-chance)).mean())


def _scaled(chance: Array, factor: float) -> Array:
    logits = factor * np.log(chance / (1 - chance))
    return np.asarray(np.clip(1 / (1 + np.exp(-logits)), 1e-9, 1 - 1e-9))


def _openskill(games: Sequence[Game], *, by_seat: bool) -> Array:
    """Return OpenSkill's chances of the first seat in the last games, rated from those before."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings: dict[tuple[str, str], Any] = {}
    predicted = []
    for number, game in enumerate(games):
        keys = [(side.members[0], side.name if by_seat else "") for side in game.sides]
        teams = [[ratings.get(key) or model.rating()] for key in keys]
        if number >= len(games) - NEXT:
            predicted.append(model.predict_win(teams)[0])
            continue
        places = [float(side.place or 0.0) for side in game.sides]
        for key, (rated,) in zip(keys, model.rate(teams, ranks=places), strict=True):
            ratings[key] = rated
    return np.array(predicted)
