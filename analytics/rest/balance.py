"""`/api/v1/stats/<kind>/balance/`: fits of the balance of roles."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from analytics.reads import balance as balance_reads
from analytics.reads.sums import SumsReader
from replays.rest.body import Json
from replays.rest.openapi import CSV, endpoint

from . import player_schemas as schemas
from .base import ERRORS, ListView
from .ratings import PARAMETERS, basis_fields, chosen_sums
from .tables import csv_response

FIELDS = (
    "edition", "mode", "board", "place", "verdict", "even", "value", "low", "high", "games",
    "fitted", "players", "won", "decided", "without_value", "without_low", "without_high",
    "upload_verdict",
)  # fmt: skip


class BalanceView(ListView):
    """Fits."""

    @endpoint("stats_balance", schemas.Balance, *PARAMETERS, errors=ERRORS)
    def get(self, request: Request, kind: str) -> Any:
        """Return the win rate of each role at equal skill, with its 95 % interval, by ruleset and
        board; the same without the two players who met most often; and whether uploads are biased.
        """
        sums, simulated = chosen_sums(request, kind, balance_reads.snapshot_names)
        texts, fits = balance_reads.definitions(), _rows(sums, kind, simulated=simulated)
        fields = basis_fields(sums, kind, simulated=simulated) | {"definition": texts["BALANCE"]}
        return Response(schemas.Balance(**fields, uploads=texts["UPLOADS"], fits=fits))


class BalanceCsvView(BalanceView):
    """Fits as a table."""

    @endpoint("stats_balance_csv", CSV, *PARAMETERS, errors=ERRORS)
    def get(self, request: Request, kind: str) -> Any:
        """Return the same as CSV: a row for each ruleset, board and role."""
        sums, simulated = chosen_sums(request, kind, balance_reads.snapshot_names)
        rows = _rows(sums, kind, simulated=simulated)
        flat = (_flat(row, place) for row in rows for place in row["places"])
        return csv_response(f"{kind}-balance", FIELDS, flat)


def _rows(sums: SumsReader, kind: str, *, simulated: bool) -> list[Any]:
    """Return `BalanceFit` as dicts: reports are stored as JSON."""
    return [
        {
            "edition": fit.edition,
            "mode": fit.mode,
            "board": fit.board_digest,
            "digest": fit.digest,
            "fitted_at": fit.fitted_at.isoformat(),
            **fit.report,
        }
        for fit in balance_reads.fits(sums, kind, simulated=simulated)
    ]


def _flat(row: Json, place: Json) -> Json:
    without = place["without"]["fit"] or {}
    return {
        **row,
        **place,
        **(place["fit"] or {}),
        "won": place["share"][0],
        "decided": place["share"][1],
        **{f"without_{name}": without.get(name) for name in ("value", "low", "high")},
        "upload_verdict": row["uploads"]["verdict"],
    }
