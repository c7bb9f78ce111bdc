"""Win rates by side as conclusions and charts: of two sides the first only, since the other has the
rest.
"""

from django.utils.translation import gettext

from analytics.insight.answer import Cluster, RoleAnswer
from analytics.insight.conclusions import (
    Conclusion,
    Item,
    Sentences,
    balance,
    groups_differ,
    most_frequent,
)
from analytics.insight.wilson import rate

from .addresses import games_address
from .rows import RowChart, share_chart

REASON = "reason"


def role_items(answer: RoleAnswer, *, is_split: bool = True) -> list[Item]:
    """Return the win rate of the first side in each group, or how often games ended in each way.
    Without a split all games come first.
    """
    side = next(iter(answer.roles))
    if answer.question.by == REASON:
        whole = answer.overall.tally.decided
        return [
            Item(cluster.key, cluster.label, rate(cluster.tally.decided, whole)).drawn(
                cluster.people.get("")
            )
            for cluster in answer.clusters
        ]
    items = [
        Item(c.key, c.label, c.rates[side], 0.5).drawn(c.people.get(side)) for c in answer.clusters
    ]
    if is_split:
        return items
    item = Item("", gettext("All games"), answer.overall.rates[side], 0.5)
    whole_item = item.drawn(answer.overall.people.get(side))
    return [whole_item, *items] if len(items) > 1 else [whole_item]


def role_conclusion(answer: RoleAnswer, *, is_split: bool) -> Conclusion:
    """Return who is ahead; of a split, whether the groups differ; of endings, the most frequent."""
    side = next(iter(answer.roles.values()))
    items = role_items(answer, is_split=is_split)
    if answer.question.by == REASON:
        return most_frequent(items, answer.overall.tally.decided)
    if not is_split:
        return balance(side, items)
    return groups_differ(items, _difference_sentences(side))


def _difference_sentences(side: str) -> Sentences:
    return Sentences(
        gettext("{one} and {other} differ: {side} wins {first} and {second} of games.").replace(
            "{side}", side
        ),
        gettext("No clear difference. Largest so far: {one} {first}, {other} {second}."),
    )


def role_chart(answer: RoleAnswer, *, is_split: bool) -> RowChart:
    """Return a row for each group."""
    clusters: dict[str, Cluster] = {cluster.key: cluster for cluster in answer.clusters}
    clusters.setdefault("", answer.overall)
    title = gettext("{side} win rate").format(side=next(iter(answer.roles.values())))
    if answer.question.by == REASON:
        title = gettext("Share of decided games")
    return share_chart(
        role_items(answer, is_split=is_split),
        title,
        gettext("decided games"),
        lambda item: games_address(clusters[item.key].params),
    )
