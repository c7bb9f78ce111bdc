"""How many people the numbers of a page rest on, as text and a table."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext, gettext_noop, ngettext

from analytics.forms.base import Group, MetricAnswer
from analytics.forms.distribution.answer import DistributionGroup
from analytics.forms.rate.answer import RateGroup
from analytics.forms.tables import Cell, Table, TableRow
from analytics.insight.answer import Basis, RoleAnswer
from analytics.insight.means import Mean
from analytics.insight.people import (
    MIN_CLUSTERS,
    Interval,
    People,
    differs_by_player,
    drawn_mean,
    drawn_rate,
)
from analytics.insight.question import Filters
from analytics.insight.rounding import NOTHING, decimal, percent, span
from analytics.insight.wilson import Rate, rate
from analytics.reads.people import PeopleReader

PEOPLE = gettext_noop(
    "Games of the same players are not independent. So there is a second interval with players as "
    "clusters: a cluster-robust (sandwich) estimate with Student's t, or with fewer than 30 "
    "players a bootstrap over players (2,000 draws). The chart shows the wider of the two "
    "intervals. Downloaded figures show the interval of games, because open data must be able to "
    "recreate them. With fewer than 5 players there is no interval. A seat without a name counts "
    "as a player of one game. If one uploader uploaded more than a fixed share of the games, these "
    "games weigh less, so that the uploader has exactly this share. There is no cap if there are "
    "too few uploaders for it. Effective players: the number of equally active players with the "
    "same weight. By player: the mean of the players' own values."
)


@dataclass(frozen=True, slots=True)
class Counted:
    """A number of a page and the people that it rests on."""

    label: str
    estimate: Rate | Mean
    people: People


@dataclass(frozen=True, slots=True)
class PeopleText:
    """The people of a page: sentences about all its games, notes about its numbers, and a table
    with a row for each number (if it has single numbers).
    """

    sentence: str
    notes: tuple[str, ...]
    table: Table | None


def metric_people(kind: str, filters: Filters, answer: MetricAnswer) -> PeopleText | None:
    """Return the people of a metric; None where they are not computed."""
    return metric_people_of(kind, filters, answer.basis, answer.groups)


def metric_people_of(
    kind: str, filters: Filters, basis: Basis, groups: Iterable[Group]
) -> PeopleText | None:
    """Return the people of some groups of metrics; None where they are not computed."""
    counted = []
    for group in groups:
        people = group.people.get("")
        if people and isinstance(group, RateGroup):
            counted.append(Counted(group.source.label, group.rate, people))
        elif people and isinstance(group, DistributionGroup):
            counted.append(Counted(group.source.label, group.mean, people))
    return people_text(kind, filters, basis, counted)


def role_people(
    kind: str, filters: Filters, answer: RoleAnswer, *, is_split: bool
) -> PeopleText | None:
    """Return the people of the first side's win rate, or of the shares of endings."""
    side = next(iter(answer.roles))
    is_reason = answer.question.by == "reason"
    clusters = answer.clusters if is_split else (answer.overall, *answer.clusters)
    counted = []
    for cluster in clusters:
        estimate = cluster.rates[side]
        if is_reason:
            estimate = rate(cluster.tally.decided, answer.overall.tally.decided)
        people = cluster.people.get("" if is_reason else side)
        if people:
            counted.append(Counted(cluster.label, estimate, people))
    return people_text(kind, filters, answer.basis, counted)


def column_people(
    kind: str, filters: Filters, basis: Basis, split: str, labels: Mapping[str, str]
) -> list[tuple[str, str]]:
    """Return the people of each column of a table as its label and a text; `labels` are those of
    the columns.
    """
    people = PeopleReader(kind, filters, basis).by_value(split)
    return [(label, whole_text(people[key])) for key, label in labels.items() if key in people]


def people_text(
    kind: str, filters: Filters, basis: Basis, counted: Sequence[Counted]
) -> PeopleText | None:
    """Return the people of all games and of some numbers; None where they are not computed."""
    whole = PeopleReader(kind, filters, basis).whole()
    if whole is None:
        return None
    table = Table(gettext("People"), _columns(), tuple(map(_row, counted))) if counted else None
    return PeopleText(whole_text(whole), tuple(_notes(counted)), table)


def whole_text(people: People) -> str:
    """Return who played and sent the games, in sentences."""
    players = ngettext("{n} named player", "{n} named players", people.players)
    parts = [players.format(n=people.players)]
    if people.unnamed:
        seats = ngettext("{n} unnamed seat", "{n} unnamed seats", people.unnamed)
        parts.append(seats.format(n=people.unnamed))
    uploaders = ngettext("{n} uploader", "{n} uploaders", people.uploaders).format(
        n=people.uploaders
    )
    text = gettext(
        "{players} (effectively {effective}); {uploaders}. The most active player is in {player} "
        "of the games. The most active uploader uploaded {uploader} of them."
    )
    return text.format(
        players=", ".join(parts),
        effective=decimal(people.effective),
        uploaders=uploaders,
        player=percent(people.largest),
        uploader=percent(people.largest_uploader),
    )


def _notes(counted: Iterable[Counted]) -> Iterable[str]:
    few = [each.label for each in counted if each.people.is_few]
    if few:
        text = gettext(
            "No interval with fewer than {n} players, which are too few to represent others: "
            "{groups}."
        )
        yield text.format(n=MIN_CLUSTERS, groups=", ".join(few))
    caps = [each.people.capped.cap for each in counted if each.people.capped]
    changes = [text for each in counted if each.people.capped and (text := _change_text(each))]
    if changes:
        text = gettext(
            "The games of one uploader count for at most {cap} of each number. This "
            "changes: {changes}."
        )
        yield text.format(cap=percent(caps[0]), changes=", ".join(changes))
    different = [each.label for each in counted if differs_by_player(each.people, _drawn(each))]
    if different:
        text = gettext(
            "The values by game and by player differ by more than half the width of the interval: "
            "{groups}."
        )
        yield text.format(groups=", ".join(different))


def _change_text(counted: Counted) -> str:
    """Return what the cap on uploaders changes: the value before and after; empty if both have the
    same text.
    """
    before, after = (
        percent(value) if isinstance(counted.estimate, Rate) else decimal(value)
        for value in (counted.estimate.value, _drawn(counted).value)
    )
    text = gettext("{group} from {before} to {after}")
    if before == after:
        return ""
    return text.format(group=counted.label, before=before, after=after)


def _drawn(counted: Counted) -> Rate | Mean:
    estimate, people = counted.estimate, counted.people
    if isinstance(estimate, Rate):
        return drawn_rate(estimate, people)
    return drawn_mean(estimate, people)


def _columns() -> tuple[str, ...]:
    return (
        gettext("Group"),
        gettext("Players"),
        gettext("Effective"),
        gettext("Most active player"),
        gettext("Uploaders"),
        gettext("Most active uploader"),
        gettext("By game"),
        gettext("With the cap on uploaders"),
        gettext("By player"),
        gettext("95 % interval, games"),
        gettext("95 % interval, players"),
        gettext("Range without any one pair of players"),
    )


def _row(counted: Counted) -> TableRow:
    people, estimate = counted.people, counted.estimate
    is_share = isinstance(estimate, Rate)

    def text(value: float | None) -> str:
        return percent(value) if is_share else decimal(value)

    def between(low: float | None, high: float | None) -> str:
        if low is None or high is None:
            return NOTHING
        bounds = (max(0.0, low), min(1.0, high)) if is_share else (low, high)
        return span(*map(text, bounds))

    cells = (
        str(people.clusters),
        decimal(people.effective),
        percent(people.largest),
        str(people.uploaders),
        percent(people.largest_uploader),
        text(estimate.value),
        text(people.capped.value) if people.capped else NOTHING,
        text(people.by_player),
        between(estimate.low, estimate.high),
        between(*people.interval),
        between(*(people.without_pair or Interval(None, None))),
    )
    return TableRow(counted.label, estimate.is_few, tuple(map(Cell, cells)))
