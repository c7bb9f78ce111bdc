"""`/stats/<kind>/ratings/`: leaderboards; and the curve of a rating over time."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from analytics.forms.addresses import with_params
from analytics.insight import definitions
from analytics.insight.rounding import decimal, span
from analytics.models import RatingPool, Standing
from analytics.reads import players as player_reads
from analytics.reads import ratings as rating_reads
from analytics.reads.ratings import Rating
from analytics.reads.sums import SumsReader
from analytics.rollups.ratings import Rated
from games.registry import KINDS

from .rulesets import ruleset_context, ruleset_key

WIDTH, HEIGHT, SHOWN = 320, 80, 100


@require_safe
def ratings(request: HttpRequest, kind: str) -> HttpResponse:
    """Show the leaderboards of one ruleset, one for each seat."""
    context = ruleset_context(
        request,
        kind,
        "rules",
        rating_reads.snapshot_names(kind),
        rating_reads.pools,
        ruleset_key,
        lambda _sums, pools: map(_title, pools),
        gettext("There are no ratings for these rules. Use one of: {known}."),
    )
    if isinstance(context, HttpResponse):
        return context
    pool, sums = context["row"], context["sums"]
    texts = (rating_reads.LADDER, rating_reads.RATINGS, definitions.ROUNDING)
    context |= {
        "pool": pool,
        "rules": _title(pool) if pool else "",
        "boards": [_board(sums, pool, seat) for seat in rating_reads.places(sums, pool)]
        if pool
        else [],
        "n_waiting": 0 if sums.name else rating_reads.count_waiting(),
        "minimum": rating_reads.MINIMUM,
        "texts": list(map(gettext, texts)),
    }
    return render(request, "analytics/ratings.html", context)


def _title(pool: RatingPool) -> str:
    return KINDS[pool.kind].identity.rules_text(pool.edition, pool.mode)


def _board(sums: SumsReader, pool: RatingPool, seat: str) -> dict[str, Any]:
    standings = list(rating_reads.ladder(sums, pool, seat)[:SHOWN])
    names = player_reads.names_by_handle(row.handle for row in standings)
    simulated = {"simulated": "yes" if pool.is_simulated else ""}
    params = {"kind": pool.kind, "edition": pool.edition, "mode": pool.mode, **simulated}
    if seat in KINDS[pool.kind].identity.roles:
        params["role"] = seat
    return {
        "title": rating_reads.place_label(KINDS[pool.kind], seat),
        "rows": [
            {
                "rank": rank,
                "name": names.get(row.handle, ""),
                "address": with_params(reverse("player", args=[row.handle]), simulated),
                "games_address": with_params(reverse("player-games", args=[row.handle]), params),
                **_numbers(row),
            }
            for rank, row in enumerate(standings, 1)
        ],
        "n_below": rating_reads.count_below(sums, pool, seat),
    }


def _numbers(row: Standing) -> dict[str, Any]:
    rated = Rated(row.mu, row.sigma, row.number)
    return {
        "games": row.number,
        "rating": decimal(row.mu),
        "low": decimal(rated.low),
        "span": span(decimal(rated.low), decimal(rated.high)),
    }


def rating_rows(ratings: list[Rating]) -> list[dict[str, Any]]:
    """Return a player's ratings for the template."""
    rows = []
    for rating in ratings:
        pool, slug = rating.pool, rating.kind.slug
        params = {"rules": ruleset_key(pool), "simulated": "yes" if pool.is_simulated else ""}
        title = (rating.kind.title, _title(pool), rating.place_label)
        points = [(mu, sigma) for _, mu, sigma in rating.points]
        row = {
            "title": ", ".join(part for part in title if part),
            "is_few": rating.standing.number < rating_reads.MINIMUM,
            "is_simulated": pool.is_simulated,
            "address": with_params(reverse("stats-ratings", args=[slug]), params),
            "curve": curve(points) if points else None,
            **_numbers(rating.standing),
        }
        rows.append(row)
    return rows


def curve(points: list[tuple[float, float]]) -> dict[str, str]:
    """Return a rating over time as SVG: its line, the area of its interval, and the range."""
    rated = [Rated(mu, sigma, 0) for mu, sigma in points]
    low, high = min(point.low for point in rated), max(point.high for point in rated)

    def at(number: int, value: float) -> str:
        x = WIDTH * number / max(1, len(rated) - 1)
        return f"{x:.1f},{HEIGHT * (high - value) / (high - low):.1f}"

    line = [at(number, point.mu) for number, point in enumerate(rated)]
    upper = [at(number, point.high) for number, point in enumerate(rated)]
    lower = [at(number, point.low) for number, point in enumerate(rated)]
    area = " ".join([*upper, *lower[::-1]])
    return {"line": " ".join(line), "area": area, "bottom": decimal(low), "top": decimal(high)}
