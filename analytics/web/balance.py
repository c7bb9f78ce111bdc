"""`/stats/<kind>/balance/`: the balance of seats, and upload bias."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_safe

from analytics.forms.addresses import with_params
from analytics.forms.skill import all_seats, headline
from analytics.forms.tables import rate_context
from analytics.insight import definitions
from analytics.insight.question import EVERY
from analytics.insight.rounding import percent
from analytics.insight.verdicts import BALANCE_VERDICTS
from analytics.insight.wilson import bounds_of, rate
from analytics.models import BalanceFit
from analytics.reads import balance as balance_reads
from analytics.reads.balance import seat_label
from analytics.reads.sums import SumsReader
from games.core.contract import GameKind
from games.registry import KINDS

from .citing import cite_fit
from .pools import sums_params
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
        "stats-balance",
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
        simulated = context["is_simulated"]
        of_pool = balance_reads.results_fit(context["sums"], kind, simulated=simulated)
        context |= {"results_fit": of_pool, "board_sd": _sd(of_pool, "board_sd")}
        context |= _report(context["kind"], fit, context["sums"])
        about, selection = context["kind"], _titles(context["sums"], [fit])[0]
        title = gettext("{game}: balance").format(game=about.title)
        context["citing"] = cite_fit(request, about, title, selection, context, context["scope"])
    return render(request, "analytics/balance.html", context)


def fit_key(fit: BalanceFit) -> str:
    """Return the query parameter of a fit."""
    return f"{ruleset_key(fit)}-{fit.board_digest[:8]}"


def _sd(of_pool: Any, name: str) -> str:
    value = of_pool.variances[name] if of_pool else None
    return "" if value is None else f"{value:.2f}"


def _titles(sums: SumsReader, fits: Iterable[BalanceFit]) -> list[str]:
    """Return rulesets and boards."""
    boards = sums.board_labels(fit.board_digest for fit in fits)
    return [
        f"{KINDS[fit.kind].identity.rules_text(fit.edition, fit.mode)}, "
        f"{boards.get(fit.board_digest, fit.board_digest[:8])}"
        for fit in fits
    ]


def _report(about: GameKind, fit: BalanceFit, sums: SumsReader) -> dict[str, Any]:
    report = fit.report
    labels = {seat["seat"]: seat_label(about, seat["seat"]) for seat in report["seats"]}
    reason = balance_reads.reason_text(report)
    found = all_seats(fit)
    verdicts = {seat.seat: seat.verdict for seat in found}
    return {
        "report": report,
        "headline": headline(report, found, labels, reason),
        "reason": reason,
        "is_checked": bool(report["sensitivity"]),
        "needed": balance_reads.needed_text(report),
        "people": balance_reads.players_text(report),
        "games_address": _games_address(fit, sums),
        "seats": [
            {
                "title": labels[seat["seat"]],
                "even": percent(1 / len(labels)),
                "fit": _interval(seat),
                "verdict": verdicts.get(seat["seat"]),
                "raw": _raw(seat["raw_share"], report["games"]),
                "without": _without(report["sensitivity"], number),
            }
            for number, seat in enumerate(report["seats"])
        ],
        "uploads": _uploads(labels, report["uploads"]),
    }


def _games_address(fit: BalanceFit, sums: SumsReader) -> str:
    """Return the address of the list of a fit's games."""
    params = {
        "edition": fit.edition,
        "mode": fit.mode,
        "board": fit.board_digest,
        "simulated": "yes" if fit.is_simulated else "",
    }
    if sums.games is None:
        return with_params(reverse("games"), {"kind": fit.kind, **params})
    own = {**params, **sums_params(sums), EVERY: "yes"}
    return with_params(reverse("stats-games", args=[fit.kind]), own)


def _without(sensitivity: Mapping[str, Any] | None, number: int) -> list[dict[str, Any]]:
    """Return a seat's estimates without the busiest pair and without the busiest uploader."""
    parts = ("without_largest_pair", "without_largest_uploader")
    cells = []
    for part in parts:
        seats = sensitivity[part] if sensitivity else None
        cells.append(
            {"fit": _interval(seats[number]) if seats else None, "is_checked": bool(seats)}
        )
    return cells


def _raw(share: float, games: int) -> dict[str, str]:
    low, high = bounds_of(share, games)
    return {"percent": percent(share), "interval": _span(low, high)}


def _uploads(labels: Mapping[str, str], uploads: Mapping[str, Any]) -> dict[str, Any]:
    return {
        **uploads,
        "verdict_text": gettext(balance_reads.UPLOAD_VERDICTS[uploads["verdict"]]),
        "own_share": rate_context(rate(*uploads["own"])),
        "elsewhere_share": rate_context(rate(*uploads["elsewhere"])),
        "sending": _chance(uploads["fit"]),
        "columns": [gettext(title) for title in COLUMNS.values()],
        "rows": [
            (title, _by_uploader(uploads["places"][seat]))
            for seat, title in labels.items()
            if seat in uploads["places"]
        ],
    }


def _by_uploader(shares: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return a seat's win rates by where the uploader sat, each with the title of its column."""
    return [
        rate_context(rate(*shares[name])) | {"column": gettext(title)}
        for name, title in COLUMNS.items()
    ]


def _interval(seat: Mapping[str, Any]) -> dict[str, str] | None:
    if seat["share"] is None:
        return None
    return {"percent": percent(seat["share"]), "interval": _span(seat["low"], seat["high"])}


def _chance(fit: Mapping[str, float] | None) -> dict[str, str] | None:
    return _interval({**fit, "share": fit["value"]}) if fit else None


def _span(low: float, high: float) -> str:
    return f"{percent(low).removesuffix(' %')}–{percent(high)}"
