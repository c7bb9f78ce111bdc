"""Which numbers differ between two snapshots, over all questions of the pages."""

from collections.abc import Iterable, Iterator

from django.utils import translation

from analytics.forms import spaces
from analytics.forms.base import MetricQuestion
from analytics.forms.registry import grouped_form
from analytics.forms.spaces.answer import SpaceQuestion
from analytics.insight.answer import RoleAnswer
from analytics.insight.options import has_fixed_sides, splits_of
from analytics.insight.question import Filters
from analytics.insight.rounding import count_of
from analytics.models import Snapshot
from analytics.reads import answers as answer_reads
from analytics.reads.sums import SumsReader
from games.registry import get_kind

MAX_LISTED = 500
"""Changes are listed one by one up to here, and counted beyond."""
NOTHING = "–"
Change = dict[str, str]
Key = tuple[str, str, str]
"""Metric, what it is split by, cluster."""


def snapshot_diff(kind: str, before: Snapshot, after: Snapshot) -> tuple[int, list[Change]]:
    """Return how many numbers of a kind differ between two snapshots, and the first of them: each
    with its metric, what it is split by, its cluster, the old and the new number.
    """
    changes: list[Change] = []
    with translation.override("en"):  # stored text has one language
        for simulated in ("no", "yes"):
            old, new = (
                dict(_numbers(kind, Filters(simulated=simulated, snapshot=snapshot.name)))
                for snapshot in (before, after)
            )
            for key in dict.fromkeys([*old, *new]):
                was, now = old.get(key, NOTHING), new.get(key, NOTHING)
                if was != now:
                    names = dict(zip(("metric", "by", "cluster"), key, strict=True))
                    changes.append({**names, "simulated": simulated, "old": was, "new": now})
    return len(changes), changes[:MAX_LISTED]


def _numbers(kind: str, filters: Filters) -> Iterator[tuple[Key, str]]:
    if not SumsReader.of(filters.snapshot, filters.games).cells(kind, filters).exists():
        return
    for metric, by, numbers in _answers(kind, filters):
        for cluster, number in numbers:
            yield (metric, str(by), str(cluster)), number


def _answers(kind: str, filters: Filters) -> Iterator[tuple[str, str, Iterable[tuple[str, str]]]]:
    """Yield every answer about a kind: metric, what it is split by, its numbers by label."""
    about, reader = get_kind(kind), SumsReader.of(filters.snapshot, filters.games)
    if has_fixed_sides(about):
        for by_role in answer_reads.ask_roles_by(kind, filters, ("", *splits_of(about))):
            yield "roles", by_role.question.by, _role_numbers(by_role)
    for key, metric in answer_reads.grouped_metrics(kind).items():
        for by in ("", *splits_of(about, metric)):
            answer = answer_reads.ask_metric(MetricQuestion(kind, metric, filters, by))
            yield key, by, grouped_form(metric).numbers(answer)
    spaces_metric = answer_reads.spaces_metric(kind)
    if spaces_metric is None:
        return
    for digest, _ in reader.boards_played(kind, filters):
        name = reader.board_labels([digest]).get(digest, digest[:8])
        for layer, (title, _) in spaces_metric.layers.items():
            question = SpaceQuestion(kind, filters.but(board=digest), layer)
            if on_board := answer_reads.ask_spaces(question):
                yield f"spaces: {title}", name, spaces.FORM.numbers(on_board)


def _role_numbers(answer: RoleAnswer) -> Iterator[tuple[str, str]]:
    for cluster in answer.clusters or (answer.overall,):
        for role, rate in cluster.rates.items():
            yield f"{cluster.label}, {answer.roles[role]}", count_of(rate.k, rate.n)
