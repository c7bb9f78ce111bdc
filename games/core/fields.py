"""Readers of event fields and header objects that all games share (log-format page, "Events")."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from games.core.errors import LogError
from games.core.findings import DEPTH_MAX, LOG_FORMAT, Problem, did_you_mean, is_too_deep, show
from games.core.language import gettext_noop, text

T = TypeVar("T")

AT_MAX = 10**15
"""Seconds; far beyond any game, and exact as a float."""

Readers = Mapping[str, tuple[frozenset[str], Callable[[dict[str, Any]], Any]]]
"""Event type → its fields (including `type`), and the function that reads them."""


def read_event(raw: dict[str, Any], readers: Readers) -> Any:
    """Return an event of a log, read by the reader of its type.

    Leaves `raw` in canonical form, without default values. Readers may leave a KeyError for a
    missing field. Raises LogError; does not check the rules.
    """
    kind = raw.get("type")
    reader = readers.get(kind) if isinstance(kind, str) else None
    if reader is None:
        if kind is None:
            raise LogError(text('This event has no "type".'), code="missing_field", key="type")
        message = text('"{type}" is not an event type.', type=show(kind))
        raise LogError(message + did_you_mean(kind, readers), code="unknown_event", key="type")
    fields, read = reader
    if not fields.issuperset(raw):
        _read_optional_fields(raw, fields, str(kind))
    try:
        return read(raw)
    except KeyError as missing:
        key = missing.args[0]
        message = text('The event "{type}" needs the field "{key}".', type=kind, key=key)
        raise LogError(message, code="missing_field", key=key) from None


def _read_optional_fields(plain: dict[str, Any], fields: frozenset[str], kind: str) -> None:
    """Check `note`, `at` and `x_` fields, and refuse any other key the type does not have."""
    for key in [key for key in plain if key not in fields]:  # in the order of the log
        if key == "note":
            note = string(plain, "note").replace("\r\n", "\n").replace("\r", "\n")
            plain["note"] = note.strip()
        elif key == "at":
            at = plain["at"]
            if type(at) not in (int, float) or not 0 <= at <= AT_MAX:
                message = text(
                    '"at" must be a number from 0 to {most}: seconds since the game began.',
                    most=AT_MAX,
                )
                raise LogError(message, code="wrong_type", key="at")
        elif not key.startswith("x_"):
            message = text(
                'The event "{type}" has no field "{key}". Custom fields start with "x_".',
                type=kind,
                key=show(key),
            )
            unused = [name for name in (*sorted(fields), "note", "at") if name not in plain]
            raise LogError(message + did_you_mean(key, unused), code="unknown_field", key=key)
        elif is_too_deep(plain[key]):
            raise LogError(too_deep(key), code="too_deep", key=key)
    if plain.get("note") == "":
        del plain["note"]


def too_deep(key: str) -> str:
    """Return the message about a value that is nested too deep."""
    return text('"{key}" is nested more than {n} levels deep.', key=show(key), n=DEPTH_MAX)


def _field_reader(kind: type[T], template: str) -> Callable[[Mapping[str, Any], str], T]:
    """Return a function that returns the field `key` of an event. It raises LogError if the value
    is not of this type, and KeyError if the field is missing.
    """

    def read(plain: Mapping[str, Any], key: str) -> T:
        value = plain[key]
        if type(value) is not kind:
            raise LogError(text(template, key=key, value=show(value)), code="wrong_type", key=key)
        return value

    return read


string = _field_reader(str, gettext_noop('"{key}" must be text, not {value}.'))
boolean = _field_reader(bool, gettext_noop('"{key}" must be true or false, not {value}.'))
integer = _field_reader(int, gettext_noop('"{key}" must be a whole number, not {value}.'))


def check_keys(
    raw: Mapping[str, Any], known: frozenset[str], where: str, problems: list[Problem]
) -> None:
    """Refuse keys that are neither known nor begin with `x_`; `where` is the object's own key."""
    for key in raw:
        if key not in known and not key.startswith("x_"):
            message = text(
                '"{where}" has no key "{key}". Custom keys start with "x_".',
                where=where,
                key=show(key),
            )
            message += did_you_mean(key, known, len(problems))
            problems.append(Problem(LOG_FORMAT, "unknown_key", message, key))
