"""Answers to questions, from the cells."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django.db.models import Sum
from django.db.models.fields.json import KeyTransform
from django.utils.translation import gettext

from analytics.insight import board_views
from analytics.insight.answer import RoleAnswer, Ruleset, SpaceAnswer, Tally
from analytics.insight.board_views import BoardAnswer
from analytics.insight.frames import cells_frame
from analytics.insight.metric import MetricAnswer, MetricQuestion, answer_metric
from analytics.insight.question import UNKNOWN, Filters, RoleQuestion, SpaceQuestion
from analytics.insight.roles import answer_roles, tally_of
from analytics.insight.routes import WaysAnswer, WaysQuestion, answer_starts, answer_ways
from analytics.insight.spaces import answer_spaces
from analytics.insight.terms import label
from analytics.models import KEY_FIELDS, Baseline, Tree
from analytics.reads import drilldown
from analytics.reads.drilldown import Counted, GamesBehind
from analytics.reads.sums import LIVE, SumsReader
from analytics.rollups.measures import total
from games.core.metrics import WHOLE, GroupedMetric, SpacesMetric, WaysMetric
from games.registry import get_kind

_KEY = (*KEY_FIELDS, "games")


def ask_roles(question: RoleQuestion) -> RoleAnswer:
    """The answer to a question about win rates."""
    return ask_roles_by(question.kind, question.filters, (question.by,))[0]


def ask_roles_by(kind: str, filters: Filters, splits: Iterable[str]) -> list[RoleAnswer]:
    """The same games' win rates, split in several ways, from one reading of the cells."""
    reader, about = SumsReader.named(filters.snapshot), get_kind(kind)
    basis, frame = reader.basis(kind), cells_frame(reader.cells(kind, filters).values(*_KEY))
    names = {"mode": about.identity.modes}
    if "board" in splits:
        names["board"] = reader.board_labels(frame["board_digest"].unique())

    def labels(by: str, key: str) -> str:
        return label(by, key, names.get(by, {}))

    questions = [RoleQuestion(kind, filters, by) for by in splits]
    return [
        answer_roles(question, frame, about.identity.sides, labels, basis) for question in questions
    ]


def spaces_metric(kind: str) -> SpacesMetric | None:
    """What a game counts by space, if anything."""
    found = (
        metric for metric in get_kind(kind).counting.metrics if isinstance(metric, SpacesMetric)
    )
    return next(found, None)


def grouped_metrics(kind: str) -> dict[str, GroupedMetric]:
    """A game's other metrics, by key."""
    metrics = get_kind(kind).counting.metrics
    return {m.key: m for m in metrics if not isinstance(m, SpacesMetric | WaysMetric)}


def ways_metric(kind: str) -> WaysMetric | None:
    """What a game counts by the ways taken, if anything."""
    found = (metric for metric in get_kind(kind).counting.metrics if isinstance(metric, WaysMetric))
    return next(found, None)


def ask_spaces(question: SpaceQuestion) -> SpaceAnswer | None:
    """The answer to a question about the spaces of a board; None where no such board is kept."""
    reader, metric = SumsReader.named(question.filters.snapshot), spaces_metric(question.kind)
    board = reader.board(question.filters.board)
    if metric is None or board is None:
        return None
    basis, cells = reader.basis(question.kind), _cells_with_layer(reader, question, metric)
    sums = total(part for _, part in cells)
    tally = tally_of(cells_frame(key for key, _ in cells))
    return answer_spaces(question, metric, sums, board, tally, basis)


def ask_board(question: SpaceQuestion) -> BoardAnswer | None:
    """The board as it is to be seen; None where no such board is kept."""
    metric = spaces_metric(question.kind)
    answer = ask_spaces(question)
    if metric is None or answer is None:
        return None
    match question.show:
        case board_views.SHARE:
            return BoardAnswer(answer, (board_views.share_view(answer),))
        case board_views.LIFT:
            return _lift(question, metric, answer)
        case board_views.PAIR | board_views.DIFFERENCE:
            sides = get_kind(question.kind).identity.sides
            filters = [question.filters.but(winner=side) for side in sides]
            both = [ask_spaces(replace(question, filters=each)) for each in filters]
            won = [one for one in both if one is not None]
            titles = tuple(gettext("{side} won").format(side=title) for title in sides.values())
            if question.show == board_views.PAIR:
                return BoardAnswer(answer, board_views.pair_views(won), titles)
            return BoardAnswer(answer, (board_views.difference_view(*won),), titles)
        case _:
            return BoardAnswer(answer, (board_views.times_view(answer),))


def _lift(question: SpaceQuestion, metric: SpacesMetric, answer: SpaceAnswer) -> BoardAnswer:
    """Lift is over play by the same rules, so of games by one ruleset."""
    reader = SumsReader.named(question.filters.snapshot)
    cells = _cells_with_layer(reader, question, metric)
    rulesets = sorted({(key["edition"], key["mode"]) for key, _ in cells})
    if len(rulesets) != 1:
        some = tuple(Ruleset(*one) for one in rulesets)
        return BoardAnswer(answer, (), (), some)
    edition, mode = rulesets[0]
    kind = get_kind(question.kind)
    row = Baseline.objects.filter(
        kind=question.kind,
        board_digest=question.filters.board,
        edition=edition,
        mode=mode,
        engine_version=str(kind.rules.version),
        facts_version=kind.counting.version,
    ).first()
    if row is None:
        return BoardAnswer(answer, ())
    baseline = board_views.Baseline(row.games, row.seed, row.sums)
    sums = total(part for _, part in cells)
    view = board_views.lift_view(answer, sums, baseline)
    return BoardAnswer(answer, (view,), (), (), baseline)


def no_tally() -> Tally:
    """Of no games."""
    return Tally()


def ask_ways(question: WaysQuestion) -> WaysAnswer | None:
    """The answer to a question about ways; None where no such board is kept, or nothing counts
    ways.
    """
    reader, metric = SumsReader.named(question.filters.snapshot), ways_metric(question.kind)
    board = reader.board(question.filters.board)
    if metric is None or board is None:
        return None
    basis, cells = reader.basis(question.kind), reader.cells(question.kind, question.filters)
    tally = tally_of(cells_frame(cells.values(*_KEY)))
    trees = Tree.of(reader.snapshot).filter(cell__in=cells.values("pk"), metric=metric.key)
    if question.root:
        trees = trees.filter(root=question.root)
    if not question.node:
        rows = trees.order_by().values("start").annotate(n_in_all=Sum("n"))
        starts = {row["start"]: row["n_in_all"] for row in rows}
        return answer_starts(question, metric, board, starts, tally, basis)
    start = question.node.partition(" ")[0]
    sums = total(trees.filter(start=start).values_list("sums", flat=True))
    return answer_ways(question, metric, board, sums, tally, basis)


def games_of_way(question: WaysQuestion, metric: WaysMetric, end: str = "") -> GamesBehind:
    """The games in which this way was taken; those alone that came to an end."""
    counted = drilldown.of_way(metric, question.root, question.node, end)
    return _games_behind(question.kind, question.filters, counted)


def ask_metric(question: MetricQuestion) -> MetricAnswer:
    """The answer to a question about a metric."""
    reader, about = SumsReader.named(question.filters.snapshot), get_kind(question.kind)
    cells = _cells_with(reader, question)
    column = {"board": "board_digest"}.get(question.by, question.by)
    found = [(str(key[column] or UNKNOWN) if column else "", part) for key, part in cells]
    names = {"mode": about.identity.modes}
    if question.by == "board":
        names["board"] = reader.board_labels({key for key, _ in found})

    def labels(key: str) -> str:
        return label(question.by, key, names.get(question.by, {}))

    tally = tally_of(cells_frame(key for key, _ in cells))
    return answer_metric(question, found, tally, labels, reader.basis(question.kind))


def _cells_with(
    reader: SumsReader, question: MetricQuestion
) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Return the cells that match: key and number of games, and the metric's part of the sums."""
    part = f"sums__{question.metric.key}"
    rows = reader.cells(question.kind, question.filters).values(*_KEY, part)
    return [(row, row.pop(part) or {}) for row in rows]


def _cells_with_layer(
    reader: SumsReader, question: SpaceQuestion, metric: SpacesMetric
) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Return the same for one layer of the spaces and what all layers rest on; the others would
    take most of a page's time.
    """
    names = {"whole": WHOLE, "layer": question.layer}
    parts = {
        name: KeyTransform(part, KeyTransform(metric.key, "sums")) for name, part in names.items()
    }
    rows = reader.cells(question.kind, question.filters).annotate(**parts)
    return [
        (row, {names[part]: sums for part in names if (sums := row.pop(part)) is not None})
        for row in rows.values(*_KEY, *names)
    ]


def games_at_space(question: SpaceQuestion, metric: SpacesMetric, space: str) -> GamesBehind:
    """The games in which it happened on this space at least once: those of one `SpaceCount`."""
    counted = drilldown.of_space(metric, question.layer, space)
    return _games_behind(question.kind, question.filters, counted)


def games_of_metric(question: MetricQuestion, group: str = "", *, won: str = "") -> GamesBehind:
    """The games that add to a metric, or to one group of it; of a rate's group only those that
    were won (`yes`) or not (`no`).
    """
    counted = drilldown.of_metric(question.metric, group, won)
    return _games_behind(question.kind, question.filters, counted)


def _games_behind(kind: str, filters: Filters, counted: Counted) -> GamesBehind:
    """Lists show the games of now, also for the numbers of a snapshot."""
    return GamesBehind(kind, LIVE.cells(kind, filters), counted)
