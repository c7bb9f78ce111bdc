"""`/stats/<kind>/ratings/`: leaderboards; and the curve of a rating over time."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from analytics.insight import definitions
from analytics.insight.rounding import decimal, span
from analytics.models import RatingPool, Standing
from analytics.reads import players as player_reads
from analytics.reads import ratings as rating_reads
from analytics.reads.ratings import Rating
from analytics.reads.sums import SumsReader
from analytics.requests.player_filter import PlayerFilter
from analytics.requests.stats_filter import problems
from analytics.rollups.ratings import Rated
from analytics.web.responses import snapshot_context
from games.registry import KINDS

WIDTH, HEIGHT, SHOWN = 320, 80, 100


@require_safe
def ratings(request: HttpRequest, kind: str) -> HttpResponse:
    """Show the leaderboards of one ruleset, one for each seat."""
    about = KINDS.get(kind)
    if about is None:
        raise Http404
    names = rating_reads.snapshot_names(kind)
    form = PlayerFilter({**request.GET.dict(), "kind": kind}, also=("snapshot",), snapshots=names)
    for word in ("kind", "edition", "mode"):
        del form.fields[word]
    known = {*form.fields, "rules"}
    simulated = request.GET.get("simulated", "no")
    snapshot = request.GET.get("snapshot", "")
    # some texts are no valid query on PostgreSQL
    sums = SumsReader.named(snapshot if snapshot in names else "")
    pools = rating_reads.pools(sums, kind, simulated=simulated == "yes")
    by_rules = {_rules(pool): pool for pool in pools}
    wrong = problems(request.GET, form, known)
    chosen = request.GET.get("rules", "")
    if simulated == "all":
        message = gettext("Human and bot games are rated separately: use no or yes.")
        wrong.append({"word": "simulated", "message": message})
    if chosen and chosen not in by_rules:
        known_rules = ", ".join(by_rules) or gettext("none yet")
        message = gettext("There are no ratings for this role. Use one of: {known}.").format(
            known=known_rules
        )
        wrong.append({"word": "rules", "message": message})
    if wrong:
        context = {"problems": wrong, "kind": about}
        return render(request, "analytics/bad_question.html", context, status=400)
    pool = by_rules[chosen] if chosen else next(iter(pools), None)
    context = {
        "kind": about,
        "pool": pool,
        "rules": about.identity.rules_text(pool.edition, pool.mode) if pool else "",
        "tabs": [_tab(request.path, each, pool, sums.name) for each in pools],
        "boards": [_board(sums, pool, place) for place in rating_reads.places(sums, pool)]
        if pool
        else [],
        "is_simulated": simulated == "yes",
        "has_simulated": bool(rating_reads.pools(sums, kind, simulated=True)),
        "n_waiting": 0 if sums.name else rating_reads.count_waiting(),
        **snapshot_context([kind], sums, names, request.path, request.GET.dict(), _has_pool),
        "minimum": rating_reads.MINIMUM,
        "words": [
            gettext(words)
            for words in (rating_reads.LADDER, rating_reads.RATINGS, definitions.ROUNDING)
        ],
    }
    return render(request, "analytics/ratings.html", context)


def _has_pool(sums: SumsReader, kind: str, params: Mapping[str, str]) -> bool:
    """Return whether the pool that the parameters select exists."""
    pools = rating_reads.pools(sums, kind, simulated=params.get("simulated") == "yes")
    return params.get("rules") in (None, "", *map(_rules, pools))


def _rules(pool: RatingPool) -> str:
    """Return the query parameter of a pool."""
    return "-".join(part for part in (pool.edition, pool.mode) if part)


def _tab(path: str, pool: RatingPool, now: RatingPool | None, snapshot: str) -> dict[str, Any]:
    params = {"rules": _rules(pool), **({"simulated": "yes"} if pool.is_simulated else {})}
    params |= {"snapshot": snapshot} if snapshot else {}
    title = KINDS[pool.kind].identity.rules_text(pool.edition, pool.mode)
    return {"title": title, "address": f"{path}?{urlencode(params)}", "is_now": pool == now}


def _board(sums: SumsReader, pool: RatingPool, place: str) -> dict[str, Any]:
    standings = list(rating_reads.ladder(sums, pool, place)[:SHOWN])
    names = player_reads.names_by_handle(row.handle for row in standings)
    params = {"kind": pool.kind, "edition": pool.edition, "mode": pool.mode}
    if place in KINDS[pool.kind].identity.roles:
        params["role"] = place
    if pool.is_simulated:
        params["simulated"] = "yes"
    query = urlencode({name: value for name, value in params.items() if value})
    return {
        "title": rating_reads.place_label(KINDS[pool.kind], place),
        "rows": [
            {
                "rank": rank,
                "name": names.get(row.handle, ""),
                "address": reverse("player", args=[row.handle])
                + ("?simulated=yes" if pool.is_simulated else ""),
                "games_address": f"{reverse('player-games', args=[row.handle])}?{query}",
                **_numbers(row),
            }
            for rank, row in enumerate(standings, 1)
        ],
        "n_below": rating_reads.count_below(sums, pool, place),
    }


def _numbers(row: Standing) -> dict[str, Any]:
    rated = Rated(row.mu, row.sigma, row.number)
    return {
        "games": row.number,
        "rating": decimal(row.mu),
        "low": decimal(rated.low),
        "high": decimal(rated.high),
        "span": span(decimal(rated.low), decimal(rated.high)),
    }


@dataclass(frozen=True, slots=True)
class Curve:
    """A rating over time as SVG: a line for the rating, an area for its interval, and the range."""

    line: str
    area: str
    bottom: str
    top: str


def rating_rows(ratings: list[Rating]) -> list[dict[str, Any]]:
    """Return a player's ratings for the template."""
    return [
        {
            "title": ", ".join(
                part
                for part in (
                    each.kind.title,
                    each.kind.identity.rules_text(each.pool.edition, each.pool.mode),
                    each.place_label,
                )
                if part
            ),
            "is_few": each.standing.number < rating_reads.MINIMUM,
            "is_simulated": each.pool.is_simulated,
            "address": reverse("stats-ratings", args=[each.kind.slug])
            + f"?rules={_rules(each.pool)}"
            + ("&simulated=yes" if each.pool.is_simulated else ""),
            "curve": curve([(mu, sigma) for _, mu, sigma in each.points]) if each.points else None,
            **_numbers(each.standing),
        }
        for each in ratings
    ]


def curve(points: list[tuple[float, float]]) -> Curve:
    """Return the curve of a rating over time."""
    rated = [Rated(mu, sigma, 0) for mu, sigma in points]
    low, high = min(each.low for each in rated), max(each.high for each in rated)

    def at(number: int, value: float) -> str:
        x = WIDTH * number / max(1, len(rated) - 1)
        return f"{x:.1f},{HEIGHT * (high - value) / (high - low):.1f}"

    line = [at(number, each.mu) for number, each in enumerate(rated)]
    upper = [at(number, each.high) for number, each in enumerate(rated)]
    lower = [at(number, each.low) for number, each in enumerate(rated)]
    return Curve(" ".join(line), " ".join([*upper, *lower[::-1]]), decimal(low), decimal(high))
