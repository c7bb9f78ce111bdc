"""`/api/v1/stats/…`: the numbers and figures of the statistics pages."""

from collections.abc import Callable
from csv import DictWriter
from dataclasses import asdict
from typing import Any

from django.conf import settings
from django.http import Http404, HttpResponse, QueryDict
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from analytics.charts import LIGHT, THEMES, Theme
from analytics.forms.base import MetricAnswer
from analytics.forms.rate.role_figure import role_figure
from analytics.forms.registry import grouped_form
from analytics.forms.routes import encode as routes
from analytics.forms.routes.answer import RoutesAnswer
from analytics.forms.routes.drilldown import is_valid
from analytics.forms.spaces import encode as spaces
from analytics.forms.spaces.figure import board_figure
from analytics.forms.spaces.views import BoardAnswer
from analytics.insight.answer import Basis, RoleAnswer
from analytics.insight.options import has_fixed_sides
from analytics.insight.question import RoleQuestion
from analytics.reads import answers as answer_reads
from analytics.reads.catalogue import dimensions_of, entries_of
from analytics.requests.stats import (
    BadQuestion,
    NoSuchPage,
    StatsRequest,
    board_question,
    read_question,
    routes_question,
)
from analytics.requests.stats_filter import unread
from games.registry import KINDS
from replays.rest.body import BodyRenderer

from . import schema
from .encode import encode_board, encode_roles, encode_routes, role_rows
from .encode_metric import encode_list, encode_metric

Body = dict[str, Any]


class NoSuchAnswer(Exception):
    """Theirs: the address is right, and there is nothing to answer with."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class OpenView(APIView):
    """A view anyone may call."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    renderer_classes = (BodyRenderer,)
    schema = AutoSchema()


def unheard(request: Request) -> Response | None:
    """What is wrong with an address of a door that reads no word, if it has any."""
    found = unread(request.query_params)
    if not found:
        return None
    message = f"{found[0]['word']}: {found[0]['message']}"
    return Response(_error("bad_question", message, problems=found), status=400)


class StatsView(OpenView):
    """Answers carry an ETag that moves when a number may have."""

    also: tuple[str, ...] = ()

    def answer(
        self,
        request: Request,
        kind: str,
        make: Callable[[StatsRequest, Theme], Body | HttpResponse],
        metric: str = "",
    ) -> Any:
        """The answer to the address, 304 where the caller has it, or what is wrong with the
        address.
        """
        given = request.query_params
        try:
            stats = read_question(kind, given, metric_key=metric, also=self.also)
            theme = _theme(given, stats)
        except BadQuestion as error:
            return Response(_error("bad_question", str(error), problems=error.problems), status=400)
        except NoSuchPage as error:
            raise Http404 from error
        etag = quote_etag(_tag(stats.sums.basis(kind)))
        response = get_conditional_response(request._request, etag=etag)
        if response is None:
            try:
                made = make(stats, theme)
            except NoSuchAnswer as error:
                return Response(_error(error.code, str(error)), status=404)
            response = made if isinstance(made, HttpResponse) else Response(made)
        response["ETag"] = etag
        response["Cache-Control"] = "no-cache"
        return response


class CatalogueView(OpenView):
    """All metrics and dimensions of all games."""

    @extend_schema(**schema.CATALOGUE)
    def get(self, request: Request) -> Response:
        """What every number means: definition, unit, grain, history, and where it is."""
        return unheard(request) or Response(
            {
                "kinds": [
                    {
                        "kind": kind.slug,
                        "title": kind.title,
                        "versions": {"engine": kind.rules.version, "facts": kind.counting.version},
                        "dimensions": [asdict(one) for one in dimensions_of(kind)],
                        "metrics": [entry.to_json() for entry in entries_of(kind)],
                    }
                    for kind in KINDS.values()
                ]
            }
        )


class RolesView(StatsView):
    """Win rates."""

    @extend_schema(**schema.ROLES)
    def get(self, request: Request, kind: str) -> Any:
        """Win rate of each role with n and its 95 % Wilson interval, over all games and by
        group.
        """

        def make(stats: StatsRequest, theme: Theme) -> Body:
            return encode_roles(_roles(stats), request._request)

        return self.answer(request, kind, make)


class SpacesView(StatsView):
    """Counts by space."""

    @extend_schema(**schema.SPACES)
    def get(self, request: Request, kind: str) -> Any:
        """How often something happened on each space of one board: the one named, else the most
        played one.
        """

        def make(stats: StatsRequest, theme: Theme) -> Body:
            return encode_board(_on_board(stats), request._request)

        return self.answer(request, kind, make)


class RolesCsvView(StatsView):
    """Win rates as a table."""

    @extend_schema(**schema.ROLES_CSV)
    def get(self, request: Request, kind: str) -> Any:
        """The same numbers as CSV: a row a group and role; the first group is all games."""

        def make(stats: StatsRequest, theme: Theme) -> HttpResponse:
            return _csv(list(role_rows(_roles(stats))), f"{kind}-roles")

        return self.answer(request, kind, make)


class SpacesCsvView(StatsView):
    """Counts by space as a table."""

    @extend_schema(**schema.SPACES_CSV)
    def get(self, request: Request, kind: str) -> Any:
        """The same numbers as CSV: a row a space."""

        def make(stats: StatsRequest, theme: Theme) -> HttpResponse:
            return _csv(
                list(spaces.csv_rows(_on_board(stats).answer)), f"{kind}-spaces-{stats.layer}"
            )

        return self.answer(request, kind, make)


class RolesFigureView(StatsView):
    """Win rates as a Plotly figure."""

    also = ("theme",)

    @extend_schema(**schema.ROLES_FIGURE)
    def get(self, request: Request, kind: str) -> Any:
        """`data`, `layout` and `config` for Plotly."""

        def make(stats: StatsRequest, theme: Theme) -> Body:
            return role_figure(_roles(stats), theme)

        return self.answer(request, kind, make)


class SpacesFigureView(StatsView):
    """Counts by space as a Plotly figure."""

    also = ("theme", "part")

    @extend_schema(**schema.SPACES_FIGURE)
    def get(self, request: Request, kind: str) -> Any:
        """`data`, `layout` and `config` for Plotly."""

        def make(stats: StatsRequest, theme: Theme) -> Body:
            views = _on_board(stats).views
            if not views:
                message = "No lift: ask the same without figure/ for why, and for what to choose."
                raise NoSuchAnswer("no_lift", message)
            return board_figure(views[min(part_of(request), len(views) - 1)], theme)

        return self.answer(request, kind, make)


class RoutesView(StatsView):
    """Routes from a start or a node."""

    also = ("root", "node")

    @extend_schema(**schema.WAYS)
    def get(self, request: Request, kind: str) -> Any:
        """Where people went on from a place on one board, how often, and what came of it; without
        a node: which starts there are.
        """

        def make(stats: StatsRequest, theme: Theme) -> Body:
            return encode_routes(_routes(stats, request), request._request)

        return self.answer(request, kind, make)


class RoutesCsvView(StatsView):
    """Routes from a start or a node, as a table."""

    also = ("root", "node")

    @extend_schema(**schema.WAYS_CSV)
    def get(self, request: Request, kind: str) -> Any:
        """The same numbers as CSV: a row a way."""

        def make(stats: StatsRequest, theme: Theme) -> HttpResponse:
            return _csv(list(routes.csv_rows(_routes(stats, request))), f"{kind}-ways")

        return self.answer(request, kind, make)


def _routes(stats: StatsRequest, request: Request) -> RoutesAnswer:
    root, node = (request.query_params.get(name, "") for name in ("root", "node"))
    metric = answer_reads.routes_metric(stats.kind.slug)
    if metric is None or not is_valid(metric, root, ""):
        raise NoSuchAnswer("no_ways", f"{stats.kind.title} counts no such ways.")
    question = routes_question(stats, root, node)
    answer = answer_reads.ask_routes(question) if question else None
    if answer is None:
        raise NoSuchAnswer("no_games", "No game was counted on any board with these filters.")
    return answer


class MetricsView(StatsView):
    """The metrics of a game."""

    @extend_schema(**schema.METRICS)
    def get(self, request: Request, kind: str) -> Any:
        """The metrics of a game beside its win rates by role: title, definition, form, groups."""

        def make(stats: StatsRequest, theme: Theme) -> Body:
            return encode_list(stats.kind, request._request)

        return unheard(request) or self.answer(request, kind, make)


class MetricView(StatsView):
    """One metric."""

    @extend_schema(**schema.METRIC)
    def get(self, request: Request, kind: str, metric: str) -> Any:
        """A metric by group, each number with its n and its 95 % interval. What a group holds
        depends on the metric's form.
        """

        def make(stats: StatsRequest, theme: Theme) -> Body:
            return encode_metric(_metric(stats), request._request)

        return self.answer(request, kind, make, metric)


class MetricFigureView(StatsView):
    """One metric as a Plotly figure."""

    also = ("theme",)

    @extend_schema(**schema.METRIC_FIGURE)
    def get(self, request: Request, kind: str, metric: str) -> Any:
        """`data`, `layout` and `config` for Plotly."""

        def make(stats: StatsRequest, theme: Theme) -> Body:
            answer = _metric(stats)
            return grouped_form(answer.question.metric).figure(answer, theme)

        return self.answer(request, kind, make, metric)


class MetricCsvView(StatsView):
    """One metric as a table."""

    @extend_schema(**schema.METRIC_CSV)
    def get(self, request: Request, kind: str, metric: str) -> Any:
        """The same numbers as CSV: a row a group, of a series a row a group and position."""

        def make(stats: StatsRequest, theme: Theme) -> HttpResponse:
            answer = _metric(stats)
            return _csv(grouped_form(answer.question.metric).rows(answer), f"{kind}-{metric}")

        return self.answer(request, kind, make, metric)


def part_of(request: Request) -> int:
    """Which of two boards side by side: 0 (the first) or 1."""
    return 1 if request.query_params.get("part") == "1" else 0


def _on_board(stats: StatsRequest) -> BoardAnswer:
    question = board_question(stats)
    answer = answer_reads.ask_board(question) if question else None
    if answer is None:
        raise NoSuchAnswer("no_games", "No game was counted on any board with these filters.")
    return answer


def _roles(stats: StatsRequest) -> RoleAnswer:
    if not has_fixed_sides(stats.kind):
        message = (
            f"{stats.kind.title} has other sides in other modes, so no role has one win rate. "
            f"Its win rates are among its metrics."
        )
        raise NoSuchAnswer("no_roles", message)
    return answer_reads.ask_roles(RoleQuestion(stats.kind.slug, stats.filters, stats.by))


def _metric(stats: StatsRequest) -> MetricAnswer:
    question = stats.metric_question()
    if question is None:
        raise NoSuchAnswer("no_metric", "There is no such metric.")
    return answer_reads.ask_metric(question)


def _csv(rows: list[dict[str, Any]], name: str) -> HttpResponse:
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    writer = DictWriter(response, rows[0].keys() if rows else ("group", "label"))
    writer.writeheader()
    writer.writerows(rows)
    return response


def _theme(given: QueryDict, stats: StatsRequest) -> Theme:
    name = given.get("theme", LIGHT.name)
    if name not in THEMES:
        message = f"“{name}” is not known here. Known: {', '.join(THEMES)}."
        raise BadQuestion([{"word": "theme", "message": message}], stats.form)
    return THEMES[name]


def _tag(basis: Basis) -> str:
    """Moves when a sum changes, or the code by which answers are made."""
    made = f"{basis.engine_version}-{basis.facts_version}"
    return f"{settings.RELEASE}-{basis.revision}-{made}-{basis.n_stale}-{basis.snapshot}"


def _error(code: str, message: str, **more: Any) -> Body:
    return {"error": {"code": code, "message": message, **more}}
