"""`/api/v1/stats/…`: the numbers and figures of the statistics pages."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response

from analytics.charts import Theme
from analytics.forms.base import Link, MetricAnswer
from analytics.forms.rate.figure import role_figure
from analytics.forms.registry import grouped_form
from analytics.forms.routes import encode as routes
from analytics.forms.routes.answer import TIMES, RoutesAnswer, is_valid
from analytics.forms.spaces import encode as spaces
from analytics.forms.spaces.figure import board_figure
from analytics.forms.spaces.views import LIFT, BoardAnswer
from analytics.insight.answer import Basis, RoleAnswer
from analytics.insight.bodies import Versions
from analytics.insight.definitions import DIMENSION_TITLES
from analytics.insight.options import has_fixed_sides
from analytics.insight.question import RoleQuestion
from analytics.reads import answers as answer_reads
from analytics.reads.catalogue import dimensions_of, entries_of
from analytics.reads.counting import ledger_revision
from analytics.reads.selected import set_tag, stamp
from analytics.reads.sums import SumsReader
from analytics.requests.stats import (
    BadQuestion,
    NoSuchPage,
    StatsRequest,
    ask_board,
    ask_routes,
    read_question,
)
from analytics.requests.stats_filter import ANY_PLAYER, StatsFilter
from games.registry import KINDS
from replays.access.viewer import viewer_of
from replays.requests.http import conditional, note_shown
from replays.rest.base import OpenView, plain
from replays.rest.errors import ApiError
from replays.rest.openapi import CSV, endpoint, in_path, query

from . import encode
from .base import (
    KIND,
    SIMULATED,
    SNAPSHOT,
    THEME,
    bad_question,
    read_theme,
    reject_query_params,
)
from .tables import csv_response

FILTERS = (
    KIND,
    query("edition", "An edition of the game, if it has several."),
    query("mode", "A mode of the game, for example standard or advanced."),
    query("board", "Digest of a board, or its id if only one board has it."),
    query("winner", "A side, or none."),
    query("reason", "How the game was won."),
    query("month", "YYYY-MM, or unknown."),
    query("from", "First month, YYYY-MM."),
    query("to", "Last month, YYYY-MM, inclusive."),
    SIMULATED,
    query(
        "player",
        "Games of this player: a handle or a name. At most 5,000 games are added up, live only.",
    ),
    query(
        "rating",
        "Games whose players all have at least this overall rating, by the live fit: players of "
        "the largest group linked by common games, with at least ten rated games.",
    ),
    query("rated", "any: any of the players has the rating. Default: all.", [ANY_PLAYER]),
    query(
        "set",
        "Only games of this set, such as collection-<id>. Send an `Owner-Key` or a token with "
        "`read:private` for games that only you may see. Live only.",
    ),
    SNAPSHOT,
)
BY = query("by", "Split the win rates by this.", list(DIMENSION_TITLES))
LAYER = query("layer", "What is counted: a layer of the game. Default: the first.")
SHOW = query("show", "How the board is shown.", ["times", "share", "lift", "pair", "difference"])
METRIC = in_path("metric", "A key of the list of metrics.")
SPLIT = query("by", "Split by this instead of the metric's groups.")
ROUTE = (
    query("root", "A root of the metric, for example a round. Default: all roots."),
    query("node", "The route so far: steps such as spaces, separated by blanks, a target after >."),
)
SORT = query("sort", "times: most common first. Default: the metric's order.", [TIMES])
Read = Callable[[StatsRequest], Any]


@contextmanager
def _client_errors() -> Iterator[None]:
    """Turn errors of a question into a 400 or 404."""
    try:
        yield
    except BadQuestion as error:
        raise bad_question(error.problems) from error
    except NoSuchPage as error:
        raise Http404 from error


class StatsView(OpenView):
    """Answers have an ETag that changes when a number may have changed."""

    def respond(
        self,
        make: Callable[[StatsRequest], Any],
        metric: str = "",
        also: Iterable[str] = (),
        sums: SumsReader | None = None,
    ) -> Any:
        """Return what `make` returns for the request, or 304 if the client has it. `also` are valid
        parameters apart from filters, by default those that the endpoint declares. `sums` are those
        that the answer depends on, by default those of the request. Raises ApiError or Http404 for
        a BadQuestion or NoSuchPage, also those of `make`.
        """
        metric = metric or self.kwargs.get("metric", "")
        declared = set(self.get.query_names)  # type: ignore[attr-defined]
        accepted = None if also else declared
        also = tuple(also or declared - set(StatsFilter.base_fields))
        params = self.request.query_params
        with _client_errors():
            stats = read_question(
                self.kwargs["kind"], params, metric_key=metric, also=also, accepted=accepted,
                viewer=viewer_of(plain(self.request)),
            )  # fmt: skip
        if stats.filters.games is not None:
            note_shown(plain(self.request), stats.filters.games)

        def answer() -> HttpResponseBase:
            with _client_errors():
                made = make(stats)
            return made if isinstance(made, HttpResponse) else Response(made)

        basis = (sums or stats.sums).basis(stats.kind.slug, stats.filters.simulated)
        return conditional(plain(self.request), _tag(basis, stats), answer)

    def json(self, read: Read, body: Callable[[Any, Link], Any]) -> Any:
        """Return the answer as a body with absolute URLs."""
        return self.respond(lambda stats: body(read(stats), self.request.build_absolute_uri))

    def csv(self, read: Read, rows: Callable[[Any], Any], name: str) -> Any:
        """Return the answer as a table."""
        return self.respond(lambda stats: _csv(rows(read(stats)), f"{stats.kind.slug}-{name}"))

    def figure(self, read: Read, draw: Callable[[Any, Theme], Any]) -> Any:
        """Return the answer as a Plotly figure."""
        theme = read_theme(self.request)
        return self.respond(lambda stats: draw(read(stats), theme))


class CatalogueView(OpenView):
    """All metrics and dimensions of all games."""

    @endpoint("stats_catalogue", encode.Catalogue, errors=(400,))
    def get(self, request: Request) -> Response:
        """Return every metric: definition, unit, grain, history and addresses."""
        reject_query_params(request)
        kinds = [
            encode.KindCatalogue(
                kind.slug,
                kind.title,
                Versions(kind.rules.version, kind.counting.version),
                dimensions_of(kind),
                list(entries_of(kind)),
            )
            for kind in KINDS.values()
        ]
        return Response(encode.Catalogue(kinds))


class RolesView(StatsView):
    """Win rates."""

    @endpoint("stats_roles", encode.Roles, *FILTERS, BY)
    def get(self, request: Request, kind: str) -> Any:
        """Return the win rate of each role with n and its 95 % Wilson interval, in all selected
        games and by group.
        """
        return self.json(_roles, encode.roles_body)


class RolesCsvView(StatsView):
    """Win rates as a table."""

    @endpoint("stats_roles_csv", CSV, *FILTERS, BY)
    def get(self, request: Request, kind: str) -> Any:
        """Return the same as CSV: a row for each group and role; the first group is all games."""
        return self.csv(_roles, encode.role_rows, "roles")


class RolesFigureView(StatsView):
    """Win rates as a Plotly figure."""

    @endpoint("stats_roles_figure", OpenApiTypes.OBJECT, *FILTERS, BY, THEME)
    def get(self, request: Request, kind: str) -> Any:
        """Return `data`, `layout` and `config` for Plotly."""
        return self.figure(_roles, role_figure)


class SpacesView(StatsView):
    """Counts by space."""

    @endpoint("stats_spaces", spaces.Spaces, *FILTERS, LAYER, SHOW)
    def get(self, request: Request, kind: str) -> Any:
        """Return how often something happened on each space of a board. Default: the most played
        board.
        """
        return self.json(_board, spaces.board_body)


class SpacesCsvView(StatsView):
    """Counts by space as a table."""

    @endpoint("stats_spaces_csv", CSV, *FILTERS, LAYER, SHOW)
    def get(self, request: Request, kind: str) -> Any:
        """Return the same as CSV: a row for each space."""

        def make(stats: StatsRequest) -> HttpResponse:
            return _csv(spaces.csv_rows(_board(stats).answer), f"{kind}-spaces-{stats.layer}")

        return self.respond(make)


class SpacesFigureView(StatsView):
    """Counts by space as a Plotly figure."""

    @endpoint(
        "stats_spaces_figure", OpenApiTypes.OBJECT, *FILTERS, LAYER, SHOW,
        query("part", "Which of two boards side by side.", ["0", "1"]), THEME,
    )  # fmt: skip
    def get(self, request: Request, kind: str) -> Any:
        """Return `data`, `layout` and `config` for Plotly."""

        def draw(answer: BoardAnswer, theme: Theme) -> dict[str, Any]:
            if not answer.views:
                message = "There is no lift. The answer without figure/ shows why."
                raise ApiError(404, "no_lift", message)
            part = request.query_params.get("part", "0")
            if part not in {"0", "1"}:
                raise bad_question([{"parameter": "part", "message": "part must be 0 or 1."}])
            if int(part) >= len(answer.views):
                raise ApiError(404, "no_part", "There is only one board. Leave out part.")
            return board_figure(answer.views[int(part)], theme)

        return self.figure(_board, draw)


class RoutesView(StatsView):
    """The routes that continue from a node."""

    missing = "no_routes"
    """The code of the error if there are none."""

    @endpoint("stats_routes", routes.Routes, *FILTERS, *ROUTE, SORT)
    def get(self, request: Request, kind: str) -> Any:
        """Return the routes that continue from a node of a board, how often they were taken, and
        how they ended. Without a node: the starts.
        """
        return self.json(partial(_routes, self.missing), routes.routes_body)


class RoutesCsvView(StatsView):
    """The routes on from a node, as a table."""

    missing = RoutesView.missing

    @endpoint("stats_routes_csv", CSV, *FILTERS, *ROUTE, SORT)
    def get(self, request: Request, kind: str) -> Any:
        """Return the same as CSV: a row for each route."""
        return self.csv(partial(_routes, self.missing), routes.csv_rows, "routes")


class EarlierRoutesView(RoutesView):
    """The routes at their earlier address, with the earlier code of the error."""

    missing = "no_ways"

    @endpoint("stats_ways", routes.Routes, *FILTERS, *ROUTE, SORT, is_deprecated=True)
    def get(self, request: Request, kind: str) -> Any:
        """Return the same as `routes/`, which replaces this address."""
        return super().get(request, kind)


class EarlierRoutesCsvView(RoutesCsvView):
    """The routes as a table, at their earlier address."""

    missing = EarlierRoutesView.missing

    @endpoint("stats_ways_csv", CSV, *FILTERS, *ROUTE, SORT, is_deprecated=True)
    def get(self, request: Request, kind: str) -> Any:
        """Return the same as `routes/csv/`, which replaces this address."""
        return super().get(request, kind)


class MetricsView(StatsView):
    """The metrics of a game."""

    @endpoint("stats_metrics", encode.MetricList, KIND)
    def get(self, request: Request, kind: str) -> Any:
        """Return the metrics of a game: title, definition, form, groups."""
        reject_query_params(request)
        return self.json(lambda stats: stats.kind, encode.list_body)


class MetricView(StatsView):
    """One metric."""

    @endpoint("stats_metric", encode.Metric, *FILTERS, METRIC, SPLIT)
    def get(self, request: Request, kind: str, metric: str) -> Any:
        """Return a metric by group. Each number has its n and its 95 % interval. The fields of a
        group depend on the form of the metric.
        """
        return self.json(_metric, encode.metric_body)


class MetricFigureView(StatsView):
    """One metric as a Plotly figure."""

    @endpoint("stats_metric_figure", OpenApiTypes.OBJECT, *FILTERS, METRIC, SPLIT, THEME)
    def get(self, request: Request, kind: str, metric: str) -> Any:
        """Return `data`, `layout` and `config` for Plotly."""

        def draw(answer: MetricAnswer, theme: Theme) -> Any:
            return grouped_form(answer.question.metric).figure(answer, theme)

        return self.figure(_metric, draw)


class MetricCsvView(StatsView):
    """One metric as a table."""

    @endpoint("stats_metric_csv", CSV, *FILTERS, METRIC, SPLIT)
    def get(self, request: Request, kind: str, metric: str) -> Any:
        """Return the same as CSV: a row for each group (and position, in a series)."""

        def rows(answer: MetricAnswer) -> Any:
            return grouped_form(answer.question.metric).rows(answer)

        return self.csv(_metric, rows, metric)


def _no_games() -> ApiError:
    return ApiError(404, "no_games", "No game was counted on any board with these filters.")


def _routes(missing: str, stats: StatsRequest) -> RoutesAnswer:
    own = {name: stats.form.data.get(name, "") for name in ("root", "node", "sort")}
    metric = answer_reads.routes_metric(stats.kind.slug)
    if metric is None or not is_valid(metric, **own):
        raise ApiError(404, missing, f"{stats.kind.title} has no such routes.")
    answer = ask_routes(stats, **own)
    if answer is None:
        raise _no_games()
    return answer


def _board(stats: StatsRequest) -> BoardAnswer:
    answer = ask_board(stats)
    if answer is None:
        raise _no_games()
    return answer


def _roles(stats: StatsRequest) -> RoleAnswer:
    if not has_fixed_sides(stats.kind):
        message = (
            f"{stats.kind.title} has different sides in different modes, so no role has one win "
            "rate. See its metrics."
        )
        raise ApiError(404, "no_roles", message)
    return answer_reads.ask_roles(RoleQuestion(stats.kind.slug, stats.filters, stats.by))


def _metric(stats: StatsRequest) -> MetricAnswer:
    question = stats.metric_question()
    if question is None:
        raise ApiError(404, "no_metric", "There is no such metric.")
    return answer_reads.ask_metric(question)


def _csv(rows: Any, name: str) -> HttpResponse:
    rows = list(rows)
    return csv_response(name, rows[0] if rows else ("group", "label"), rows)


def _tag(basis: Basis, stats: StatsRequest) -> str:
    """Return a tag that changes with the sums, the versions that made them, and what is pending."""
    versions = f"{basis.engine_version}-{basis.facts_version}-{basis.n_stale}-{basis.n_pending}"
    # a lift of a snapshot uses a live baseline, and the ledger changes when one is complete
    revision = ledger_revision() if stats.show == LIFT else basis.revision
    ratings = stamp(stats.kind.slug, stats.filters)
    return (
        f"{basis.revision}-{revision}-{versions}-{basis.snapshot}-{ratings}{set_tag(stats.filters)}"
    )
