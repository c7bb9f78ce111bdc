"""Which games are counted, and which need to be counted, counted again or uncounted."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Count, Max, Q, QuerySet, Sum

from analytics.insight.question import Simulated
from analytics.models import Contribution, Ledger
from games.registry import KINDS
from replays.reads import games as game_reads


def countable_games(ids: Iterable[int]) -> QuerySet[Any]:
    """Return those of these games that count: accepted and not withdrawn."""
    return game_reads.games_by_id(ids).order_by()


def outdated_games(ids: Sequence[int]) -> list[int]:
    """Return those of these games whose contribution is missing, stale, or to be removed."""
    visible = set(countable_games(ids).values_list("pk", flat=True))
    stale = set(
        Contribution.objects.filter(stale_versions(), pk__in=ids).values_list("pk", flat=True)
    )
    stored = set(Contribution.objects.filter(pk__in=ids).values_list("pk", flat=True))
    return sorted((visible - stored) | (visible & stale) | (stored - visible))


class Outdated(NamedTuple):
    """Games to bring up to date, in the order of their keys: those not counted yet; and those that
    are gone, or counted by an earlier engine or earlier rules.
    """

    uncounted: list[int]
    wrong: list[int]


def next_outdated_games(after: int, limit: int) -> Outdated:
    """Return the next games of both sorts, up to `limit` of each."""
    missing = game_reads.visible_games().filter(pk__gt=after, contribution__isnull=True)
    wrong = _without_game().filter(pk__gt=after)
    wrong |= Contribution.objects.filter(stale_versions(), pk__gt=after)
    first = missing.order_by("pk").values_list("pk", flat=True)[:limit]
    second = wrong.order_by("pk").values_list("pk", flat=True)[:limit]
    return Outdated(list(first), list(second))


def games_after(pk: int, limit: int) -> list[int]:
    """Return the next games that count, for walking through all of them."""
    games = game_reads.visible_games().filter(pk__gt=pk).order_by("pk")
    return list(games.values_list("pk", flat=True)[:limit])


def contributions_without_game() -> list[int]:
    """Return the games that are counted but withdrawn or deleted."""
    return list(_without_game().order_by("pk").values_list("pk", flat=True))


def _without_game() -> QuerySet[Contribution]:
    return Contribution.objects.exclude(game_id__in=game_reads.visible_games().values("pk"))


class Pending(NamedTuple):
    """How many selected games of a kind wait to be counted, or to be counted again by newer rules;
    and how many games of the kind, human and bot, are counted by an earlier engine or rules.
    """

    games: int
    stale: int


def count_pending(kinds: Collection[str], simulated: Simulated, settled: int) -> dict[str, Pending]:
    """Count the pending games of each of these kinds: human (`no`), bot (`yes`) or `all`. `settled`
    is the ledger's.
    """
    games = game_reads.visible_games().filter(pk__gt=settled, contribution__isnull=True)
    if simulated != "all":
        games = games.filter(is_simulated=simulated == "yes")
    uncounted = _count_by_kind(games.filter(kind__in=kinds))
    selected = stale = count_stale(*kinds)
    if stale and simulated != "all":
        selected = count_stale(*kinds, cell__is_simulated=simulated == "yes")
    return {kind: Pending(uncounted[kind] + selected[kind], stale[kind]) for kind in kinds}


def count_stale(*kinds: str, **conditions: Any) -> Counter[str]:
    """Return how many games of each kind are still counted by an earlier engine or earlier rules;
    kinds without such games are missing.
    """
    # Only games that count have a contribution: others lose it in the transaction that changes it.
    return _count_by_kind(Contribution.objects.filter(stale_versions(*kinds), **conditions))


def _count_by_kind(rows: QuerySet[Any]) -> Counter[str]:
    return Counter(dict(rows.order_by().values_list("kind").annotate(n=Count("pk"))))


def stale_versions(*kinds: str) -> Q:
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


class LedgerState(NamedTuple):
    """The revision of the sums, when they last changed, and the primary key up to which all games
    are counted.
    """

    revision: int = 0
    changed_at: datetime | None = None
    settled: int = 0


def ledger_state() -> LedgerState:
    """Return the state of the whole ledger."""
    rows = Ledger.objects.aggregate(
        revision=Sum("revision"), changed_at=Max("changed_at"), settled=Max("settled")
    )
    return LedgerState(rows["revision"] or 0, rows["changed_at"], rows["settled"] or 0)


def last_change() -> tuple[int, datetime | None]:
    """Return the revision of the sums and when they last changed: a key for caches of answers."""
    state = ledger_state()
    return state.revision, state.changed_at


def ledger_revision() -> int:
    """Return the number that increases whenever a sum changes."""
    return ledger_state().revision
