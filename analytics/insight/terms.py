"""The words people read for the keys of statistics."""

from collections.abc import Mapping
from types import ModuleType
from typing import Any

from django.utils.translation import gettext, gettext_noop, pgettext

from analytics.insight.question import UNKNOWN
from replays.text.terms import reason_label

SIMULATED = {
    "no": gettext_noop("human games"),
    "yes": gettext_noop("bot games"),
    "all": gettext_noop("human and bot games together"),
}
_MONTHS = [
    gettext_noop("January"),
    gettext_noop("February"),
    gettext_noop("March"),
    gettext_noop("April"),
    gettext_noop("May"),
    gettext_noop("June"),
    gettext_noop("July"),
    gettext_noop("August"),
    gettext_noop("September"),
    gettext_noop("October"),
    gettext_noop("November"),
    gettext_noop("December"),
]


def translated(module: ModuleType) -> dict[str, str]:
    """The texts of a module of definitions, in the reader's language, by their names."""
    texts = {name: text for name, text in vars(module).items() if name.isupper()}
    return {name: gettext(text) for name, text in texts.items() if isinstance(text, str)}


def label(dimension: str, key: str, names: Mapping[str, str]) -> str:
    """What people read for a key of a dimension; `names` are those of its boards or modes."""
    if dimension == "reason":
        return sentence(reason_label(key))
    if dimension == "mode":
        return sentence(names.get(key, key))
    if dimension == "board":
        return names.get(key, key[:8])
    if dimension == "month":
        return month_label(key)
    return key


def sentence(words: str) -> str:
    """Words of a game as people read them: `fewest_tiles` → `Fewest tiles`."""
    return f"{words[:1].upper()}{words[1:]}".replace("_", " ")


def month_label(month: str) -> str:
    """`March 2026`; games without a date are said to be so."""
    if month == UNKNOWN:
        return gettext("date unknown")
    year, number = month.split("-")
    return f"{gettext(_MONTHS[int(number) - 1])} {year}"


def result_text(kind: Any, winner: str | None, reason: str | None) -> str:
    """A game's result in a few words."""
    if reason is None:
        return gettext("unfinished")
    if not winner:
        return pgettext("result", "abandoned")
    return gettext("{side} won ({how})").format(
        side=kind.identity.winner_text(winner), how=reason_label(reason)
    )
