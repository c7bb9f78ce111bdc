"""Ratings on the scale of Elo, relative to the average of the largest component (spec 4)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from scipy import sparse

from analytics.insight.wilson import Z_95

from .design import Array
from .fitted import Functionals, PoolFit, Row, to_matrix
from .games import Game
from .scale import CENTRE, POINTS


def components(games: Sequence[Game]) -> dict[str, int]:
    """Return the component of each named player: linked by common games, numbered from 1, most
    players first, then by the first name.
    """
    parent: dict[str, str] = {}

    def root(name: str) -> str:
        while parent.setdefault(name, name) != name:
            parent[name] = parent[parent[name]]
            name = parent[name]
        return name

    for game in games:
        names = sorted(game.names)
        for name in names:
            parent[root(name)] = root(names[0])
    groups: dict[str, list[str]] = {}
    for name in sorted(parent):
        groups.setdefault(root(name), []).append(name)
    ordered = sorted(groups.values(), key=lambda names: (-len(names), names[0]))
    return {name: n for n, names in enumerate(ordered, 1) for name in names}


def player_row(fit: PoolFit, player: str) -> tuple[Row, Array]:
    """Return a player's overall strength at the last date, s and the term for seat choice, and the
    variance that is added.
    """
    row, extra = fit.strength(player)
    games = fit.design.games_by_set.get(player, Counter())
    for names, n in sorted(games.items()):
        for side in names:
            value = fit.design.choice_value(player, names, side)
            row[fit.design.parameters.choice[names, side]] = value * n / games.total()
    return row, extra


def overall_rows(
    fit: PoolFit, players: Sequence[str], component: Mapping[str, int]
) -> tuple[list[Row], list[Array], list[bool]]:
    """Return `player_row` of each player as two lists, and whether the player's component is the
    main one, whose mean is the centre.
    """
    overall = [player_row(fit, player) for player in players]
    main = [component[player] == 1 for player in players]
    return [row for row, _ in overall], [added for _, added in overall], main


def ratings(fit: PoolFit, pool: str) -> list[dict[str, Any]]:
    """Return the ratings of a pool's players at its last date: overall, and by side."""
    design = fit.design
    players = sorted(design.parameters.start)
    if not players:
        return []
    component = components(design.games)
    rows, extra, main = overall_rows(fit, players, component)
    games, by_side = _count_games(design.games)
    keys: list[tuple[str, str | None]] = [(player, None) for player in players]
    of_player = list(range(len(players)))
    number = {player: n for n, player in enumerate(players)}
    for player, side in sorted(design.parameters.roles):
        n = number[player]
        keys.append((player, side))
        of_player.append(n)
        rows.append({**rows[n], design.parameters.roles[player, side]: 1.0})
        extra.append(extra[n])
    mean, variance = fit.marginal(
        centred(to_matrix(rows, design.parameters.n), np.array(extra), main, of_player)
    )
    result = []
    for (player, role), value, square in zip(keys, mean, variance, strict=True):
        error = Z_95 * float(square) ** 0.5
        result.append(
            {
                "pool": pool,
                "player": player,
                "role": role,
                "rating": CENTRE + POINTS * float(value),
                "low": CENTRE + POINTS * (float(value) - error),
                "high": CENTRE + POINTS * (float(value) + error),
                "games": games[player] if role is None else by_side[player, role],
                "component": component[player],
            }
        )
    return sorted(result, key=lambda each: (each["player"], each["role"] or ""))


def centred(
    rows: sparse.csr_array, extra: Array, main: Sequence[bool], of_player: Sequence[int]
) -> Functionals:
    """Return the functionals minus the mean of the main component. The first rows are those of
    `overall_rows`; `of_player` has the number of each row's player. The drift since a player's last
    game is in both.
    """
    in_main = np.flatnonzero(main)
    n = len(in_main)
    centre = np.asarray(rows[in_main].sum(axis=0)).ravel() / n
    of_centre = extra[in_main].sum(axis=0) / n**2
    is_main = np.array(main)[list(of_player)]
    in_both = np.where(is_main, 2 / n, 0.0)[:, None] * extra
    return Functionals(rows, extra - in_both + of_centre, centre)


def _count_games(games: Sequence[Game]) -> tuple[Counter[str], Counter[tuple[str, str]]]:
    overall, by_side = Counter[str](), Counter[tuple[str, str]]()
    for game in games:
        overall.update(game.names)
        by_side.update({(name, side.name) for side in game.sides for name in side.members if name})
    return overall, by_side
