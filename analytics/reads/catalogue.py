"""The catalogue: every metric and dimension of every game, its meaning and its addresses."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext, gettext_noop, pgettext

from analytics.forms import rate
from analytics.forms.addresses import formats
from analytics.forms.registry import form_of
from analytics.insight.definitions import WAY_OF_WINNING, WIN_RATE
from analytics.insight.options import has_fixed_sides, splits_of
from analytics.insight.wilson import FEW
from games.core.contract import GameKind
from games.core.metrics import Change, Metric

ROLES = "roles"
_ROLES_HISTORY = (Change(1, "2026-11-28", gettext_noop("First version.")),)


@dataclass(frozen=True, slots=True)
class Part:
    """A group, layer, root, end or position of a metric: its key, and its meaning."""

    key: str
    words: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A metric in the catalogue. `least`: numbers of fewer games are marked and greyed.
    `dimensions` are what it may be split by; `addresses` where it is, by format.
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
        """Return plain data."""
        return asdict(self) | {"history": [change._asdict() for change in self.history]}


@dataclass(frozen=True, slots=True)
class Dimension:
    """What answers may be filtered or split by."""

    key: str
    title: str
    words: str
    values: tuple[Part, ...]


def dimensions_of(kind: GameKind) -> list[Dimension]:
    """Return the dimensions of a game, as query parameters."""
    parts = [
        ("edition", gettext("Edition"), gettext("edition of the rules"),
         {edition: edition for edition in kind.identity.editions}),
        ("mode", gettext("Mode"), gettext("variant of the rules"), kind.identity.modes),
        ("board", gettext("Board"),
         gettext("digest of a board, or its id if only one board has it"), {}),
        ("winner", gettext("Winner"), gettext("the side that won"),
         {**kind.identity.sides, "none": gettext("none")}),
        ("reason", gettext("How it ended"), gettext("how the game ended"), kind.identity.reasons),
        ("month", gettext("Month"), gettext("YYYY-MM as the log dates the game, or unknown"), {}),
        ("from", gettext("From month"), gettext("YYYY-MM, included"), {}),
        ("to", gettext("To month"), gettext("YYYY-MM, included"), {}),
        ("simulated", gettext("Played by"), gettext("people by default"),
         {"no": pgettext("played by", "humans"), "yes": pgettext("played by", "bots"),
          "all": pgettext("played by", "both together")}),
    ]  # fmt: skip
    return [
        Dimension(key, title, words, tuple(Part(*pair) for pair in values.items()))
        for key, title, words, values in parts
        if key != "edition" or kind.identity.editions
    ]


def entries_of(kind: GameKind) -> Iterator[Entry]:
    """Yield the win rates by role, where the game has them, and its metrics."""
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
        grain=gettext(rate.FORM.grain),
        least=FEW,
        dimensions=tuple(splits_of(kind)),
        parts=tuple(Part(*pair) for pair in kind.identity.sides.items()),
        history=_translated(_ROLES_HISTORY),
        addresses={"page": f"{reverse('stats-kind', args=[kind.slug])}#rates"}
        | formats("api-stats-roles", [kind.slug], ROLES),
    )


def _entry(kind: GameKind, metric: Metric) -> Entry:
    form = form_of(metric)
    return Entry(
        key=metric.key,
        title=metric.title,
        form=metric.form,
        definition=metric.definition,
        unit=form.unit(metric),
        grain=gettext(form.grain),
        least=FEW,
        dimensions=tuple(form.splits(kind, metric)),
        parts=tuple(Part(*pair) for pair in form.parts(metric).items()),
        history=_translated(metric.history),
        addresses=form.addresses(kind.slug, metric),
    )


def _translated(history: tuple[Change, ...]) -> tuple[Change, ...]:
    """Return the history in the reader's language."""
    return tuple(change._replace(what=gettext(change.what)) for change in history)
