"""Fields of events and objects that every game reads alike (log-format page, "Events")."""

from collections.abc import Callable, Mapping
from typing import Any

from games.core.errors import LogError
from games.core.findings import DEPTH_MAX, LOG_FORMAT, Problem, did_you_mean, is_too_deep, show

AT_MAX = 10**15
"""Seconds; far beyond any game, and exact as a float."""

Readers = Mapping[str, tuple[frozenset[str], Callable[[dict[str, Any]], Any]]]
"""Event type → its fields (`type` among them), and what reads them."""


def read_event(raw: dict[str, Any], readers: Readers) -> Any:
    """An event of a log by its type's reader; leaves `raw` in canonical form, without what has its
    default value. A reader may leave a KeyError for a field that is not there.

    Raises LogError; asks nothing of the rules.
    """
    kind = raw.get("type")
    reader = readers.get(kind) if isinstance(kind, str) else None
    if reader is None:
        if kind is None:
            raise LogError("An event needs a type.", code="missing_field", key="type")
        message = f"There is no event type {show(kind)}.{did_you_mean(kind, readers)}"
        raise LogError(message, code="unknown_event", key="type")
    fields, read = reader
    if not raw.keys() <= fields:
        _optional_fields(raw, fields, str(kind))
    try:
        return read(raw)
    except KeyError as missing:
        key = missing.args[0]
        raise LogError(f"{kind} needs {key}.", code="missing_field", key=key) from None


def _optional_fields(plain: dict[str, Any], fields: frozenset[str], kind: str) -> None:
    """Check `note`, `at` and `x_` fields, and refuse any other key the type does not have."""
    for key in plain.keys() - fields:
        if key == "note":
            note = plain["note"]
            if not isinstance(note, str):
                raise LogError("note is text.", code="wrong_type", key="note")
            plain["note"] = note.strip()
        elif key == "at":
            at = plain["at"]
            if type(at) not in (int, float) or not 0 <= at <= AT_MAX:
                raise LogError(
                    "at is the seconds since the game began: a number, 0 or more.",
                    code="wrong_type",
                    key="at",
                )
        elif not key.startswith("x_"):
            message = f"{kind} has no field {show(key)}; a field of your own begins with x_."
            message += did_you_mean(
                key, [name for name in (*fields, "note", "at") if name not in plain]
            )
            raise LogError(message, code="unknown_field", key=key)
        elif is_too_deep(plain[key]):
            raise LogError(
                f"{show(key)} is nested deeper than {DEPTH_MAX} levels.", code="too_deep", key=key
            )
    if plain.get("note") == "":
        del plain["note"]


def string(plain: Mapping[str, Any], key: str) -> str:
    """A field that is text. Raises LogError, and KeyError without it."""
    value = plain[key]
    if type(value) is not str:
        raise LogError(f"{key} is a name in text, not {show(value)}.", code="wrong_type", key=key)
    return value


def boolean(plain: Mapping[str, Any], key: str) -> bool:
    """A field that is true or false. Raises LogError, and KeyError without it."""
    value = plain[key]
    if type(value) is not bool:
        raise LogError(f"{key} is true or false, not {show(value)}.", code="wrong_type", key=key)
    return value


def integer(plain: Mapping[str, Any], key: str) -> int:
    """A field that is a whole number (3.0 is none). Raises LogError, and KeyError without it."""
    value = plain[key]
    if type(value) is not int:
        raise LogError(f"{key} is a whole number, not {show(value)}.", code="wrong_type", key=key)
    return value


def check_keys(
    raw: Mapping[str, Any], known: frozenset[str], where: str, problems: list[Problem]
) -> None:
    """Refuse keys that are neither known nor begin with `x_`."""
    for key in raw:
        if key not in known and not key.startswith("x_"):
            message = f"{where} has no key {show(key)}; a key of your own begins with x_."
            message += did_you_mean(key, known, len(problems))
            problems.append(Problem(LOG_FORMAT, "unknown_key", message, key))
