"""`/stats/<kind>/balance/`: the balance of seats, and upload bias."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_safe

from analytics.forms.addresses import with_params
from analytics.forms.skill import headline, pool_verdicts
from analytics.forms.tables import rate_context
from analytics.insight import definitions
from analytics.insight.rounding import percent
from analytics.insight.verdicts import BALANCE_VERDICTS, Verdict
from analytics.insight.wilson import rate
from analytics.models import BalanceFit
from analytics.reads import balance as balance_reads
from analytics.reads.ratings import place_label
from analytics.reads.sums import SumsReader
from games.core.contract import GameKind
from games.registry import KINDS

from .rulesets import ruleset_context, ruleset_key

COLUMNS = {
    "there": gettext_noop("uploader in this seat"),
    "opposite": gettext_noop("uploader in another seat"),
    "unknown": gettext_noop("uploader unknown"),
}


@require_safe
def balance(request: HttpRequest, kind: str) -> HttpResponse:
    """Show the balance of one ruleset on one board."""
    context = ruleset_context(
        request,
        kind,
        "of",
        balance_reads.snapshot_names(kind),
        balance_reads.fits,
        fit_key,
        _titles,
        gettext("There is no such estimate. Use one of: {known}."),
    )
    if isinstance(context, HttpResponse):
        return context
    context |= {
        "definitions": balance_reads.definitions(),
        "verdicts": gettext(BALANCE_VERDICTS),
        "rounding": gettext(definitions.ROUNDING),
        "fit": context["row"],
    }
    if fit := context["fit"]:
        pool = balance_reads.fits(context["sums"], kind, simulated=context["is_simulated"])
        verdicts = pool_verdicts(pool)
        context |= _report(context["kind"], fit, verdicts)
    return render(request, "analytics/balance.html", context)


def fit_key(fit: BalanceFit) -> str:
    """Return the query parameter of a fit."""
    return f"{ruleset_key(fit)}-{fit.board_digest[:8]}"


def _titles(sums: SumsReader, fits: Iterable[BalanceFit]) -> list[str]:
    """Return rulesets and boards."""
    boards = sums.board_labels(fit.board_digest for fit in fits)
    return [
        f"{KINDS[fit.kind].identity.rules_text(fit.edition, fit.mode)}, "
        f"{boards.get(fit.board_digest, fit.board_digest[:8])}"
        for fit in fits
    ]


def _report(
    about: GameKind, fit: BalanceFit, verdicts: Mapping[tuple[int, str], Verdict]
) -> dict[str, Any]:
    """Return the report; the verdicts are those of all fits of the pool."""
    of_fit = {seat: verdict for (pk, seat), verdict in verdicts.items() if pk == fit.pk}
    keys = {seat: verdict.key for seat, verdict in of_fit.items()}
    report, uploads = fit.report, fit.report["uploads"]
    labels = {seat["place"]: place_label(about, seat["place"]) for seat in report["places"]}
    params = {
        "kind": fit.kind,
        "edition": fit.edition,
        "mode": fit.mode,
        "board": fit.board_digest,
        "simulated": "yes" if fit.is_simulated else "",
    }
    return {
        "report": report,
        "headline": headline(report, keys, labels),
        "games_address": with_params(reverse("games"), params),
        "seats": [
            {
                "title": labels[seat["place"]],
                "even": percent(seat["even"]),
                "fit": _interval(seat["fit"]),
                "verdict": of_fit.get(seat["place"]),
                "share": rate_context(rate(*seat["share"])),
                "without": _interval(seat["without"]["fit"]),
                "n_excluded": seat["without"]["games"],
            }
            for seat in report["places"]
        ],
        "uploads": {
            **uploads,
            "verdict_text": gettext(balance_reads.UPLOAD_VERDICTS[uploads["verdict"]]),
            "own_share": rate_context(rate(*uploads["own"])),
            "elsewhere_share": rate_context(rate(*uploads["elsewhere"])),
            "sending": _interval(uploads["fit"]),
            "columns": [gettext(title) for title in COLUMNS.values()],
            "rows": [
                (place_label(about, seat), [rate_context(rate(*shares[name])) for name in COLUMNS])
                for seat, shares in uploads["places"].items()
            ],
        },
    }


def _interval(fit: dict[str, float] | None) -> dict[str, str] | None:
    if fit is None:
        return None
    low, high = percent(fit["low"]), percent(fit["high"])
    return {"percent": percent(fit["value"]), "interval": f"{low.removesuffix(' %')}–{high}"}
