"""Comparing the stored fits of results with new ones."""

from collections.abc import Iterator
from math import isclose
from typing import Any

from analytics.inference.uploads import uploaders
from analytics.models import BalanceFit, ResultsFit, Standing
from analytics.reads import counting
from analytics.results_model.games import MODEL_VERSION
from analytics.rollups.measures import differences

from .results import (
    Pool,
    PoolRows,
    digest_of,
    fit_results,
    fitted_rows,
    pool_fields,
    pools,
    ranked_games,
)

_DIGITS, _UPDATED = 1e-7, 1e-3
"""The relative difference that another processor may make; and the one between an updated fit and
a full one (spec 5.5: 1e-4 logits).
"""


def wrong_results(*, correct: bool) -> Iterator[tuple[str, Any, Any]]:
    """Yield what differs between stored fits and new ones of the same games: key, stored, right.
    With `correct`, fits are brought up to date first, and wrong ones are replaced; otherwise fits
    that wait for the job are skipped.
    """
    if correct:
        fit_results(full=True)
    revision = counting.ledger_revision()
    for pool in pools():
        wrong = list(_wrong_rows(pool, revision))
        for key, *values in wrong:
            yield f"{' '.join(map(str, pool))} {key}", *values
        if wrong and correct:
            ResultsFit.objects.filter(**pool_fields(pool)).update(digest="", revision=0)
            fit_results(full=True)


def _wrong_rows(pool: Pool, revision: int) -> Iterator[tuple[Any, Any, Any]]:
    same = pool_fields(pool)
    stored = ResultsFit.objects.filter(**same).first()
    games = list(ranked_games(pool))
    if stored is None or stored.revision != revision or stored.model_version != MODEL_VERSION:
        return
    digest = digest_of(games, uploaders(games)) if games else ""
    if stored.digest != digest:
        yield "games", stored.digest, digest
        return
    kept = PoolRows(
        stored,
        list(Standing.objects.filter(**same)),
        list(BalanceFit.objects.filter(**same)),
    )
    right = _values(fitted_rows(pool, games)[0])
    tolerance = _DIGITS if stored.is_full else _UPDATED
    for key, old, new in differences(_values(kept), right):
        if not _agree(old, new, tolerance):
            yield key, old, new


def _values(rows: PoolRows) -> dict[Any, Any]:
    """Return what is stored, by what identifies it."""
    values: dict[Any, Any] = {("variances",): rows.fit.variances}
    for row in rows.standings:
        numbers = [row.component, row.games, row.rating, row.low, row.high, row.curve]
        values["standing", row.handle, row.role] = numbers
    for fit in rows.balance:
        values["balance", fit.edition, fit.mode, fit.board_digest] = fit.report
    return values


def _agree(one: Any, other: Any, tolerance: float) -> bool:
    """Return whether two values are equal but for rounding."""
    if isinstance(one, float) and isinstance(other, float):
        return isclose(one, other, rel_tol=tolerance, abs_tol=tolerance)
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(
            _agree(one[key], other[key], tolerance) for key in one
        )
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(
            _agree(a, b, tolerance) for a, b in zip(one, other, strict=True)
        )
    return bool(one == other)
