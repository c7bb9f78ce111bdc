"""The catalogue: everything that may be asked of every game, with what it means and where it is."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext, gettext_noop, pgettext

from analytics.insight.definitions import WAY_OF_WINNING, WIN_RATE
from analytics.insight.options import has_fixed_sides, splits_of
from analytics.insight.wilson import FEW
from games.core.contract import GameKind
from games.core.metrics import Change, Metric, SpacesMetric, WaysMetric

GRAINS = {
    "rate": gettext_noop("at most one trial a game and group"),
    "distribution": gettext_noop("any number of observations a game; the game is the cluster"),
    "series": gettext_noop(
        "any number of observations a game and position; the game is the cluster"
    ),
    "odds": gettext_noop("any number of trials a game, each with the chance it had then"),
    "spaces": gettext_noop("a space and a game, on one board"),
    "ways": gettext_noop("at most one way a game and root, on one board"),
}
ROLES = "roles"
_ROLES_HISTORY = (Change(1, "2026-11-28", gettext_noop("First counted.")),)


@dataclass(frozen=True, slots=True)
class Part:
    """A group, layer, root, end or position of a metric: its key, and what it means."""

    key: str
    words: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A metric in the catalogue. `least`: below so many games a number is marked and greyed.
    `dimensions` are what it may be split by; `addresses` where it is, by form.
    """

    key: str
    title: str
    form: str
    definition: str
    unit: str
    grain: str
    least: int
    dimensions: tuple[str, ...]
    parts: tuple[Part, ...]
    history: tuple[Change, ...]
    addresses: Mapping[str, str]

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return asdict(self) | {"history": [change._asdict() for change in self.history]}


@dataclass(frozen=True, slots=True)
class Dimension:
    """What answers may be filtered or split by."""

    key: str
    title: str
    words: str
    values: tuple[Part, ...]


def dimensions_of(kind: GameKind) -> list[Dimension]:
    """A game's dimensions, as the words of addresses."""
    parts = [
        ("edition", gettext("Edition"), gettext("whose rules were played"),
         {one: one for one in kind.identity.editions}),
        ("mode", gettext("Mode"), gettext("how the game was played"), kind.identity.modes),
        ("board", gettext("Board"),
         gettext("a board's digest, or its id where one board only has it"), {}),
        ("winner", gettext("Winner"), gettext("games that this side won"),
         {**kind.identity.sides, "none": gettext("nobody")}),
        ("reason", gettext("Way of winning"), gettext("how the game ended"), kind.identity.reasons),
        ("month", gettext("Month"), gettext("YYYY-MM as the log dates the game, or unknown"), {}),
        ("from", gettext("From month"), gettext("YYYY-MM, included"), {}),
        ("to", gettext("To month"), gettext("YYYY-MM, included"), {}),
        ("simulated", gettext("Played by"), gettext("people unless asked otherwise"),
         {"no": pgettext("played by", "people"), "yes": pgettext("played by", "programs"),
          "all": pgettext("played by", "both, together")}),
    ]  # fmt: skip
    return [
        Dimension(key, title, words, tuple(Part(*pair) for pair in values.items()))
        for key, title, words, values in parts
        if key != "edition" or kind.identity.editions
    ]


def entries_of(kind: GameKind) -> Iterator[Entry]:
    """A game's win rates by role, where it has them, and its metrics."""
    if has_fixed_sides(kind):
        yield _roles(kind)
    for metric in kind.counting.metrics:
        yield _entry(kind, metric)


def _roles(kind: GameKind) -> Entry:
    return Entry(
        key=ROLES,
        title=gettext("Win rate by role"),
        form="rate",
        definition=f"{gettext(WIN_RATE)} {gettext(WAY_OF_WINNING)}",
        unit=gettext("decided games"),
        grain=gettext(GRAINS["rate"]),
        least=FEW,
        dimensions=tuple(splits_of(kind)),
        parts=tuple(Part(*pair) for pair in kind.identity.sides.items()),
        history=_told(_ROLES_HISTORY),
        addresses={"page": f"{reverse('stats-kind', args=[kind.slug])}#rates"}
        | _addresses("api-stats-roles", [kind.slug]),
    )


def _entry(kind: GameKind, metric: Metric) -> Entry:
    match metric:
        case SpacesMetric():
            unit = gettext("games with at least one of these: {what}").format(
                what=metric.observation
            )
            parts = {key: f"{title}: {words}" for key, (title, words) in metric.layers.items()}
            splits: tuple[str, ...] = ()
            page = f"{reverse('stats-kind', args=[kind.slug])}#board"
            addresses = {"page": page} | _addresses("api-stats-spaces", [kind.slug])
        case WaysMetric():
            unit = metric.observation
            ends = {key: f"{title}: {words}" for key, (title, words) in metric.ends.items()}
            parts = {**metric.roots, **ends}
            splits, where = (), [kind.slug]
            addresses = {
                "page": reverse("stats-ways", args=where),
                "json": reverse("api-stats-ways", args=where),
                "csv": reverse("api-stats-ways-csv", args=where),
            }
        case _:
            unit, parts, splits = metric.unit, dict(metric.groups), tuple(splits_of(kind, metric))
            where = [kind.slug, metric.key]
            addresses = {"page": reverse("stats-metric", args=where)}
            addresses |= _addresses("api-stats-metric", where)
    return Entry(
        key=metric.key,
        title=metric.title,
        form=metric.form,
        definition=metric.definition,
        unit=unit,
        grain=gettext(GRAINS[metric.form]),
        least=FEW,
        dimensions=splits,
        parts=tuple(Part(*pair) for pair in parts.items()),
        history=_told(metric.history),
        addresses=addresses,
    )


def _told(history: tuple[Change, ...]) -> tuple[Change, ...]:
    """How a definition changed, in the reader's language."""
    return tuple(change._replace(what=gettext(change.what)) for change in history)


def _addresses(name: str, where: list[str]) -> dict[str, str]:
    """Where programs find it, and its pictures."""
    key = where[1] if len(where) > 1 else name.removeprefix("api-stats-")
    pictures = {form: reverse("stats-image", args=[where[0], key, form]) for form in ("svg", "png")}
    return pictures | {
        "json": reverse(name, args=where),
        "csv": reverse(f"{name}-csv", args=where),
        "figure": reverse(f"{name}-figure", args=where),
    }
