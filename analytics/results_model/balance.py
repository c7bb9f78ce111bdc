"""Shares of sides at equal skill, their intervals and verdicts (spec 3)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import erfc, exp, log, sqrt
from typing import Any

import numpy as np

from analytics.insight.comparing import LEVEL, holm
from analytics.insight.wilson import Z_95

from .design import Array
from .fitted import Functionals, PoolFit
from .games import Game
from .identification import Evidence, evidence
from .profile import profile, share_logit

EVEN = 0.1
"""A share is even if its interval is within this part of the fair share."""
_WIDE, _EXTREME = 1.2, 3.5


@dataclass(slots=True)
class SeatResult:
    """What is shown of a side; share, interval and p are None where it is not identified."""

    seat: str
    raw_share: float
    share: float | None = None
    low: float | None = None
    high: float | None = None
    p: float | None = None
    p_adjusted: float | None = None
    verdict: str = "cannot tell"

    def short(self) -> dict[str, Any]:
        """Return the share with its interval."""
        return {"seat": self.seat, "share": self.share, "low": self.low, "high": self.high}


@dataclass(slots=True)
class GroupResult:
    """What is shown of a group."""

    group: str
    evidence: Evidence
    seats: list[SeatResult]
    reason: str | None = None
    sensitivity: dict[str, Any] | None = None

    @property
    def is_identified(self) -> bool:
        """Whether the effects of seats can be separated from those of players."""
        return self.evidence.reason is None

    def to_json(self, pool: str) -> dict[str, Any]:
        """Return the group as spec 5.3 writes it."""
        basis = self.evidence
        return {
            "pool": pool,
            "group": self.group,
            "games": basis.games,
            "players": basis.players,
            "players_on_several_sides": basis.players_on_several_sides,
            "effective_games": basis.effective_games,
            "identified": self.is_identified,
            "reason": self.reason,
            "seats": [
                {
                    **seat.short(),
                    "p": seat.p,
                    "p_adjusted": seat.p_adjusted,
                    "verdict": seat.verdict,
                    "raw_share": seat.raw_share,
                }
                for seat in self.seats
            ],
            "sensitivity": self.sensitivity,
        }


def balance(fit: PoolFit) -> list[GroupResult]:
    """Return the balance of all groups of a pool, with verdicts and sensitivities."""
    by_group: dict[str, list[Game]] = {group: [] for group in fit.design.sets}
    for game in fit.design.games:
        by_group[game.group].append(game)
    results = [group_result(fit, group, games) for group, games in by_group.items()]
    adjust(results)
    for result in results:
        _set_verdicts(result)
        if any(seat.verdict in ("ahead", "behind") for seat in result.seats):
            _check_sensitivity(fit, result, by_group[result.group])
    return results


def group_result(fit: PoolFit, group: str, games: Sequence[Game]) -> GroupResult:
    """Return shares and intervals of one group, without verdicts."""
    names = fit.design.sets[group]
    basis = evidence(games, names)
    seats = [SeatResult(name, raw) for name, raw in zip(names, _raw(games, names), strict=True)]
    result = GroupResult(group, basis, seats, basis.reason)
    if result.is_identified:
        _estimate(fit, result)
    return result


def _raw(games: Sequence[Game], names: Sequence[str]) -> list[float]:
    shares: dict[str, list[float]] = {name: [] for name in names}
    for game in games:
        for name, share in game.first_shares.items():
            shares[name].append(share)
    return [sum(values) / len(values) if values else 0.0 for values in shares.values()]


def _estimate(fit: PoolFit, result: GroupResult) -> None:
    rows = fit.seat_rows(result.group)
    weights, means, covariances = zip(
        *fit.joint(Functionals(rows, np.zeros((rows.shape[0], 4)))), strict=True
    )
    weight, mean = np.array(weights), np.array(weights) @ np.array(means)
    share = _softmax(mean)
    for number, seat in enumerate(result.seats):
        logits, variances = [], []
        for of_mode, covariance in zip(means, covariances, strict=True):
            logit, slope = share_logit(of_mode, number)
            logits.append(logit)
            variances.append(float(slope @ covariance @ slope))
        centre = share_logit(mean, number)[0]
        spread = weight @ (np.array(variances) + (np.array(logits) - centre) ** 2)
        error, fair = float(spread) ** 0.5, log(1 / (rows.shape[0] - 1))
        seat.share = float(share[number])
        seat.low, seat.high = _inverse(centre - Z_95 * error), _inverse(centre + Z_95 * error)
        seat.p = erfc(abs(centre - fair) / error / sqrt(2))
        if error > _WIDE or abs(centre) > _EXTREME:
            seat.low, seat.high, seat.p = profile(fit, result.group, number, fair)


def _softmax(values: Array) -> Array:
    shares = np.exp(values - values.max())
    return np.asarray(shares / shares.sum())


def _inverse(logit: float) -> float:
    return 1 / (1 + exp(-logit))


def n_comparisons(results: Sequence[GroupResult]) -> int:
    """Return how many comparisons the p values of a pool are corrected for."""
    return len(_tests(results))


def _tests(results: Sequence[GroupResult]) -> list[list[SeatResult]]:
    """Return the seats of each test: each with a p value; a group of two sides counts once."""
    tests: list[list[SeatResult]] = []
    for result in results:
        seats = [seat for seat in result.seats if seat.p is not None]
        if len(result.seats) == 2 and seats:
            tests.append(seats)
        else:
            tests += [[seat] for seat in seats]
    return tests


def adjust(results: Sequence[GroupResult]) -> None:
    """Set the p values after Holm's correction over all sides of all groups of a pool."""
    tests = _tests(results)
    values = {str(n): max(seat.p or 0.0 for seat in seats) for n, seats in enumerate(tests)}
    for number, p_adjusted in holm(values).items():
        for seat in tests[int(number)]:
            seat.p_adjusted = p_adjusted


def _set_verdicts(result: GroupResult) -> None:
    fair = 1 / len(result.seats)
    for seat in result.seats:
        if seat.low is None or seat.high is None or seat.p_adjusted is None:
            continue
        if seat.low > fair and seat.p_adjusted <= LEVEL:
            seat.verdict = "ahead"
        elif seat.high < fair and seat.p_adjusted <= LEVEL:
            seat.verdict = "behind"
        elif seat.low >= (1 - EVEN) * fair and seat.high <= (1 + EVEN) * fair:
            seat.verdict = "even"


@dataclass(slots=True)
class _Check:
    """A part of a group's games that a verdict must not depend on."""

    name: str
    reason: str
    left: list[Game] | None
    """The games of the group without that part; None where there is no such part."""


def _check_sensitivity(fit: PoolFit, result: GroupResult, games: Sequence[Game]) -> None:
    """Fit again without the busiest pair and without the busiest uploader (spec 3.6)."""
    checks = (
        _Check("without_largest_pair", "depends_on_one_pair", without_largest_pair(games)),
        _Check(
            "without_largest_uploader", "depends_on_one_uploader", without_largest_uploader(games)
        ),
    )
    rest = [game for game in fit.design.games if game.group != result.group]
    result.sensitivity = {}
    failed: dict[str, str] = {}
    for check in checks:
        if check.left is None:
            result.sensitivity[check.name] = None
            continue
        seats = _seats_of(fit, result, rest, check.left)
        result.sensitivity[check.name] = [seat.short() for seat in seats]
        for seat, again in zip(result.seats, seats, strict=True):
            if not _survives(seat, again, 1 / len(seats)):
                failed.setdefault(seat.seat, check.reason)
    for seat in result.seats:
        if seat.seat in failed:
            seat.verdict = "cannot tell"
    if failed:
        result.reason = next(check.reason for check in checks if check.reason in failed.values())


def _seats_of(
    fit: PoolFit, result: GroupResult, rest: Sequence[Game], left: list[Game]
) -> list[SeatResult]:
    """Return the seats of a group estimated from a part of its games."""
    names = [seat.seat for seat in result.seats]
    if {side.name for game in left for side in game.sides} != set(names):
        return [SeatResult(name, 0.0) for name in names]
    if evidence(left, names).reason is not None:
        return [SeatResult(name, 0.0) for name in names]
    return group_result(fit.refit([*rest, *left]), result.group, left).seats


def _survives(seat: SeatResult, again: SeatResult, fair: float) -> bool:
    if seat.verdict == "ahead":
        return again.low is not None and again.low > fair
    if seat.verdict == "behind":
        return again.high is not None and again.high < fair
    return True


def without_largest_pair(games: Sequence[Game]) -> list[Game] | None:
    """Return the games without those of the two opponents who met most often; None without two
    named opponents.
    """
    met = Counter[tuple[str, str]]()
    for game in games:
        met.update(_pairs(game))
    if not met:
        return None
    most = max(met.values())
    pair = min(each for each, n in met.items() if n == most)
    return [game for game in games if pair not in _pairs(game)]


def _pairs(game: Game) -> set[tuple[str, str]]:
    return {
        (min(a, b), max(a, b))
        for one, other in combinations(game.sides, 2)
        for a in one.members
        for b in other.members
        if a and b and a != b
    }


def without_largest_uploader(games: Sequence[Game]) -> list[Game] | None:
    """Return the games without those of the uploader with the most; None without uploaders."""
    sent = Counter(game.uploader for game in games if game.uploader)
    if not sent:
        return None
    most = max(sent.values())
    uploader = min(name for name, n in sent.items() if n == most)
    return [game for game in games if game.uploader != uploader]


def largest_parts(games: Sequence[Game]) -> tuple[int, int]:
    """Return in how many games the two opponents who met most often met, and how many the most
    active uploader uploaded; 0 where there are none.
    """
    without_pair, without_uploader = without_largest_pair(games), without_largest_uploader(games)
    return (
        0 if without_pair is None else len(games) - len(without_pair),
        0 if without_uploader is None else len(games) - len(without_uploader),
    )
