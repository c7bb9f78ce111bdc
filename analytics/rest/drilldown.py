"""`/api/v1/stats/<kind>/games/`: the games that one number counts."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from analytics.charts import Theme
from analytics.forms.base import Drilldown
from analytics.reads.drilldown import games_of
from analytics.reads.paging import LongPage, page_of
from analytics.requests.drilldown import params_of, read_drilldown
from analytics.requests.stats import NoSuchPage, StatsRequest
from analytics.rest import schema
from analytics.rest.encode import filters_body
from analytics.rest.views import Body, NoSuchAnswer, StatsView
from replays.access.throttles import ListThrottle


class DrilldownView(StatsView):
    """The games that a number counts."""

    throttle_classes = (ListThrottle,)

    @extend_schema(**schema.GAMES_BEHIND)
    def get(self, request: Request, kind: str) -> Any:
        """Fifty games a page, the newest months first. The words are those of the page of the same
        name: `metric` with `group` and `won`; or `node` with `root` and `end`; or `space` with
        `layer` and `board`.
        """
        given = request.query_params.dict()
        self.also = (*params_of(given), "page")

        def make(stats: StatsRequest, _theme: Theme) -> Body:
            try:
                number = read_drilldown(stats, given)
                games = games_of(kind, number.filters, number.counted)
                page = page_of(games.page, games.total, given.get("page", "1"))
            except (NoSuchPage, Http404) as error:
                raise NoSuchAnswer(
                    "not_found", "There is no such number, or no such page."
                ) from error
            return _body(stats, number, page, request)

        return self.answer(request, kind, make, given.get("metric", ""))


def _body(stats: StatsRequest, number: Drilldown, page: LongPage, request: Request) -> Body:
    return {
        "question": {"kind": stats.kind.slug, **filters_body(number.filters), **number.params},
        "title": number.title,
        "meaning": number.meaning,
        "n": page.n,
        "are_more": page.are_more,
        "page": page.number,
        "has_next": page.has_next,
        "games": [
            {
                "id": game.public_id,
                "edition": game.edition,
                "mode": game.mode,
                "month": game.month,
                "winner": game.winner,
                "reason": game.reason,
                "is_simulated": game.is_simulated,
                "players": [{"role": seat.role, "name": seat.name} for seat in game.seats.all()],
                "url": request.build_absolute_uri(game.get_absolute_url()),
            }
            for game in page.rows
        ],
    }
