"""From a statistics address to a question or a drill-down, for pages and the API."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from django.http import QueryDict
from django.utils.translation import gettext

from analytics.forms.base import Drilldown, MetricForm, MetricQuestion
from analytics.forms.registry import FORMS, form_of
from analytics.forms.routes.answer import RoutesAnswer, RoutesQuestion
from analytics.forms.spaces.answer import SpaceQuestion
from analytics.forms.spaces.views import TIMES, BoardAnswer, shows_of
from analytics.insight.options import splits_of
from analytics.insight.question import Filters
from analytics.reads import answers as answer_reads
from analytics.reads import archive
from analytics.reads.sums import LIVE, SumsReader
from analytics.requests.stats_filter import Problem, StatsFilter, problems
from games.core.contract import GameKind
from games.core.metrics import GroupedMetric, SpacesMetric
from games.registry import KINDS


class BadQuestion(Exception):
    """Client error: an address with invalid parameters. `problems` names each and what is valid."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__(f"{problems[0]['parameter']}: {problems[0]['message']}")
        self.problems = problems


class NoSuchPage(Exception):
    """Client error: there is no such game, or it has no such metric."""


@dataclass(frozen=True, slots=True)
class StatsRequest:
    """A valid statistics address: which games, split by what; which layer of the spaces, or which
    other metric; and the form that shows it.
    """

    kind: GameKind
    form: StatsFilter
    filters: Filters
    sums: SumsReader
    by: str
    layer: str
    show: str
    spaces: SpacesMetric | None
    metric: GroupedMetric | None

    def params(self, **changes: str) -> dict[str, str]:
        """Return the query parameters with some changed, without those that are empty."""
        is_default = self.spaces is None or self.layer == self.spaces.usual_layer
        layer = "" if is_default else self.layer
        show = "" if self.show == TIMES else self.show
        params = {**self.filters.params(), "by": self.by, "layer": layer, "show": show, **changes}
        return {name: value for name, value in params.items() if value}

    def metric_question(self) -> MetricQuestion | None:
        """Return the question about the metric, if the request has one."""
        if self.metric is None:
            return None
        return MetricQuestion(self.kind.slug, self.metric, self.filters, self.by)

    def on_board(self) -> "StatsRequest | None":
        """Return the request on one board: the one in the filters, else the most played one. None
        without games.
        """
        if self.filters.board:
            return self
        played = self.sums.boards_played(self.kind.slug, self.filters)
        return replace(self, filters=self.filters.but(board=played[0][0])) if played else None


def read_question(
    kind_slug: str,
    given: QueryDict,
    *,
    metric_key: str = "",
    also: tuple[str, ...] = (),
    accepted: Collection[str] | None = None,
) -> StatsRequest:
    """Read an address. `also` names the parameters that the view reads apart from filters;
    `accepted` those of the filters that it accepts, by default all. Raises NoSuchPage and
    BadQuestion.
    """
    kind = KINDS.get(kind_slug)
    if kind is None:
        raise NoSuchPage(kind_slug)
    metric = answer_reads.grouped_metrics(kind_slug).get(metric_key)
    if metric_key and metric is None:
        raise NoSuchPage(metric_key)
    spaces = None if metric else answer_reads.spaces_metric(kind_slug)
    snapshots = archive.snapshot_names(kind_slug)
    snapshot = given.get("snapshot", "")
    sums = SumsReader.named(snapshot if snapshot in snapshots else "")
    digests = sums.counted_boards(kind_slug)
    matches = [digest for digest, (board, _) in digests.items() if board == given.get("board")]
    data = given.copy()
    if len(matches) == 1:  # a board's id that only one board has
        data["board"] = matches[0]
    layers = {layer: title for layer, (title, _) in spaces.layers.items()} if spaces else {}
    choices = {
        "board": {digest: name for digest, (_, name) in digests.items()},
        "snapshot": {name: name for name in snapshots},
        "layer": layers,
        "show": shows_of(kind) if spaces else {},
        "by": splits_of(kind, metric),
    }
    form = StatsFilter(data, kind, choices)
    fields = [name for name in form.fields if accepted is None or name in accepted]
    wrong = problems(given, form, {*fields, *also})
    if len(matches) > 1:
        message = gettext("Several boards have this id. Use a digest instead: {digests}.")
        text = message.format(digests=", ".join(matches))
        wrong.append({"parameter": "board", "message": text})
    if wrong:
        raise BadQuestion(wrong)
    cleaned = form.cleaned_data
    layer = cleaned.get("layer") or (spaces.usual_layer if spaces else "")
    by, show = cleaned.get("by", ""), cleaned.get("show") or TIMES
    return StatsRequest(kind, form, form.filters(), sums, by, layer, show, spaces, metric)


def ask_board(request: StatsRequest) -> BoardAnswer | None:
    """Return the views of the board; None without spaces or games."""
    on_board = request.on_board() if request.spaces else None
    if on_board is None:
        return None
    question = SpaceQuestion(request.kind.slug, on_board.filters, request.layer, request.show)
    return answer_reads.ask_board(question)


def ask_routes(request: StatsRequest, root: str, node: str) -> RoutesAnswer | None:
    """Return the routes on from a node; None without games."""
    if on_board := request.on_board():
        question = RoutesQuestion(request.kind.slug, on_board.filters, root, node)
        return answer_reads.ask_routes(question)
    return None


def params_of(given: Mapping[str, str]) -> tuple[str, ...]:
    """Return the parameters that name a number in an address."""
    return _form(given).drilldown_params


def read_drilldown(request: StatsRequest, given: Mapping[str, str]) -> Drilldown:
    """Return the number that an address names. Raises NoSuchPage."""
    form = form_of(request.metric) if request.metric else _form(given)
    metric = request.metric or next(
        (m for m in request.kind.counting.metrics if m.form == form.key), None
    )
    on_board = request.on_board() if form.is_on_board else request
    params = {name: given.get(name, "") for name in form.drilldown_params}
    board = LIVE.board(on_board.filters.board) if on_board and form.is_on_board else None
    if metric is None or on_board is None or (form.is_on_board and board is None):
        raise NoSuchPage(str(params))
    known = {"by": request.by, "layer": request.layer, "show": request.show, **params}
    question = form.question(request.kind.slug, metric, on_board.filters, known)
    drilldown = form.drilldown(question, metric, params, board)
    if drilldown is None:
        raise NoSuchPage(str(params))
    return drilldown


def _form(given: Mapping[str, str]) -> MetricForm:
    """Return the form that the parameters select, by default that of spaces."""
    selected = (form for form in FORMS.values() if given.get(form.drilldown_params[0]))
    return next(selected, FORMS["spaces"])
