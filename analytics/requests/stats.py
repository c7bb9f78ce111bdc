"""From a statistics address to a question or a drill-down, for pages and the API."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from django.db.models import Q
from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext

from analytics.forms.addresses import with_params
from analytics.forms.base import Drilldown, MetricForm, MetricQuestion
from analytics.forms.counted import Counted
from analytics.forms.registry import FORMS, form_of
from analytics.forms.routes.answer import RoutesAnswer, RoutesQuestion
from analytics.forms.spaces.answer import SpaceQuestion
from analytics.forms.spaces.views import TIMES, BoardAnswer, shows_of
from analytics.insight.options import splits_of
from analytics.insight.question import EVERY, SET, Filters
from analytics.reads import answers as answer_reads
from analytics.reads import archive
from analytics.reads.selected import MAX_SELECTED, count_selected, counted_set, fit_of
from analytics.reads.sums import SumsReader
from analytics.requests.stats_filter import Problem, StatsFilter, problems
from games.core.contract import GameKind
from games.core.metrics import GroupedMetric, SpacesMetric
from games.registry import KINDS
from replays.access.viewer import STRANGER, Viewer
from replays.reads.sets import GameSet, NoSuchSet, find_set


class BadQuestion(Exception):
    """Client error: an address with invalid parameters. `problems` names each and what is valid;
    `form` has the entries, with its errors.
    """

    def __init__(self, problems: list[Problem], form: StatsFilter | None = None) -> None:
        super().__init__(f"{problems[0]['parameter']}: {problems[0]['message']}")
        self.problems, self.form = problems, form


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
    viewer: Viewer = STRANGER,
) -> StatsRequest:
    """Read an address of a viewer. `also` names the parameters that the view reads apart from
    filters; `accepted` those of the filters that it accepts, by default all. Raises BadQuestion,
    and NoSuchPage also for a set of games that the viewer may not see.
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
    games = set_of(given, viewer)
    sums = SumsReader.of(snapshot if snapshot in snapshots else "", games)
    digests, data = sums.counted_boards(kind_slug), given.copy()
    matches = [digest for digest, (board, _) in digests.items() if board == given.get("board")]
    if len(matches) == 1:  # a board's id that only one board has
        data["board"] = matches[0]
    choices = {
        "board": {digest: name for digest, (_, name) in digests.items()},
        "snapshot": {name: name for name in snapshots},
        "layer": _layers_of(spaces),
        "show": shows_of(kind) if spaces else {},
        "by": splits_of(kind, metric),
    }
    form = StatsFilter(data, kind, choices, games)
    fields = [name for name in form.fields if accepted is None or name in accepted]
    wrong = problems(given, form, {*fields, *also})
    if len(matches) > 1:
        wrong.append(_ambiguous_board(form, matches))
    if wrong:
        raise BadQuestion(wrong, form)
    filters, cleaned = form.filters(), form.cleaned_data
    _check_people(kind, filters, form)
    layer = cleaned.get("layer") or (spaces.usual_layer if spaces else "")
    by, show = cleaned.get("by", ""), cleaned.get("show") or TIMES
    return StatsRequest(kind, form, filters, sums, by, layer, show, spaces, metric)


def _ambiguous_board(form: StatsFilter, digests: list[str]) -> Problem:
    """Return the problem that several boards have an id, also as an error of the field."""
    message = gettext("Several boards have this id. Use a digest instead: {digests}.")
    text = message.format(digests=", ".join(digests))
    form.errors.pop("board", None)
    form.add_error("board", text)
    return {"parameter": "board", "message": text}


def _layers_of(spaces: SpacesMetric | None) -> dict[str, str]:
    return {layer: title for layer, (title, _) in spaces.layers.items()} if spaces else {}


def set_of(given: QueryDict, viewer: Viewer) -> GameSet | None:
    """Return the set of games of an address; None without one. Raises NoSuchPage."""
    if not (key := given.get(SET, "")):
        return None
    try:
        return counted_set(find_set(key, viewer))
    except NoSuchSet as error:
        raise NoSuchPage(key) from error


def _check_people(kind: GameKind, filters: Filters, form: StatsFilter) -> None:
    """Raise BadQuestion for games selected by who played that are too many to add up, or that have
    no ratings.
    """
    if not filters.is_by_people:
        return
    name = "rating" if filters.rating else "player"
    if filters.rating and fit_of(kind.slug, filters) is None:
        message = gettext("These games have no ratings yet.")
        form.add_error(name, message)
        raise BadQuestion([{"parameter": name, "message": message}], form)
    n = count_selected(kind.slug, filters)
    if n <= MAX_SELECTED:
        return
    text = gettext(
        "{n} games match, but filters by player and rating allow at most {limit}. Add a month or a "
        "range of months."
    )
    message = text.format(n=n, limit=MAX_SELECTED)
    form.add_error(name, message)
    raise BadQuestion([{"parameter": name, "message": message}], form)


def ask_board(request: StatsRequest) -> BoardAnswer | None:
    """Return the views of the board; None without spaces or games."""
    on_board = request.on_board() if request.spaces else None
    if on_board is None:
        return None
    question = SpaceQuestion(request.kind.slug, on_board.filters, request.layer, request.show)
    return answer_reads.ask_board(question)


def ask_routes(request: StatsRequest, root: str, node: str, sort: str = "") -> RoutesAnswer | None:
    """Return the routes on from a node; None without games."""
    if on_board := request.on_board():
        question = RoutesQuestion(request.kind.slug, on_board.filters, root, node, sort)
        return answer_reads.ask_routes(question)
    return None


def params_of(given: Mapping[str, str]) -> tuple[str, ...]:
    """Return the parameters that name a number in an address."""
    if EVERY in given:
        return (EVERY,)
    return _form(given).drilldown_params


def read_drilldown(request: StatsRequest, given: Mapping[str, str]) -> Drilldown:
    """Return the number that an address names. Raises NoSuchPage."""
    if given.get(EVERY) == "yes":
        return _every_game(request)
    form = form_of(request.metric) if request.metric else _form(given)
    metric = request.metric or next(
        (m for m in request.kind.counting.metrics if m.form == form.key), None
    )
    on_board = request.on_board() if form.is_on_board else request
    params = {name: given.get(name, "") for name in form.drilldown_params}
    board = (
        request.sums.live().board(on_board.filters.board) if on_board and form.is_on_board else None
    )
    if metric is None or on_board is None or (form.is_on_board and board is None):
        raise NoSuchPage(str(params))
    known = {"by": request.by, "layer": request.layer, "show": request.show, **params}
    question = form.question(request.kind.slug, metric, on_board.filters, known)
    drilldown = form.drilldown(question, metric, params, board)
    if drilldown is None:
        raise NoSuchPage(str(params))
    return drilldown


def _every_game(request: StatsRequest) -> Drilldown:
    """Return the drill-down to all games that match."""
    params = request.filters.params()
    return Drilldown(
        title=gettext("Games"),
        note="",
        meaning=gettext("that match the filters"),
        counted=Counted((), lambda _: 1, Q()),
        filters=request.filters,
        params={**params, EVERY: "yes"},
        page=with_params(reverse("stats-kind", args=[request.kind.slug]), params),
    )


def _form(given: Mapping[str, str]) -> MetricForm:
    """Return the form that the parameters select, by default that of spaces."""
    selected = (form for form in FORMS.values() if given.get(form.drilldown_params[0]))
    return next(selected, FORMS["spaces"])
