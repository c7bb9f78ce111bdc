"""All results of a file or of the site: one object (spec 5.3)."""

from collections.abc import Mapping, Sequence
from typing import Any

from .balance import balance
from .fitted import PoolFit, fit_pool
from .games import MODEL_VERSION, Game, in_order
from .predictions import chances
from .ratings import ratings
from .validation import validate


def fit_results(pools: Mapping[str, Sequence[Game]], *, validated: bool = False) -> dict[str, Any]:
    """Return balance, ratings and predictions of each pool. Games without places are predicted."""
    result: dict[str, Any] = {
        "groups": [],
        "players": [],
        "predictions": [],
        "variances": [],
        "log_loss": [],
        "model_version": MODEL_VERSION,
    }
    for pool, games in sorted(pools.items()):
        decided = [game for game in games if game.sides[0].place is not None]
        to_predict = [game for game in games if game.sides[0].place is None]
        fit = fit_pool(decided) if decided else None
        if fit is not None:
            result["groups"] += [group.to_json(pool) for group in balance(fit)]
            result["players"] += ratings(fit, pool)
            result["variances"].append(variances(fit, pool))
        result["predictions"] += predictions(fit, to_predict, pool)
        if validated and (loss := validate(decided, pool)) is not None:
            result["log_loss"].append(loss)
    return result


def variances(fit: PoolFit, pool: str) -> dict[str, Any]:
    """Return the standard deviations; null for one that does not matter in the pool."""
    names = ("strength_sd", "role_sd", "drift_sd_per_root_year", "board_sd")
    values = fit.posterior.variances
    return {
        "pool": pool,
        **{
            name: float(value) if number in fit.posterior.free else None
            for number, (name, value) in enumerate(zip(names, values, strict=True))
        },
    }


def predictions(fit: PoolFit | None, games: Sequence[Game], pool: str) -> list[dict[str, Any]]:
    """Return the chance of the first place of each side of the games to be predicted."""
    ordered = in_order(games)
    if fit is None:
        of_games = [{side.name: 1 / len(game.sides) for side in game.sides} for game in ordered]
    else:
        of_games = chances(fit, ordered)
    result = [
        {"pool": pool, "group": game.group, "game": game.key, "p": p}
        for game, p in zip(ordered, of_games, strict=True)
    ]
    return sorted(result, key=lambda each: (each["group"], each["game"]))
