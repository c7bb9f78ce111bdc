"""From a statistics address to a question: what all doors share."""

from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext

from analytics.insight.board_views import TIMES
from analytics.insight.metric import MetricQuestion
from analytics.insight.options import shows_of, splits_of
from analytics.insight.question import Filters, SpaceQuestion
from analytics.insight.routes import WaysQuestion
from analytics.reads import answers as answer_reads
from analytics.reads import archive
from analytics.reads.sums import SumsReader
from analytics.requests.stats_filter import StatsFilter, problems
from games.core.contract import GameKind
from games.core.metrics import GroupedMetric, SpacesMetric
from games.registry import KINDS


class BadQuestion(Exception):
    """Theirs: an address that asks for what does not exist. `problems` names each word and what
    would be right.
    """

    def __init__(self, problems: list[dict[str, str]], form: StatsFilter) -> None:
        super().__init__(f"{problems[0]['word']}: {problems[0]['message']}")
        self.problems, self.form = problems, form


class NoSuchPage(Exception):
    """Theirs: no game of this name keeps statistics here, or it has no such metric."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A valid address: which games, split by what; which layer of the spaces, or which other
    metric; and the form that shows it.
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

    def words(self, **changes: str) -> dict[str, str]:
        """The address's words with some changed; an empty one goes."""
        is_usual = self.spaces is None or self.layer == self.spaces.usual_layer
        layer = "" if is_usual else self.layer
        show = "" if self.show == TIMES else self.show
        words = {**self.filters.words(), "by": self.by, "layer": layer, "show": show, **changes}
        return {word: value for word, value in words.items() if value}

    def metric_question(self) -> MetricQuestion | None:
        """The question about the metric asked for, if one is."""
        if self.metric is None:
            return None
        return MetricQuestion(self.kind.slug, self.metric, self.filters, self.by)


def read_question(
    kind_slug: str, given: QueryDict, *, metric_key: str = "", also: tuple[str, ...] = ()
) -> Asked:
    """Read an address. `also` names words a door reads by itself. Raises NoSuchPage and
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
    form = StatsFilter(
        _with_digest(given, digests),
        kind,
        {digest: name for digest, (_, name) in digests.items()},
        {layer: title for layer, (title, _) in spaces.layers.items()} if spaces else {},
        splits_of(kind, metric),
        shows_of(kind) if spaces else {},
        snapshots,
    )
    wrong = problems(given, form, {*form.fields, *also})
    wrong += _ambiguous(given, digests)
    if wrong:
        raise BadQuestion(wrong, form)
    said = form.cleaned_data
    layer = said.get("layer") or (spaces.usual_layer if spaces else "")
    by, show = said.get("by", ""), said.get("show") or TIMES
    return Asked(kind, form, form.filters(), sums, by, layer, show, spaces, metric)


def board_question(asked: Asked) -> SpaceQuestion | None:
    """The question of the heatmap: on the board asked for, else on the most played one; None where
    nothing is counted.
    """
    if asked.spaces is None:
        return None
    board = asked.filters.board
    if not board:
        played = asked.sums.boards_played(asked.kind.slug, asked.filters)
        if not played:
            return None
        board = played[0][0]
    return SpaceQuestion(asked.kind.slug, asked.filters.but(board=board), asked.layer, asked.show)


def ways_question(asked: Asked, root: str, node: str) -> WaysQuestion | None:
    """The question of the ways, on the board asked for, else on the most played one; None where
    nothing is counted.
    """
    board = asked.filters.board
    if not board:
        played = asked.sums.boards_played(asked.kind.slug, asked.filters)
        if not played:
            return None
        board = played[0][0]
    return WaysQuestion(asked.kind.slug, asked.filters.but(board=board), root, node)


def _with_digest(given: QueryDict, boards: dict[str, tuple[str, str]]) -> MultiValueDict[str, Any]:
    """The address with a board's id turned into its digest, where one board only has it."""
    data = given.copy()
    meant = [digest for digest, (board_id, _) in boards.items() if board_id == data.get("board")]
    if len(meant) == 1:
        data["board"] = meant[0]
    return data


def _ambiguous(given: QueryDict, boards: dict[str, tuple[str, str]]) -> list[dict[str, str]]:
    meant = [digest for digest, (board_id, _) in boards.items() if board_id == given.get("board")]
    if len(meant) < 2:
        return []
    message = gettext("Several boards have this id. Name one by its digest: {digests}.").format(
        digests=", ".join(meant)
    )
    return [{"word": "board", "message": message}]
