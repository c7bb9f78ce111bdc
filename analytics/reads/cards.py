"""Win rates by when a card was in hand, and the difference that drawing it makes."""

from collections.abc import Mapping
from dataclasses import dataclass

from analytics.forms.base import MetricQuestion
from analytics.forms.rate.answer import RateGroup
from analytics.insight.answer import Basis, Tally
from analytics.insight.comparing import LEVEL, benjamini_hochberg
from analytics.insight.conclusions import compared_items
from analytics.insight.differences import NOTHING, Compared
from analytics.insight.exact import MIN_GAMES
from analytics.insight.question import Filters
from analytics.insight.strata import pooled_difference
from analytics.reads.answers import ask_metric, metrics_of_type
from games.core.metrics import EVER, NEVER_SEEN, NOT, THIS, CardsMetric, RateMetric


@dataclass(frozen=True, slots=True)
class CardRow:
    """A card: its rates by when it was in hand; `difference` is that of games with it in hand at
    any time and games without it; `drawn` is the difference between drawing it and not drawing it
    in the same turns, pooled, with its q-value among all cards (None: not tested), from `n` games
    in which it was drawn.
    """

    key: str
    label: str
    rates: Mapping[str, RateGroup]
    difference: Compared
    drawn: Compared
    n: int
    q: float | None

    @property
    def is_marked(self) -> bool:
        """Whether at most 5 % of such marks are expected to be false."""
        return self.q is not None and self.q <= LEVEL


@dataclass(frozen=True, slots=True)
class CardsAnswer:
    """The cards of a game that were counted, in its order."""

    kind: str
    filters: Filters
    metric: CardsMetric
    draws: RateMetric
    rows: tuple[CardRow, ...]
    tally: Tally
    basis: Basis


def cards_metric(kind: str) -> CardsMetric | None:
    """Return what a game counts by card in hand, if anything."""
    return next(iter(metrics_of_type(kind, CardsMetric).values()), None)


def ask_cards(kind: str, filters: Filters) -> CardsAnswer | None:
    """Return the win rates by card; None for a game without such cards. No rows for games that are
    selected by their result.
    """
    metric = cards_metric(kind)
    if metric is None:
        return None
    draws = metrics_of_type(kind, RateMetric)[metric.draws]
    answers = [ask_metric(MetricQuestion(kind, each, filters)) for each in (metric, draws)]
    hands, drawn = ({group.source.key: group for group in answer.groups} for answer in answers)
    rows = [] if filters.is_by_result else _rows(metric, hands, drawn)
    return CardsAnswer(
        kind, filters, metric, draws, tuple(rows), answers[0].tally, answers[0].basis
    )


def _rows(
    metric: CardsMetric, hands: Mapping[str, RateGroup], drawn: Mapping[str, RateGroup]
) -> list[CardRow]:
    results, tests = {}, {}
    for card, label in metric.cards.items():
        found = {
            group.rpartition(".")[2]: hands[group]
            for group in metric.groups
            if group in hands and group.rpartition(".")[0] == card
        }
        if not found:
            continue
        pooled, p, n = _pooled(metric, card, drawn)
        results[card] = label, found, pooled, n
        if pooled.low is not None and n >= MIN_GAMES:
            tests[card] = p
    q_values = benjamini_hochberg(tests)
    return [
        CardRow(card, label, found, _difference(found), pooled, n, q_values.get(card))
        for card, (label, found, pooled, n) in results.items()
    ]


def _difference(found: Mapping[str, RateGroup]) -> Compared:
    if EVER not in found or NEVER_SEEN not in found:
        return NOTHING
    return compared_items(found[NEVER_SEEN].item, found[EVER].item)[0]


def _pooled(
    metric: CardsMetric, card: str, drawn: Mapping[str, RateGroup]
) -> tuple[Compared, float, int]:
    """Return the pooled difference, its p-value, and how many games have the card drawn later."""
    tables, widest = [], 1.0
    for stratum in metric.strata:
        pair = [drawn.get(metric.draw_group(card, stratum, each)) for each in (THIS, NOT)]
        with_it, without = pair
        if with_it is not None and without is not None:
            widest = max(widest, with_it.item.inflation, without.item.inflation)
            tables.append((with_it.rate.k, with_it.rate.n, without.rate.k, without.rate.n))
    return (*pooled_difference(tables, widest), sum(table[1] for table in tables))
