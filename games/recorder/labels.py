"""Events, their parts and their values in words, as buttons show them."""

from collections.abc import Callable
from typing import Any

from games.core.choosing import Part
from games.core.contract import GameKind
from games.core.language import gettext

Spell = Callable[[GameKind, dict[str, Any]], str]


def spelled(kind: GameKind, plain: dict[str, Any]) -> str:
    """Return an event as written in a text log, without an answer if it has none."""
    answer = kind.rules.decisions.answers.get(plain["type"])
    if answer is not None and answer.field not in plain:
        return " ".join(kind.log.notation.format_event({**plain, answer.field: True})[:-1])
    return " ".join(kind.log.notation.format_event(plain))


def entered_text(kind: GameKind, plain: dict[str, Any]) -> str:
    """Return an event as a text log spells it; of a result that the secrets give, only its type."""
    if plain.keys() == {"type"} and plain["type"] in kind.rules.decisions.results:
        return str(plain["type"])
    return spelled(kind, plain)


def event_label(kind: GameKind, event: dict[str, Any], spell: Spell = spelled) -> str:
    """Return an event as a text log spells it, in the reader's language."""
    return " ".join(kind.display.terms.get(t, t) for t in spell(kind, event).split(" "))


def label_of(kind: GameKind, event: dict[str, Any]) -> str:
    """Return an event in words, as a button shows it. A value that is not recorded has no name."""
    if None in event.values():
        name = str(event["type"])
        what = capitalized(kind.display.terms.get(name, name))
        return gettext("{what}: not recorded").format(what=what)
    return capitalized(event_label(kind, event, entered_text))


def capitalized(label: str) -> str:
    """Return a label with a capital; the name of a space stays as it is on the board."""
    return label if len(label) < 3 else label[:1].upper() + label[1:]


def part_text(kind: GameKind, part: Part) -> str:
    """Return a chosen part in words."""
    path, value = part
    text = value_text(kind, value)
    return text if path == "type" else f"{path_text(kind, path)} {text}"


def path_text(kind: GameKind, path: str) -> str:
    """`route.2` → `route 3`, `path.a` → `path a`, `false_trail` → `false trail`."""
    first, *rest = path.split(".")
    return " ".join(
        (term_text(kind, first), *(str(int(w) + 1) if w.isdecimal() else w for w in rest))
    )


def value_text(kind: GameKind, value: Any) -> str:
    """Return the value of a part in words."""
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    return gettext("not recorded") if value is None else term_text(kind, str(value))


def term_text(kind: GameKind, term: str) -> str:
    """Return a term of the log in the reader's language."""
    return kind.display.terms.get(term, term.replace("_", " "))


def time_text(seconds: float) -> str:
    """Return a time as `12:05` (minutes, seconds) or `2 d 03:05` (days, hours, minutes)."""
    whole = max(int(seconds), 0)
    if whole >= 86400:
        days, rest = divmod(whole, 86400)
        return f"{days} d {rest // 3600:02}:{rest % 3600 // 60:02}"
    minutes, rest = divmod(whole, 60)
    return f"{minutes}:{rest:02}"
