"""Which games are counted, and which need to be counted, counted again or uncounted."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Q, QuerySet

from analytics.models import Contribution, Ledger
from games.registry import KINDS
from replays.reads import games as game_reads


def countable_games(ids: Iterable[int]) -> QuerySet[Any]:
    """Return those of these games that count: accepted and not withdrawn."""
    return game_reads.games_by_id(ids).order_by()


def outdated_games(ids: Sequence[int]) -> list[int]:
    """Return those of these games whose contribution is missing, stale, or to be removed."""
    visible = set(countable_games(ids).values_list("pk", flat=True))
    stale = set(Contribution.objects.filter(_stale(), pk__in=ids).values_list("pk", flat=True))
    stored = set(Contribution.objects.filter(pk__in=ids).values_list("pk", flat=True))
    return sorted((visible - stored) | (visible & stale) | (stored - visible))


def next_outdated_games(after: int, limit: int) -> list[int]:
    """Return the next games that are not counted, counted but gone, or counted by older rules."""
    missing = game_reads.visible_games().filter(pk__gt=after, contribution__isnull=True)
    wrong = _without_game().filter(pk__gt=after)
    wrong |= Contribution.objects.filter(_stale(), pk__gt=after)
    first = missing.order_by("pk").values_list("pk", flat=True)[:limit]
    second = wrong.order_by("pk").values_list("pk", flat=True)[:limit]
    return sorted({*first, *second})[:limit]


def games_after(pk: int, limit: int) -> list[int]:
    """Return the next games that count, for walking through all of them."""
    games = game_reads.visible_games().filter(pk__gt=pk).order_by("pk")
    return list(games.values_list("pk", flat=True)[:limit])


def contributions_without_game() -> list[int]:
    """Return the games that are counted but withdrawn or deleted."""
    return list(_without_game().order_by("pk").values_list("pk", flat=True))


def _without_game() -> QuerySet[Contribution]:
    return Contribution.objects.exclude(game_id__in=game_reads.visible_games().values("pk"))


def count_uncounted(limit: int = 1000) -> int:
    """Return how many stored games are not counted yet, up to a limit."""
    return game_reads.visible_games().filter(contribution__isnull=True)[:limit].count()


def count_stale(kind: str) -> int:
    """Return how many games are still counted by an earlier engine or earlier rules."""
    return Contribution.objects.filter(_stale(kind)).count()


def _stale(*kinds: str) -> Q:
    """Return the condition that a contribution was made by an earlier engine or earlier rules, in a
    form that an index answers. Contributions by later rules are not stale: during a deployment old
    workers must not touch them.
    """
    condition = Q(pk__in=[])
    for slug in kinds or KINDS:
        facts, engine = KINDS[slug].counting.version, str(KINDS[slug].rules.version)
        other_engine = Q(engine_version__lt=engine) | Q(engine_version__gt=engine)
        condition |= Q(kind=slug, facts_version__lt=facts)
        condition |= Q(kind=slug, facts_version=facts) & other_engine
    return condition


def versions_counted(kind: str) -> list[tuple[str, int]]:
    """Return the engines and counting rules that a kind's games are counted by: mostly one pair."""
    rows = Contribution.objects.filter(kind=kind).order_by()
    return sorted(set(rows.values_list("engine_version", "facts_version").distinct()))


def ledger_revision() -> int:
    """Return the number that increases whenever a sum changes."""
    return Ledger.objects.filter(pk=1).values_list("revision", flat=True).first() or 0
