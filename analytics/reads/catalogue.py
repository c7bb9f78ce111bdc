"""The catalogue: every metric and dimension of every game, its meaning and its addresses."""

from collections.abc import Iterator
from typing import Annotated

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
from replays.rest.body import Body, doc

ROLES = "roles"
_ROLES_HISTORY = (Change(1, "2026-11-28", gettext_noop("First version.")),)


class Part(Body):
    """A group, layer, root, end or position of a metric, or a value of a dimension."""

    aliases = {"words": "title"}
    key: str
    title: str


class Revision(Body):
    """A change of a definition."""

    version: Annotated[int, doc("The first version of the counting rules with it.")]
    day: Annotated[str, doc(format="date")]
    what: str


class Entry(Body):
    """A metric in the catalogue."""

    key: str
    title: str
    form: str
    definition: str
    unit: Annotated[str, doc("What n counts.")]
    grain: str
    least: Annotated[int, doc("Numbers based on fewer games are greyed out.")]
    dimensions: Annotated[list[str], doc("What it can be split by.")]
    parts: list[Part]
    history: list[Revision]
    addresses: Annotated[dict[str, str], doc("Its URLs, by format.")]


class Dimension(Body):
    """What answers can be filtered or split by."""

    aliases = {"words": "meaning"}
    key: str
    title: str
    meaning: str
    values: list[Part]


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
        ("month", gettext("Month"), gettext("YYYY-MM, as in the log, or unknown"), {}),
        ("from", gettext("From month"), gettext("YYYY-MM, inclusive"), {}),
        ("to", gettext("To month"), gettext("YYYY-MM, inclusive"), {}),
        ("simulated", gettext("Played by"), gettext("human games by default"),
         {"no": pgettext("played by", "humans"), "yes": pgettext("played by", "bots"),
          "all": pgettext("played by", "both")}),
    ]  # fmt: skip
    return [
        Dimension(key, title, meaning, [Part(*pair) for pair in values.items()])
        for key, title, meaning, values in parts
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
        dimensions=list(splits_of(kind)),
        parts=[Part(*pair) for pair in kind.identity.sides.items()],
        history=_translated(_ROLES_HISTORY),
        addresses={"page": reverse("stats-roles", args=[kind.slug])}
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
        dimensions=list(form.splits(kind, metric)),
        parts=[Part(*pair) for pair in form.parts(metric).items()],
        history=_translated(metric.history),
        addresses=form.addresses(kind.slug, metric),
    )


def _translated(history: tuple[Change, ...]) -> list[Revision]:
    """Return the history in the reader's language."""
    return [Revision(change.version, change.day, gettext(change.what)) for change in history]
