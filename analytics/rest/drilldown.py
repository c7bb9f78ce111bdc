"""`/api/v1/stats/<kind>/games/`: the games that one number counts."""

from typing import Any

from django.http import Http404
from rest_framework.request import Request

from analytics.forms.base import Drilldown
from analytics.insight.question import EVERY
from analytics.reads.drilldown import games_of
from analytics.reads.paging import LongPage, page_of
from analytics.reads.sums import LIVE
from analytics.requests.stats import NoSuchPage, StatsRequest, params_of, read_drilldown
from replays.rest.errors import ApiError
from replays.rest.openapi import endpoint, query
from replays.rest.schemas import Seat

from .base import ListView
from .encode import CountedGame, CountedGames
from .views import FILTERS, LAYER, ROUTE, StatsView


class DrilldownView(StatsView, ListView):
    """The games that a number counts."""

    @endpoint(
        "stats_games", CountedGames, *FILTERS, *ROUTE, LAYER,
        query("space", "A space of the board."),
        query("end", "How the route ended."),
        query("metric", "A key of the list of metrics."),
        query("group", "A group of the metric."),
        query("won", "Of a rate: games that were won or not.", ["yes", "no"]),
        query(EVERY, "yes: all games that match the filters, instead of those of a number."),
        query("page", "From 1, fifty games each."),
        errors=(400, 404, 429),
    )  # fmt: skip
    def get(self, request: Request, kind: str) -> Any:
        """Return the games that a number counts, fifty per page, newest months first. Name
        the number with the parameters of its page: `metric` with `group` and `won`; or `node` with
        `root` and `end`; or `space` with `layer` and `board`.
        """
        params = request.query_params.dict()

        def make(stats: StatsRequest) -> CountedGames:
            try:
                number = read_drilldown(stats, params)
                games = games_of(kind, number.filters, number.counted)
                page = page_of(games.page, games.total, params.get("page", "1"))
            except (NoSuchPage, Http404) as error:
                message = "There is no such number, or no such page."
                raise ApiError(404, "not_found", message) from error
            return _body(stats, number, page, request)

        also = (*params_of(params), "page")
        # The list is of current games, also where the number is of a snapshot.
        return self.respond(make, params.get("metric", ""), also, LIVE)


def _body(stats: StatsRequest, number: Drilldown, page: LongPage, request: Request) -> CountedGames:
    filters = {"simulated": "no", **number.filters.params()}
    pending = stats.sums.live().count_pending([stats.kind.slug], number.filters.simulated)
    return CountedGames.make(
        page,
        question={"kind": stats.kind.slug, "filters": filters, **number.params},
        title=number.title,
        meaning=number.meaning,
        page=page.number,
        games_pending=pending,
        games=[
            CountedGame.make(
                game,
                id=game.public_id,
                players=[Seat.make(seat) for seat in game.seats.all()],
                url=request.build_absolute_uri(game.get_absolute_url()),
            )
            for game in page.rows
        ],
    )
