"""All measures of a game next to each other: by edition, mode or role, or of two sets of games."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from analytics.forms.base import Group, MetricQuestion, PeopleByKey, Source, with_people
from analytics.forms.registry import grouped_form
from analytics.forms.roles import role_items
from analytics.insight.answer import Basis, RoleAnswer
from analytics.insight.conclusions import Item, compared_items
from analytics.insight.differences import Compared
from analytics.insight.options import has_fixed_sides
from analytics.insight.question import Filters
from analytics.insight.terms import label, mixed_label
from analytics.insight.verdicts import OPEN, Comparison, Verdict, few_games, sureness
from analytics.insight.wilson import rate
from analytics.models import PlayerCell
from analytics.reads import answers as answer_reads
from analytics.reads.people import PeopleReader
from analytics.reads.sums import SumsReader
from analytics.rollups.measures import total
from analytics.rollups.players import ALL_PLAYERS
from games.core.contract import GameKind
from games.core.metrics import DistributionMetric, GroupedMetric, RateMetric
from games.registry import get_kind

ROLE = "role"
Key = tuple[str, str]
"""A metric and a group of it."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column: an edition, a mode, a role, or a set of games."""

    key: str
    label: str
    measures: Mapping[Key, Item]
    addresses: Mapping[Key, str]


@dataclass(frozen=True, slots=True)
class MeasureRow:
    """A measure in all columns: `titles` are those of its metric and its group; None: no games.
    `compared` is the last column with games minus the first, `verdict` how sure it is that the two
    that differ most do.
    """

    key: Key
    titles: tuple[str, str]
    page: str
    items: tuple[Item | None, ...]
    addresses: tuple[str, ...]
    compared: Compared
    p: float
    verdict: Verdict


def splits_of_table(kind: GameKind) -> dict[str, str]:
    """Return by what the table can be split: key → title."""
    splits = {"edition": gettext("Edition")} if len(kind.identity.editions) > 1 else {}
    return splits | {"mode": gettext("Mode"), ROLE: gettext("Role")}


def columns_by(kind_slug: str, filters: Filters, by: str) -> list[Column]:
    """Return a column for each edition, mode or role with games."""
    kind, reader = get_kind(kind_slug), SumsReader.of(filters.snapshot, filters.games)
    if by == ROLE:
        return _role_columns(kind, reader, filters)
    basis = reader.basis(kind_slug, filters.simulated)
    metrics = _metrics(kind, is_closed=filters.is_by_result)
    by_metric = answer_reads.ask_metrics_by(kind_slug, filters, metrics, by, basis)
    keys = sorted({key for answers in by_metric.values() for key in answers})
    people = PeopleReader(kind_slug, filters, basis).of_metrics(metrics, by)
    modes: dict[str, list[str]] = {}
    for edition, mode in reader.count_by(kind_slug, filters, "edition", "mode"):
        modes.setdefault(edition, []).append(mode)
    nothing: list[PeopleByKey] = [{} for _ in metrics]
    columns = []
    for key in keys:
        measures, addresses = _wins(kind, filters.but(**{by: key}), basis)
        for metric, its in zip(metrics, people.get(key) or nothing, strict=True):
            if answer := by_metric[metric.key].get(key):
                _add(measures, addresses, metric, with_people(answer, its).groups)
        title = label(by, key, kind.identity.modes if by == "mode" else {})
        if by == "edition":
            title = mixed_label(title, modes[key], kind.identity.modes)
        columns.append(Column(key, title, measures, addresses))
    return columns


def column_of(kind_slug: str, filters: Filters, title: str) -> Column:
    """Return the measures of the games that match."""
    kind = get_kind(kind_slug)
    basis = SumsReader.of(filters.snapshot, filters.games).basis(kind_slug, filters.simulated)
    measures, addresses = _wins(kind, filters, basis)
    metrics = _metrics(kind, is_closed=filters.is_by_result)
    people = PeopleReader(kind_slug, filters, basis).of_metrics(metrics).get("")
    for metric, its in zip(metrics, people or [{} for _ in metrics], strict=True):
        answer = answer_reads.ask_metric(MetricQuestion(kind_slug, metric, filters), basis, its)
        _add(measures, addresses, metric, answer.groups)
    return Column("", title, measures, addresses)


def _metrics(kind: GameKind, *, is_closed: bool) -> list[GroupedMetric]:
    """Return the metrics that are rates or means; without win rates if games are chosen by their
    result.
    """
    return [
        metric
        for metric in kind.counting.metrics
        if isinstance(metric, DistributionMetric | RateMetric)
        and not metric.is_detail
        and (isinstance(metric, DistributionMetric) or not (is_closed and metric.counts_wins))
    ]


def _wins(kind: GameKind, filters: Filters, basis: Basis) -> tuple[dict[Key, Item], dict[Key, str]]:
    """Return the win rate of the first side, and how games ended."""
    measures: dict[Key, Item] = {}
    addresses: dict[Key, str] = {}
    if not has_fixed_sides(kind) or filters.is_by_result:
        return measures, addresses
    from analytics.forms.addresses import games_address

    plain, endings = answer_reads.ask_roles_by(kind.slug, filters, ("", "reason"), basis)
    for by, answer in (("", plain), ("reason", endings)):
        for item in _items(answer):
            measures["roles" + by, item.key] = item
    addresses["roles", ""] = games_address(plain.overall.params)
    for cluster in endings.clusters:
        addresses["rolesreason", cluster.key] = games_address(cluster.params)
    return measures, addresses


def _items(answer: RoleAnswer) -> list[Item]:
    if answer.question.by:
        return role_items(answer)
    side = next(iter(answer.roles.values()))
    (item,) = role_items(answer, is_split=False)
    return [Item("", side, item.estimate, item.reference)]


def _add(
    measures: dict[Key, Item],
    addresses: dict[Key, str],
    metric: GroupedMetric,
    groups: Sequence[Group],
) -> None:
    for item in grouped_form(metric).items(groups):
        measures[metric.key, item.key] = item
    for group in groups:
        addresses[metric.key, group.source.key] = group.source.games_address()


def _role_columns(kind: GameKind, reader: SumsReader, filters: Filters) -> list[Column]:
    """Return the win rate and the habits of all players by role."""
    chosen = {"edition": filters.edition, "mode": filters.mode, "board_digest": filters.board}
    cells = PlayerCell.of(reader.snapshot).filter(handle=ALL_PLAYERS, kind=kind.slug)
    cells = cells.filter(**{name: value for name, value in chosen.items() if value})
    if filters.simulated != "all":
        cells = cells.filter(is_simulated=filters.simulated == "yes")
    by_role: dict[str, list[PlayerCell]] = {}
    for cell in cells:
        by_role.setdefault(cell.role, []).append(cell)
    columns = []
    for role, title in kind.identity.roles.items():
        if role not in by_role:
            continue
        won, lost = (sum(getattr(c, name) for c in by_role[role]) for name in ("won", "lost"))
        item = Item("", gettext("Won"), rate(won, won + lost))
        measures = {("record", ""): item} | dict(_habits(kind, role, by_role[role]))
        columns.append(Column(role, title, measures, {}))
    return columns


def _habits(kind: GameKind, role: str, cells: Iterable[PlayerCell]) -> Iterator[tuple[Key, Item]]:
    cells = list(cells)
    for habit in kind.counting.habits:
        metric = habit.metric
        if role not in habit.roles or not isinstance(metric, GroupedMetric):
            continue
        form = grouped_form(metric)
        sums = total(cell.sums.get("habits", {}).get(metric.key, {}) for cell in cells)
        groups = [
            form.group(metric, Source(kind.slug, key, title, title, {}), sums[key])
            for key, title in metric.groups.items()
            if key in sums
        ]
        for item in form.items(groups):
            yield (metric.key, item.key), item


def rows_of(kind_slug: str, columns: Sequence[Column]) -> list[MeasureRow]:
    """Return the measures of some columns in the game's order, with their verdicts."""
    keys = dict.fromkeys(key for column in columns for key in column.measures)
    compared = {key: _most_different(columns, key) for key in keys}
    tests = [comparison for _, comparison in compared.values()]
    titles = _titles(get_kind(kind_slug))
    rows = []
    for number, key in enumerate(keys):
        items = tuple(column.measures.get(key) for column in columns)
        enough = [item for item in items if item and not item.estimate.is_few]
        verdict = Verdict(OPEN, few_games())
        if len(enough) > 1:
            verdict = Verdict(sureness(tests, number), "", len(tests))
        shown = next(item for item in items if item)
        addresses = tuple(column.addresses.get(key, "") for column in columns)
        title, page = titles.get(key[0], ("", ""))
        difference, comparison = compared[key]
        rows.append(
            MeasureRow(
                key,
                (title, shown.label),
                page,
                items,
                addresses,
                difference,
                comparison.p,
                verdict,
            )
        )
    return rows


def _most_different(columns: Sequence[Column], key: Key) -> tuple[Compared, Comparison]:
    """Return the difference of the two columns that differ most surely."""
    items = [column.measures[key] for column in columns if key in column.measures]
    enough = [item for item in items if not item.estimate.is_few]
    pairs = [
        compared_items(one, other) for n, one in enumerate(enough) for other in enough[n + 1 :]
    ]
    nothing = (Compared(None, None, None), Comparison(is_excluded=False, p=1.0))
    if not pairs:
        return nothing
    difference, comparison = min(pairs, key=lambda pair: pair[1].p)
    return difference, Comparison(comparison.is_excluded, min(1.0, comparison.p * len(pairs)))


def _titles(kind: GameKind) -> dict[str, tuple[str, str]]:
    """Return the title of each measure and the key of its page."""
    metrics = {metric.key: (metric.title, metric.key) for metric in kind.counting.metrics}
    habits = {habit.metric.key: (habit.metric.title, "") for habit in kind.counting.habits}
    return {
        **habits,
        **metrics,
        "roles": (gettext("Win rate"), "roles"),
        "rolesreason": (gettext("How it ended"), "roles"),
        "record": (gettext("Win rate"), "roles"),
    }
