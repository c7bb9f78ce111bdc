"""`/api/v1/stats/<kind>/balance/`: fits of the balance of places."""

from csv import DictWriter
from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from analytics.reads import balance as balance_reads
from analytics.reads.sums import SumsReader

from . import schema_players
from .ratings import RatingsView

Body = dict[str, Any]
FIELDS = (
    "edition", "mode", "board", "place", "verdict", "even", "value", "low", "high", "games",
    "fitted", "players", "won", "decided", "without_value", "without_low", "without_high",
    "upload_verdict",
)  # fmt: skip


class BalanceView(RatingsView):
    """Fits."""

    @extend_schema(**schema_players.BALANCE)
    def get(self, request: Request, kind: str) -> Any:
        """For each ruleset and board: how often each place would win between equals, with its 95 %
        interval, without the pair that met most, and what is known of who uploads.
        """

        def make(rows: list[Body], of: Body) -> Response:
            told = balance_reads.definitions()
            words = {"definition": told["BALANCE"], "uploads": told["UPLOADS"]}
            return Response({**words, **of, "fits": rows})

        return self.answer(request, kind, make)

    def snapshots(self, kind: str) -> list[str]:
        """The snapshots that may be asked for."""
        return balance_reads.snapshot_names(kind)

    def rows(self, sums: SumsReader, kind: str, *, simulated: bool) -> list[Body]:
        """A row a ruleset and board."""
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


class BalanceCsvView(BalanceView):
    """Fits as a table."""

    @extend_schema(**schema_players.BALANCE_CSV)
    def get(self, request: Request, kind: str) -> Any:
        """The same as CSV: a row a ruleset, board and place."""

        def make(rows: list[Body], of: Body) -> HttpResponse:
            response = HttpResponse(content_type="text/csv; charset=utf-8")
            response["Content-Disposition"] = f'attachment; filename="{kind}-balance.csv"'
            writer = DictWriter(response, FIELDS, extrasaction="ignore")
            writer.writeheader()
            for row in rows:
                writer.writerows(_flat(row, one) for one in row["places"])
            return response

        return self.answer(request, kind, make)


def _flat(row: Body, one: Body) -> Body:
    without = one["without"]["fit"] or {}
    return {
        **row,
        **one,
        **(one["fit"] or {}),
        "won": one["share"][0],
        "decided": one["share"][1],
        **{f"without_{name}": without.get(name) for name in ("value", "low", "high")},
        "upload_verdict": row["uploads"]["verdict"],
    }
