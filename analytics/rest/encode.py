"""JSON bodies of the statistics that are not of one metric form."""

from collections.abc import Iterator
from typing import Annotated, Any

from msgspec import UNSET, UnsetType
from msgspec.structs import asdict

from analytics.forms.addresses import games_address
from analytics.forms.base import Link, MetricAnswer
from analytics.forms.grouped import GroupedForm
from analytics.forms.registry import FORMS, form_of, grouped_form
from analytics.insight import answer as answers
from analytics.insight import definitions, wilson
from analytics.insight.bodies import (
    Answer,
    Pending,
    PeopleField,
    Rate,
    Tally,
    Versions,
    answer_fields,
    flat_people,
    flat_rate,
    people_body,
    rate_body,
    tally_body,
)
from analytics.reads.catalogue import Dimension, Entry, Revision
from games.core.contract import GameKind
from games.core.metrics import Metric as GameMetric
from replays.rest.body import Body, Json, Time, Url, doc, one_of
from replays.rest.schemas import Seat

GROUPS = tuple(form.body for form in FORMS.values() if isinstance(form, GroupedForm))


class RoleRate(Rate):
    """A role's win rate."""

    games_url: Annotated[Url | None, doc("The k games. Null: none.")]
    people: PeopleField


class Cluster(Body):
    """A group of games."""

    key: str
    label: str
    games: Tally
    games_url: Url
    n: Annotated[int, doc("The n of the rates.")]
    is_few: Annotated[bool, doc("Fewer than ten games.")]
    roles: dict[str, RoleRate]


class Roles(Answer):
    """Win rates by role."""

    overall: Cluster
    clusters: list[Cluster]


class ListedMetric(Body):
    """A metric of a game. Some keys depend on its form."""

    key: str
    title: str
    form: Annotated[str, doc(enum=list(FORMS))]
    definition: str
    history: list[Revision]
    url: Url
    unit: Annotated[str | UnsetType, doc("What n counts.")] = UNSET
    groups: Annotated[dict[str, str] | UnsetType, doc("Key: label.")] = UNSET
    by: Annotated[list[str] | UnsetType, doc("What it can be split by.")] = UNSET
    positions: Annotated[dict[str, str] | UnsetType, doc("Of a series.")] = UNSET
    is_conditional: Annotated[
        bool | UnsetType,
        doc("For a rate: groups depend on events of the game. A difference is no causal effect."),
    ] = UNSET
    layers: Annotated[list[dict[str, str]] | UnsetType, doc("Of spaces.")] = UNSET
    roots: Annotated[dict[str, str] | UnsetType, doc("Of routes.")] = UNSET
    ends: Annotated[dict[str, str] | UnsetType, doc("Of routes.")] = UNSET


class MetricList(Body):
    """The metrics of a game."""

    kind: str
    metrics: list[ListedMetric]


class Metric(Answer):
    """A metric with a number for each group."""

    alternatives = GROUPS
    title: str
    form: str
    unit: Annotated[str, doc("What n counts.")]
    games: Tally
    comparisons: Annotated[int, doc("How many intervals are shown next to each other.")]
    groups: Annotated[list[Any], doc(items=one_of(*GROUPS))]


class KindCatalogue(Body):
    """Metrics and dimensions of a game."""

    kind: str
    title: str
    versions: Versions
    dimensions: list[Dimension]
    metrics: list[Entry]


class Catalogue(Body):
    """Metrics and dimensions of all games."""

    kinds: list[KindCatalogue]


class CountedGame(Body):
    """A game that a number counts."""

    id: str
    edition: str
    mode: str
    month: str | None
    winner: str | None
    reason: str | None
    is_simulated: bool
    players: list[Seat]
    url: Url


class CountedGames(Body):
    """A page of the games that a number counts."""

    aliases = {"n_pending": "games_pending"}
    question: Json
    title: str
    meaning: Annotated[str, doc("What the number counts.")]
    n: Annotated[int, doc("How many games there are.")]
    games_pending: Pending
    are_more: Annotated[bool, doc("There are more than n, not counted.")]
    page: int
    has_next: bool
    games: list[CountedGame]


class DumpFile(Body):
    """A file of a dump."""

    name: str
    size: Annotated[int, doc("In bytes.")]
    sha256: str
    records: Annotated[int | None, doc("Games, rows or boards in it.")]
    url: Url


class Dump(Body):
    """A dump: its manifest, with addresses."""

    format: str
    name: Annotated[str, doc("Also the name of the snapshot.")]
    made_at: Time
    as_of: Time | None
    revision: int
    licence: Json
    policy: str
    versions: Annotated[dict[str, Versions], doc("By game.")]
    kinds: Annotated[Json, doc("Numbers of human and bot games, by game.")]
    files: list[DumpFile]
    sha256: Annotated[str, doc("Of manifest.json.")]
    cut: Annotated[Json | None, doc("When games were last removed from it, and how many in all.")]
    cited_at: Annotated[Time | None, doc("A cited dump is kept.")]
    manifest_url: Url


class DumpList(Body):
    """The dumps, newest first."""

    dumps: list[Dump]


def roles_body(answer: answers.RoleAnswer, link: Link) -> Roles:
    """Return win rates by role."""
    question = answer.question
    definition = definitions.WAY_OF_WINNING if question.by == "reason" else definitions.WIN_RATE
    fields = {"kind": question.kind, "by": question.by}
    return Roles(
        **answer_fields(answer.basis, definition, question.filters, **fields),
        overall=_cluster(answer.overall, link),
        clusters=[_cluster(cluster, link) for cluster in answer.clusters],
    )


def _cluster(cluster: answers.Cluster, link: Link) -> Cluster:
    def url(**params: str) -> str:
        return link(games_address({**cluster.params, **params}))

    def role_rate(role: str, rate: wilson.Rate) -> RoleRate:
        games_url = url(winner=role) if rate.k else None
        people = people_body(cluster.people.get(role), rate)
        return RoleRate(**asdict(rate_body(rate)), games_url=games_url, people=people)

    return Cluster.make(
        cluster,
        games=tally_body(cluster.tally),
        games_url=url(),
        n=cluster.denominator,
        is_few=cluster.denominator < wilson.FEW,
        roles={role: role_rate(role, rate) for role, rate in cluster.rates.items()},
    )


def role_rows(answer: answers.RoleAnswer) -> Iterator[dict[str, Any]]:
    """Return a row for each group and role, all games first, for CSV."""
    for cluster in (answer.overall, *answer.clusters):
        for role, rate in cluster.rates.items():
            yield {
                "group": cluster.key,
                "label": cluster.label,
                "games": cluster.tally.games,
                "abandoned": cluster.tally.abandoned,
                "unfinished": cluster.tally.unfinished,
                "role": role,
                **flat_rate(rate),
                **flat_people(cluster.people.get(role), rate),
            }


def list_body(kind: GameKind, link: Link) -> MetricList:
    """Return the metrics of a game."""

    def listed(metric: GameMetric) -> ListedMetric:
        form = form_of(metric)
        return ListedMetric.make(
            metric,
            history=[Revision(*change) for change in metric.history],
            url=link(form.addresses(kind.slug, metric)["json"]),
            **form.fields(metric),
        )

    return MetricList(kind.slug, [listed(metric) for metric in kind.counting.metrics])


def metric_body(answer: MetricAnswer, link: Link) -> Metric:
    """Return a metric with a number for each group."""
    question, metric = answer.question, answer.question.metric
    fields = {"kind": question.kind, "metric": metric.key, "by": question.by}
    return Metric.make(
        metric,
        **answer_fields(answer.basis, metric.definition, question.filters, **fields),
        games=tally_body(answer.tally),
        comparisons=answer.comparisons,
        groups=grouped_form(metric).group_bodies(answer, link),
    )
