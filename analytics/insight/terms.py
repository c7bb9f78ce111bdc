"""Labels of the keys of statistics, in the reader's language."""

from collections.abc import Iterable, Mapping
from datetime import date
from types import ModuleType
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_noop, pgettext

from analytics.insight.question import UNKNOWN
from replays.text.terms import reason_label

SIMULATED = {
    "no": gettext_noop("human games"),
    "yes": gettext_noop("bot games"),
    "all": gettext_noop("human and bot games together"),
}


def translated(module: ModuleType) -> dict[str, str]:
    """Return the texts of a module of definitions by name, in the reader's language."""
    texts = {name: text for name, text in vars(module).items() if name.isupper()}
    return {name: gettext(text) for name, text in texts.items() if isinstance(text, str)}


def label(dimension: str, key: str, names: Mapping[str, str]) -> str:
    """Return the label of a key of a dimension. `names` are those of its boards or modes."""
    if dimension == "month":
        return month_label(key)
    if dimension == "board":
        return names.get(key, key[:8])
    if dimension in {"mode", "reason"}:
        return sentence(names.get(key, key) if dimension == "mode" else reason_label(key))
    return key


def mixed_label(text: str, modes: Iterable[str], names: Mapping[str, str]) -> str:
    """Return the label of games of some modes together: one that names them if they are several.

    >>> mixed_label("2024", ["standard"], {}), mixed_label("2024", ["standard", "advanced"], {})
    ('2024', '2024 (advanced + standard)')
    """
    known = sorted(set(modes))
    if len(known) < 2:
        return text
    return f"{text} ({' + '.join(names.get(mode, mode) for mode in known)})"


def sentence(text: str) -> str:
    """Return a key or label with a capital and without underscores.

    >>> sentence("fewest_tiles")
    'Fewest tiles'
    """
    return f"{text[:1].upper()}{text[1:]}".replace("_", " ")


def month_label(month: str) -> str:
    """Return `March 2026` for 2026-03, or a text for unknown dates."""
    if month == UNKNOWN:
        return gettext("date unknown")
    return date_format(date.fromisoformat(f"{month}-01"), "F Y")


def result_text(kind: Any, winner: str | None, reason: str | None) -> str:
    """Return a game's result."""
    if reason is None:
        return gettext("unfinished")
    if not winner:
        return pgettext("result", "abandoned")
    return gettext("{side} won ({how})").format(
        side=kind.identity.winner_text(winner), how=reason_label(reason)
    )
