"""`/api/v1/stats/…`: the numbers and figures of the statistics pages."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, QueryDict
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from analytics import selectors
from analytics.asking import Asked, BadQuestion, NoSuchKind, board_question, read_question
from analytics.charts import LIGHT, THEMES, Theme, figure
from analytics.insight.answer import Basis, SpaceAnswer
from analytics.insight.question import RoleQuestion

from . import schema
from .encode import encode_roles, encode_spaces

Body = dict[str, Any]
ANSWERS = 1  # moves with the shape or the words of answers


class NoBoard(Exception):
    """Theirs: no game that the filters leave was played on any board."""


class StatsView(APIView):
    """A view anyone may call. Answers carry an ETag that moves when a number may have."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    renderer_classes = (JSONRenderer,)
    schema = AutoSchema()
    also: tuple[str, ...] = ()

    def answer(self, request: Request, kind: str, make: Callable[[Asked, Theme], Body]) -> Any:
        """The answer to the address, 304 where the caller has it, or what is wrong with the
        address.
        """
        given = request.query_params
        try:
            asked = read_question(kind, given, also=self.also)
            theme = _theme(given, asked)
        except BadQuestion as error:
            return Response(_error("bad_question", str(error), problems=error.problems), status=400)
        except NoSuchKind as error:
            raise Http404 from error
        etag = quote_etag(_tag(selectors.basis_for(kind)))
        response = get_conditional_response(request._request, etag=etag)
        if response is None:
            try:
                response = Response(make(asked, theme))
            except NoBoard:
                message = "No game was counted on any board with these filters."
                return Response(_error("no_games", message), status=404)
        response["ETag"] = etag
        response["Cache-Control"] = "no-cache"
        return response


class RolesView(StatsView):
    """Win rates."""

    @extend_schema(**schema.ROLES)
    def get(self, request: Request, kind: str) -> Any:
        """Win rate of each role with n and its 95 % Wilson interval, over all games asked about and
        by group.
        """

        def make(asked: Asked, theme: Theme) -> Body:
            question = RoleQuestion(kind, asked.filters, asked.by)
            return encode_roles(selectors.ask_roles(question), request._request)

        return self.answer(request, kind, make)


class SpacesView(StatsView):
    """Counts by space."""

    @extend_schema(**schema.SPACES)
    def get(self, request: Request, kind: str) -> Any:
        """How often something happened on each space of one board: the one named, else the most
        played one.
        """

        def make(asked: Asked, theme: Theme) -> Body:
            return encode_spaces(_on_board(asked), request._request)

        return self.answer(request, kind, make)


class RolesFigureView(StatsView):
    """Win rates as a Plotly figure."""

    also = ("theme",)

    @extend_schema(**schema.ROLES_FIGURE)
    def get(self, request: Request, kind: str) -> Any:
        """`data`, `layout` and `config` for Plotly."""

        def make(asked: Asked, theme: Theme) -> Body:
            return figure(selectors.ask_roles(RoleQuestion(kind, asked.filters, asked.by)), theme)

        return self.answer(request, kind, make)


class SpacesFigureView(StatsView):
    """Counts by space as a Plotly figure."""

    also = ("theme",)

    @extend_schema(**schema.SPACES_FIGURE)
    def get(self, request: Request, kind: str) -> Any:
        """`data`, `layout` and `config` for Plotly."""

        def make(asked: Asked, theme: Theme) -> Body:
            return figure(_on_board(asked), theme)

        return self.answer(request, kind, make)


def _on_board(asked: Asked) -> SpaceAnswer:
    question = board_question(asked)
    answer = selectors.ask_spaces(question) if question else None
    if answer is None:
        raise NoBoard
    return answer


def _theme(given: QueryDict, asked: Asked) -> Theme:
    name = given.get("theme", LIGHT.name)
    if name not in THEMES:
        message = f"“{name}” is not known here. Known: {', '.join(THEMES)}."
        raise BadQuestion([{"word": "theme", "message": message}], asked.form)
    return THEMES[name]


def _tag(basis: Basis) -> str:
    """Moves when a sum changes, or the rules or words by which answers are made."""
    return f"{ANSWERS}-{basis.revision}-{basis.engine_version}-{basis.facts_version}"


def _error(code: str, message: str, **more: Any) -> Body:
    return {"error": {"code": code, "message": message, **more}}
