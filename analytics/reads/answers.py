"""Answers to questions, from the cells."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, TypeVar

from django.utils.translation import gettext

from analytics.forms.base import MetricAnswer, MetricQuestion, PeopleByKey
from analytics.forms.registry import grouped_form
from analytics.forms.routes import answer as routes
from analytics.forms.spaces import views
from analytics.forms.spaces.answer import Ruleset, SpaceAnswer, SpaceQuestion, answer_spaces
from analytics.forms.spaces.views import BoardAnswer
from analytics.insight.answer import Basis, Cluster, RoleAnswer
from analytics.insight.options import has_fixed_sides
from analytics.insight.question import UNKNOWN, Filters, RoleQuestion
from analytics.insight.roles import answer_roles, cells_frame, tally_of
from analytics.insight.terms import label, mixed_label
from analytics.models import Baseline
from analytics.reads.people import PeopleReader
from analytics.reads.sums import SumsReader
from analytics.reads.trees import TreesReader
from analytics.rollups.measures import total
from games.core.metrics import WHOLE, GroupedMetric, Metric, RoutesMetric, SpacesMetric
from games.registry import get_kind

M = TypeVar("M", bound=Metric)


def ask_roles(question: RoleQuestion, basis: Basis | None = None) -> RoleAnswer:
    """Return the answer to a question about win rates. `basis` may be given where it is known."""
    return ask_roles_by(question.kind, question.filters, (question.by,), basis)[0]


def ask_roles_by(
    kind: str, filters: Filters, splits: Iterable[str], basis: Basis | None = None
) -> list[RoleAnswer]:
    """Return the win rates of the same games by several splits, from one query. `basis` may be
    given where it is known.
    """
    reader, about = SumsReader.of(filters.snapshot, filters.games), get_kind(kind)
    basis = basis or reader.basis(kind, filters.simulated)
    frame = cells_frame(reader.read(kind, filters))
    names = {"mode": about.identity.modes}
    if "board" in splits:
        names["board"] = reader.board_labels(frame["board_digest"].unique())

    def labels(by: str, key: str) -> str:
        return label(by, key, names.get(by, {}))

    questions = [RoleQuestion(kind, filters, by) for by in splits]
    return [
        _with_people(
            answer_roles(question, frame, about.identity.sides, labels, basis, about.identity.modes)
        )
        for question in questions
    ]


def _with_people(answer: RoleAnswer) -> RoleAnswer:
    """Return win rates with the people they rest on."""
    kind, filters, by = answer.question.kind, answer.question.filters, answer.question.by
    if filters.is_by_result or not has_fixed_sides(get_kind(kind)):
        return answer
    is_reason = by == "reason"
    reader = PeopleReader(kind, filters, answer.basis)
    people = reader.of_roles("" if is_reason else by, answer.roles)
    of_reasons = reader.of_reasons() if is_reason else {}

    def of(cluster: Cluster) -> Cluster:
        its = people.get(cluster.key, {})
        if is_reason and cluster is not answer.overall:
            its = of_reasons.get(cluster.key, {})
        return replace(cluster, people=its)

    return replace(answer, overall=of(answer.overall), clusters=tuple(map(of, answer.clusters)))


def metrics_of_type(kind: str, metric_type: type[M]) -> dict[str, M]:
    """Return the metrics of a game that have a type, by key."""
    return {m.key: m for m in get_kind(kind).counting.metrics if isinstance(m, metric_type)}


def grouped_metrics(kind: str) -> dict[str, GroupedMetric]:
    """Return the metrics of a game with one number a group, by key."""
    return metrics_of_type(kind, GroupedMetric)


def spaces_metric(kind: str) -> SpacesMetric | None:
    """Return what a game counts by space, if anything."""
    return next(iter(metrics_of_type(kind, SpacesMetric).values()), None)


def routes_metric(kind: str) -> RoutesMetric | None:
    """Return what a game counts by route, if anything."""
    return next(iter(metrics_of_type(kind, RoutesMetric).values()), None)


def ask_spaces(question: SpaceQuestion, basis: Basis | None = None) -> SpaceAnswer | None:
    """Return the answer to a question about spaces; None where the board is not known."""
    reader, metric = (
        SumsReader.of(question.filters.snapshot, question.filters.games),
        spaces_metric(question.kind),
    )
    board = reader.board(question.filters.board)
    if metric is None or board is None:
        return None
    basis = basis or reader.basis(question.kind, question.filters.simulated)
    cells = _cells_with_layer(reader, question, metric)
    sums = total(part for _, part in cells)
    tally = tally_of(cells_frame(key for key, _ in cells))
    return answer_spaces(question, metric, sums, board, tally, basis)


def ask_board(question: SpaceQuestion) -> BoardAnswer | None:
    """Return the views of a board; None where the board is not known."""
    metric = spaces_metric(question.kind)
    answer = ask_spaces(question)
    if metric is None or answer is None:
        return None
    if question.show == views.SHARE:
        return BoardAnswer(answer, (views.share_view(answer),))
    if question.show == views.LIFT:
        return _lift(question, metric, answer)
    if question.show not in (views.PAIR, views.DIFFERENCE):
        return BoardAnswer(answer, (views.times_view(answer),))
    sides = get_kind(question.kind).identity.sides
    filters = (question.filters.but(winner=side) for side in sides)
    by_winner = (ask_spaces(replace(question, filters=of_winner)) for of_winner in filters)
    won = [each for each in by_winner if each is not None]
    titles = tuple(gettext("{side} won").format(side=title) for title in sides.values())
    if question.show == views.PAIR:
        return BoardAnswer(answer, views.pair_views(won), titles)
    return BoardAnswer(answer, (views.difference_view(*won),), titles)


def _lift(question: SpaceQuestion, metric: SpacesMetric, answer: SpaceAnswer) -> BoardAnswer:
    """Return the lift over random play by the same rules: the games must have one ruleset."""
    reader = SumsReader.of(question.filters.snapshot, question.filters.games)
    cells = _cells_with_layer(reader, question, metric)
    rulesets = sorted({(key["edition"], key["mode"]) for key, _ in cells})
    if len(rulesets) != 1:
        return BoardAnswer(answer, (), (), tuple(Ruleset(*pair) for pair in rulesets))
    (edition, mode), kind = rulesets[0], get_kind(question.kind)
    row = Baseline.objects.complete().filter(
        kind=kind.slug, board_digest=question.filters.board, edition=edition, mode=mode,
        engine_version=str(kind.rules.version), facts_version=kind.counting.version,
    ).first()  # fmt: skip
    if row is None:
        return BoardAnswer(answer, ())
    baseline = views.Baseline(row.games, row.seed, row.sums)
    view = views.lift_view(answer, total(part for _, part in cells), baseline)
    return BoardAnswer(answer, (view,), (), (), baseline)


def ask_routes(question: routes.RoutesQuestion) -> routes.RoutesAnswer | None:
    """Return the answer to a question about routes; None where the board is not known, or no routes
    are counted. Without a root, the question is about all of them, or about the one with the most
    routes if they are not added up.
    """
    reader, metric = (
        SumsReader.of(question.filters.snapshot, question.filters.games),
        routes_metric(question.kind),
    )
    board = reader.board(question.filters.board)
    if metric is None or board is None:
        return None
    basis = reader.basis(question.kind, question.filters.simulated)
    tally = tally_of(cells_frame(reader.read(question.kind, question.filters)))
    forest = TreesReader(reader, question.kind, question.filters, metric.key)
    by_root = forest.count_by_root()
    roots = {root: by_root[root] for root in metric.roots if root in by_root}
    if metric.is_one_root and not question.root and roots:
        question = replace(question, root=max(roots, key=lambda root: roots[root]))
    sums = forest.sums(question.root, question.node)
    people = PeopleReader(question.kind, question.filters, basis).of_routes(
        metric, question.root, question.node
    )
    return routes.answer_routes(question, metric, board, sums, tally, basis, people, roots)


def ask_metric(
    question: MetricQuestion, basis: Basis | None = None, people: PeopleByKey | None = None
) -> MetricAnswer:
    """Return the answer to a question about a metric. `people` are those of its groups, where they
    are known already.
    """
    reader, about = (
        SumsReader.of(question.filters.snapshot, question.filters.games),
        get_kind(question.kind),
    )
    cells = _cells_with(reader, question)
    column = {"board": "board_digest"}.get(question.by, question.by)
    parts = [(str(key[column] or UNKNOWN) if column else "", part) for key, part in cells]
    names = {"mode": about.identity.modes}
    if question.by == "board":
        names["board"] = reader.board_labels({key for key, _ in parts})

    modes: dict[str, set[str]] = {}
    for key, _ in cells:
        modes.setdefault(key["edition"], set()).add(key["mode"])

    def labels(key: str) -> str:
        text = label(question.by, key, names.get(question.by, {}))
        if question.by != "edition":
            return text
        return mixed_label(text, modes.get(key, ()), about.identity.modes)

    tally = tally_of(cells_frame(key for key, _ in cells))
    basis = basis or reader.basis(question.kind, question.filters.simulated)
    form = grouped_form(question.metric)
    if people is None and form.leaf_type is not None:
        source = PeopleReader(question.kind, question.filters, basis)
        people = source.of_metric(question.metric, question.by)
    return form.answer(question, parts, tally, labels, basis, people)


def ask_metrics_by(
    kind: str, filters: Filters, metrics: Iterable[GroupedMetric], by: str, basis: Basis
) -> dict[str, dict[str, MetricAnswer]]:
    """Return the answers about metrics for each edition or mode (`by`), from one query: metric →
    value → answer.
    """
    metrics = list(metrics)
    cells: dict[str, list[dict[str, Any]]] = {}
    parts = {metric.key: f"part{number}" for number, metric in enumerate(metrics)}
    paths = {name: (key,) for key, name in parts.items()}
    for row in SumsReader.of(filters.snapshot, filters.games).read(kind, filters, paths):
        cells.setdefault(row[by], []).append(row)
    answers: dict[str, dict[str, MetricAnswer]] = {metric.key: {} for metric in metrics}
    for value, rows in sorted(cells.items()):
        tally = tally_of(cells_frame(rows))
        for metric in metrics:
            question = MetricQuestion(kind, metric, filters.but(**{by: value}))
            sums = [("", row[parts[metric.key]] or {}) for row in rows]
            answer = grouped_form(metric).answer(question, sums, tally, str, basis)
            answers[metric.key][value] = answer
    return answers


def _cells_with(
    reader: SumsReader, question: MetricQuestion
) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Return the cells that match: key and number of games, and the metric's part of the sums."""
    rows = reader.read(question.kind, question.filters, {"part": (question.metric.key,)})
    return [(row, row.pop("part") or {}) for row in rows]


def _cells_with_layer(
    reader: SumsReader, question: SpaceQuestion, metric: SpacesMetric
) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Return the same for one layer of the spaces and what all layers rest on; the others would
    take most of a page's time.
    """
    names = {"whole": WHOLE, "layer": question.layer}
    paths = {name: (metric.key, part) for name, part in names.items()}
    return [
        (row, {names[part]: sums for part in names if (sums := row.pop(part)) is not None})
        for row in reader.read(question.kind, question.filters, paths)
    ]
