"""`/api/v1/stats/<kind>/balance/`: fits of the balance of seats."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from analytics.reads import balance as balance_reads
from analytics.reads.sums import SumsReader
from replays.rest.body import Json
from replays.rest.openapi import CSV, endpoint

from . import player_schemas as schemas
from .base import ERRORS, ListView
from .ratings import PARAMETERS, basis_fields, chosen_sums, fit_fields
from .tables import csv_response

_GROUP = (
    "edition", "mode", "board", "games", "players", "players_on_several_sides", "effective_games",
    "largest_pair", "largest_uploader", "identified", "reason", "comparisons", "needed",
)  # fmt: skip
_SEAT = ("seat", "verdict", "share", "low", "high", "p", "p_adjusted", "raw_share")
_CHECKS = {"pair": "without_largest_pair", "uploader": "without_largest_uploader"}
FIELDS = (
    *_GROUP, *_SEAT, "fair_share",
    *(f"without_{name}_{part}" for name in _CHECKS for part in ("share", "low", "high")),
    "upload_verdict", "model_version",
)  # fmt: skip


class BalanceView(ListView):
    """Fits."""

    @endpoint("stats_balance", schemas.Balance, *PARAMETERS, errors=ERRORS)
    def get(self, request: Request, kind: str) -> Any:
        """Return the share of wins of each seat at equal skill, with its 95 % interval and verdict,
        by ruleset and board; the same without the busiest pair of players and without the most
        active uploader; and whether uploads are biased.
        """
        sums, simulated = chosen_sums(request, kind, balance_reads.snapshot_names)
        texts, fits = balance_reads.definitions(), _rows(sums, kind, simulated=simulated)
        fields = basis_fields(sums, kind, simulated=simulated) | {"definition": texts["BALANCE"]}
        fields |= fit_fields(sums, kind, simulated=simulated)
        return Response(schemas.Balance(**fields, uploads=texts["UPLOADS"], fits=fits))


class BalanceCsvView(BalanceView):
    """Fits as a table."""

    @endpoint("stats_balance_csv", CSV, *PARAMETERS, errors=ERRORS)
    def get(self, request: Request, kind: str) -> Any:
        """Return the same as CSV: a row for each ruleset, board and seat."""
        sums, simulated = chosen_sums(request, kind, balance_reads.snapshot_names)
        of_pool = balance_reads.results_fit(sums, kind, simulated=simulated)
        version = of_pool.model_version if of_pool else ""
        flat = (
            _flat(row, number) | {"model_version": version}
            for row in _rows(sums, kind, simulated=simulated)
            for number in range(len(row["seats"]))
        )
        return csv_response(f"{kind}-balance", FIELDS, flat)


def _rows(sums: SumsReader, kind: str, *, simulated: bool) -> list[Any]:
    """Return `BalanceFit` as dicts: reports are stored as JSON."""
    return [
        {
            "edition": fit.edition,
            "mode": fit.mode,
            "board": fit.board_digest,
            **fit.report,
        }
        for fit in balance_reads.fits(sums, kind, simulated=simulated)
    ]


def _flat(row: Json, number: int) -> Json:
    seat, checks = row["seats"][number], row["sensitivity"] or {}
    flat = {name: row[name] for name in _GROUP} | {name: seat[name] for name in _SEAT}
    for name, key in _CHECKS.items():
        again = (checks.get(key) or {number: {}})[number]
        flat |= {f"without_{name}_{part}": again.get(part) for part in ("share", "low", "high")}
    return flat | {
        "fair_share": 1 / len(row["seats"]),
        "upload_verdict": row["uploads"]["verdict"],
    }
