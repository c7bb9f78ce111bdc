"""Events of Shadows in Kyoto as plain data, as the log-format page describes them."""

from collections.abc import Callable, Mapping, Sized
from operator import itemgetter
from typing import Any

from games.core import fields
from games.core.errors import LogError
from games.core.fields import boolean, integer, string
from games.core.findings import show
from games.core.language import choice_text, text
from games.kyoto.rules.components import ATTACKER, DEFENDER, SIDES
from games.kyoto.rules.events import EVENT_NAMES, Declare, Draw, Event, Swap

LIST_MAX = 60
"""The longest list in an event; more than all cards of a side."""
_AGENTS_MAX = 30
_JSON_NAMES = {"origin": "from", "back": "return"}


def plain_event(event: Event) -> dict[str, Any]:
    """Return an event as the log writes it, without default values."""
    kind = EVENT_NAMES[type(event)]
    plain: dict[str, Any] = {"type": kind}
    for key, value in event._asdict().items():
        name = _JSON_NAMES.get(key, key)
        if isinstance(value, tuple):
            value = dict(value) if name == "agents" else list(value)
        plain[name] = value
    _drop_defaults(plain, kind)
    return plain


def _drop_defaults(plain: dict[str, Any], kind: str) -> None:
    for key, default in _DEFAULTS[kind].items():
        if key != "swapped" and key in plain and plain[key] == default:
            del plain[key]


# ------------------------------------------------------------------------------------------ reading


def read_event(raw: dict[str, Any]) -> Event:
    """Read an event of a log; leave `raw` in canonical form (`games.core.fields.read_event`)."""
    event: Event = fields.read_event(raw, _READERS)
    return event


def _wrong_type(key: str, message: str) -> LogError:
    return LogError(message, code="wrong_type", key=key)


def _names(plain: Mapping[str, Any], key: str) -> tuple[str, ...]:
    """Return a list of names."""
    values = _list(plain, key)
    for value in values:
        if type(value) is not str:
            raise _wrong_type(key, text('"{key}" must be a list of names.', key=key))
    return tuple(values)


def _names_or_nulls(plain: Mapping[str, Any], key: str) -> tuple[str | None, ...]:
    """Return a list of names and nulls."""
    values = _list(plain, key)
    for value in values:
        if value is not None and type(value) is not str:
            raise _wrong_type(key, text('"{key}" must be a list of names and nulls.', key=key))
    return tuple(values)


def _list(plain: Mapping[str, Any], key: str) -> list[Any]:
    values = plain[key]
    if type(values) is not list:
        message = text('"{key}" must be a list, not {value}.', key=key, value=show(values))
        raise _wrong_type(key, message)
    _check_length(values, key, LIST_MAX)
    return values


def _check_length(values: Sized, key: str, limit: int) -> None:
    if len(values) > limit:
        message = text('"{key}" may have at most {n} entries.', key=key, n=limit)
        raise LogError(message, code="too_long", key=key)


def _agents(plain: Mapping[str, Any], key: str) -> tuple[tuple[str, str], ...]:
    agents = plain[key]
    if type(agents) is not dict or any(type(name) is not str for name in agents.values()):
        message = text('"agents" must be an object of spaces and their identities.')
        raise _wrong_type(key, message)
    _check_length(agents, key, _AGENTS_MAX)
    return tuple(agents.items())


def _role(plain: Mapping[str, Any], key: str) -> str:
    return _choice(plain, key, SIDES, "unknown_role")


def _winner(plain: Mapping[str, Any], key: str) -> str:
    return _choice(plain, key, (ATTACKER, DEFENDER), "wrong_type")


def _choice(plain: Mapping[str, Any], key: str, choices: tuple[str, ...], code: str) -> str:
    value = string(plain, key)
    if value not in choices:
        message = text(
            '"{key}" must be {choices}, not {value}.',
            key=key,
            choices=choice_text(choices),
            value=show(value),
        )
        raise LogError(message, code=code, key=key)
    return value


_FieldReader = Callable[[Mapping[str, Any], str], Any]
_FIELD_READERS: dict[str, _FieldReader] = {
    "role": _role,
    "agents": _agents,
    "winner": _winner,
    "bait": integer,
    **dict.fromkeys(("cards", "piles", "spaces"), _names),
    **dict.fromkeys(("marks", "returned"), _names_or_nulls),
    **dict.fromkeys(("return", "fan", "swapped"), boolean),
}
"""How a field is read; all others are names."""


_TYPES: Mapping[str, Any] = {name: event_type for event_type, name in EVENT_NAMES.items()}
FIELDS = {
    name: frozenset(_JSON_NAMES.get(field, field) for field in event_type._fields)
    for name, event_type in _TYPES.items()
}
"""The fields of each event type."""
_DEFAULTS: dict[str, dict[str, Any]] = {
    name: {
        _JSON_NAMES.get(field, field): list(value) if isinstance(value, tuple) else value
        for field, value in event_type._field_defaults.items()
    }
    for name, event_type in _TYPES.items()
}
OPTIONAL = {name: frozenset(defaults) for name, defaults in _DEFAULTS.items() if defaults}
"""The fields that may be omitted, by event type."""


def _reader(event_type: Any) -> Callable[[dict[str, Any]], Event]:
    """Return the function that reads an event of this type, and removes default values."""
    kind, defaults = EVENT_NAMES[event_type], event_type._field_defaults
    names = [(field, _JSON_NAMES.get(field, field)) for field in event_type._fields]
    readers: list[tuple[str, _FieldReader, bool, Any]] = [
        (name, _FIELD_READERS.get(name, string), field in defaults, defaults.get(field))
        for field, name in names
    ]

    def read(plain: dict[str, Any]) -> Event:
        values = [
            default
            if is_optional and (name not in plain or plain[name] is default is None)
            else read_field(plain, name)
            for name, read_field, is_optional, default in readers
        ]
        event: Event = event_type(*values)
        if isinstance(event, Declare) and (event.agent is None) != (event.identity is None):
            message = text('"declare" needs both "agent" and "identity", or neither.')
            raise LogError(message, code="missing_field", key="declare")
        if isinstance(event, Swap):
            plain.setdefault("swapped", None)
        _drop_defaults(plain, kind)
        return event

    required = [name for name, _, is_optional, _ in readers if not is_optional]
    are_names = all(read_field is string for _, read_field, _, _ in readers[: len(required)])
    return _names_reader(event_type, required, read) if are_names and len(required) > 1 else read


def _names_reader(
    event_type: Any, required: list[str], read: Callable[[dict[str, Any]], Event]
) -> Callable[[dict[str, Any]], Event]:
    """Return a faster `read` for events whose required fields are names: it reads those without
    other fields itself.
    """
    size, keys, types = len(required) + 1, frozenset(required), (str,) * len(required)
    values_of, rest = itemgetter(*required), tuple(event_type._field_defaults.values())

    def read_names(plain: dict[str, Any]) -> Event:
        if len(plain) != size or not plain.keys() >= keys:
            return read(plain)
        values = values_of(plain)
        if tuple(map(type, values)) != types:
            return read(plain)
        event: Event = tuple.__new__(event_type, (*values, *rest))
        return event

    return read_names


def _draw_reader(read: Callable[[dict[str, Any]], Event]) -> Callable[[dict[str, Any]], Event]:
    """Return a faster `read` for draws: it reads those of one card itself, almost all."""

    def read_draw(plain: dict[str, Any]) -> Event:
        cards = plain.get("cards")
        if len(plain) == 2 and type(cards) is list and len(cards) == 1 and type(cards[0]) is str:
            return tuple.__new__(Draw, (tuple(cards), (), ()))
        return read(plain)

    return read_draw


_READERS: dict[str, tuple[frozenset[str], Callable[[dict[str, Any]], Event]]] = {
    name: (FIELDS[name] | {"type"}, _reader(event_type)) for name, event_type in _TYPES.items()
}
_READERS["draw"] = (_READERS["draw"][0], _draw_reader(_READERS["draw"][1]))
