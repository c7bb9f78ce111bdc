"""Which numbers differ between two snapshots: every question that pages ask, asked of both."""

from collections.abc import Iterator
from typing import Any

from django.utils import translation

from analytics.insight.metric import MetricQuestion
from analytics.insight.numbers import numbers_of
from analytics.insight.options import has_fixed_sides, splits_of
from analytics.insight.question import Filters, RoleQuestion, SpaceQuestion
from analytics.reads import answers as answer_reads
from games.registry import get_kind

LISTED = 500
"""Numbers that moved are told one by one up to here, and counted beyond."""
NOTHING = "–"
Moved = dict[str, str]
Place = tuple[str, str, str]


def what_moved(kind: str, before: str, after: str) -> tuple[int, list[Moved]]:
    """How many numbers of a kind differ between two snapshots, and the first of them: each with its
    metric, what it is split by, its cluster, the old and the new number.
    """
    with translation.override("en"):  # what is kept has one language
        return _what_moved(kind, before, after)


def _what_moved(kind: str, before: str, after: str) -> tuple[int, list[Moved]]:
    n = 0
    listed: list[Moved] = []
    for simulated in ("no", "yes"):
        filters = Filters(simulated=simulated)
        old = dict(_numbers(kind, filters.but(snapshot=before)))
        new = dict(_numbers(kind, filters.but(snapshot=after)))
        for place in dict.fromkeys([*old, *new]):
            was, now = old.get(place, NOTHING), new.get(place, NOTHING)
            if was == now:
                continue
            n += 1
            if len(listed) < LISTED:
                listed.append(_told(place, simulated, was, now))
    return n, listed


def _told(place: Place, simulated: str, was: str, now: str) -> Moved:
    metric, by, cluster = place
    return {
        "metric": metric,
        "by": by,
        "cluster": cluster,
        "simulated": simulated,
        "old": was,
        "new": now,
    }


def _numbers(kind: str, filters: Filters) -> Iterator[tuple[Place, str]]:
    for metric, by, answer in _answers(kind, filters):
        for cluster, number in numbers_of(answer):
            yield (metric, str(by), str(cluster)), number


def _answers(kind: str, filters: Filters) -> Iterator[tuple[str, str, Any]]:
    """Every answer about a kind: metric, what it is split by, answer."""
    about = get_kind(kind)
    if has_fixed_sides(about):
        for by in ("", *splits_of(about)):
            yield "roles", by, answer_reads.ask_roles(RoleQuestion(kind, filters, by))
    for key, metric in answer_reads.grouped_metrics(kind).items():
        for by in ("", *splits_of(about, metric)):
            yield key, by, answer_reads.ask_metric(MetricQuestion(kind, metric, filters, by))
    spaces = answer_reads.spaces_metric(kind)
    if spaces is None:
        return
    for digest, _ in answer_reads.boards_played(kind, filters):
        name = answer_reads.board_names([digest], filters.snapshot).get(digest, digest[:8])
        for layer, (title, _) in spaces.layers.items():
            question = SpaceQuestion(kind, filters.but(board=digest), layer)
            yield f"spaces: {title}", name, answer_reads.ask_spaces(question)
