"""`/api/v1/stats/<kind>/games/`: the games behind one number."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from analytics.charts import Theme
from analytics.reads.paging import LongPage, page_of
from analytics.requests.drilldown import Number, number_of, words_of
from analytics.requests.stats import Asked, NoSuchPage
from analytics.rest import schema
from analytics.rest.encode import filters_body
from analytics.rest.views import Body, NoSuchAnswer, StatsView
from replays.access.throttles import ListThrottle


class GamesBehindView(StatsView):
    """The games behind a number."""

    throttle_classes = (ListThrottle,)

    @extend_schema(**schema.GAMES_BEHIND)
    def get(self, request: Request, kind: str) -> Any:
        """Fifty games a page, the newest months first. The words are those of the page of the same
        name: `metric` with `group` and `won`; or `node` with `root` and `end`; or `space` with
        `layer` and `board`.
        """
        given = request.query_params.dict()
        self.also = (*words_of(given), "page")

        def make(asked: Asked, _theme: Theme) -> Body:
            try:
                number = number_of(asked, given)
                games = number.games
                page = page_of(games.page, games.total, given.get("page", "1"))
            except (NoSuchPage, Http404) as error:
                raise NoSuchAnswer(
                    "not_found", "There is no such number, or no such page."
                ) from error
            return _body(asked, number, page, request)

        return self.answer(request, kind, make, given.get("metric", ""))


def _body(asked: Asked, number: Number, page: LongPage, request: Request) -> Body:
    return {
        "question": {"kind": asked.kind.slug, **filters_body(number.filters), **number.words},
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
