"""`/stats/<kind>/balance/`: the balance of seats, and upload bias."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_safe

from analytics.forms.tables import bar, interval
from analytics.insight import definitions
from analytics.insight.rounding import percent
from analytics.insight.wilson import rate
from analytics.models import BalanceFit
from analytics.reads import balance as balance_reads
from analytics.reads.ratings import place_label
from analytics.reads.sums import SumsReader
from analytics.web.responses import snapshot_context
from games.core.contract import GameKind
from games.registry import KINDS

from .present import games_address

COLUMNS = {
    "there": gettext_noop("uploader in this seat"),
    "opposite": gettext_noop("uploader in another seat"),
    "unknown": gettext_noop("uploader unknown"),
}


@require_safe
def balance(request: HttpRequest, kind: str) -> HttpResponse:
    """Show the balance of one ruleset on one board."""
    about = KINDS.get(kind)
    if about is None:
        raise Http404
    wrong = [
        {
            "word": word,
            "message": gettext("Unknown parameter. Use one of: {known}.").format(
                known="of, simulated, snapshot"
            ),
        }
        for word in request.GET
        if word not in {"of", "simulated", "snapshot"}
    ]
    simulated = request.GET.get("simulated", "no")
    if simulated not in {"no", "yes"}:
        message = gettext("Human and bot games can't be combined here: use no or yes.")
        wrong.append({"word": "simulated", "message": message})
    names, snapshot = balance_reads.snapshot_names(kind), request.GET.get("snapshot", "")
    if snapshot and snapshot not in names:
        known = ", ".join(names) or gettext("none yet")
        message = gettext("Unknown value “{value}”. Use one of: {known}.").format(
            value=snapshot, known=known
        )
        wrong.append({"word": "snapshot", "message": message})
    # some texts are no valid query on PostgreSQL
    sums = SumsReader.named(snapshot if snapshot in names else "")
    fits = balance_reads.fits(sums, kind, simulated=simulated == "yes")
    by_key = {_key(fit): fit for fit in fits}
    chosen = request.GET.get("of", "")
    if chosen and chosen not in by_key:
        known = ", ".join(by_key) or gettext("none yet")
        message = gettext("There is no such estimate. Use one of: {known}.").format(known=known)
        wrong.append({"word": "of", "message": message})
    if wrong:
        context = {"problems": wrong, "kind": about}
        return render(request, "analytics/bad_question.html", context, status=400)
    fit = by_key[chosen] if chosen else next(iter(fits), None)
    context = {
        "kind": about,
        "fit": fit,
        "tabs": _tabs(about, fits, fit, sums),
        "is_simulated": simulated == "yes",
        "has_simulated": bool(balance_reads.fits(sums, kind, simulated=True)),
        **snapshot_context([kind], sums, names, request.path, request.GET.dict(), _has_fit),
        "definitions": balance_reads.definitions(),
        "rounding": gettext(definitions.ROUNDING),
    }
    return render(request, "analytics/balance.html", context | (_report(about, fit) if fit else {}))


def _has_fit(sums: SumsReader, kind: str, params: Mapping[str, str]) -> bool:
    """Return whether the fit that the parameters select exists."""
    fits = balance_reads.fits(sums, kind, simulated=params.get("simulated") == "yes")
    return params.get("of") in (None, "", *map(_key, fits))


def _key(fit: BalanceFit) -> str:
    """Return the query parameter of a fit."""
    rules = "-".join(part for part in (fit.edition, fit.mode) if part)
    return f"{rules}-{fit.board_digest[:8]}"


def _tabs(
    about: GameKind, fits: list[BalanceFit], now: BalanceFit | None, sums: SumsReader
) -> list[dict[str, Any]]:
    boards = sums.board_labels(fit.board_digest for fit in fits)
    return [
        {
            "title": f"{about.identity.rules_text(fit.edition, fit.mode)}, "
            f"{boards.get(fit.board_digest, fit.board_digest[:8])}",
            "address": "?"
            + urlencode(
                {"of": _key(fit)}
                | ({"simulated": "yes"} if fit.is_simulated else {})
                | ({"snapshot": sums.name} if sums.name else {})
            ),
            "is_now": fit == now,
        }
        for fit in fits
    ]


def _report(about: GameKind, fit: BalanceFit) -> dict[str, Any]:
    report = fit.report
    labels = {each["place"]: place_label(about, each["place"]) for each in report["places"]}
    params = {"kind": fit.kind, "edition": fit.edition, "mode": fit.mode, "board": fit.board_digest}
    if fit.is_simulated:
        params["simulated"] = "yes"
    uploads = report["uploads"]
    return {
        "report": report,
        "headline": balance_reads.headline(report, labels),
        "games_address": games_address({name: value for name, value in params.items() if value}),
        "places": [
            {
                "title": labels[each["place"]],
                "even": percent(each["even"]),
                "fit": _interval(each["fit"]),
                "verdict": gettext(balance_reads.VERDICTS[each["verdict"]]),
                "share": _share(each["share"]),
                "without": _interval(each["without"]["fit"]),
                "left_out": each["without"]["games"],
            }
            for each in report["places"]
        ],
        "uploads": {
            **uploads,
            "verdict_words": gettext(balance_reads.UPLOAD_VERDICTS[uploads["verdict"]]),
            "own_share": _share(uploads["own"]),
            "elsewhere_share": _share(uploads["elsewhere"]),
            "sending": _interval(uploads["fit"]),
            "columns": [gettext(words) for words in COLUMNS.values()],
            "rows": [
                (place_label(about, place), [_share(columns[name]) for name in COLUMNS])
                for place, columns in uploads["places"].items()
            ],
        },
        "statistics_address": reverse("stats-kind", args=[fit.kind]),
    }


def _share(share: list[int]) -> dict[str, Any]:
    value = rate(*share)
    return {
        "k": value.k,
        "n": value.n,
        "percent": percent(value.value),
        "interval": interval(value),
        "bar": bar(value),
        "is_few": value.is_few,
    }


def _interval(fit: dict[str, float] | None) -> dict[str, Any] | None:
    if fit is None:
        return None
    low, high = percent(fit["low"]), percent(fit["high"])
    return {"percent": percent(fit["value"]), "interval": f"{low.removesuffix(' %')}–{high}"}
