"""Events of Shadows in Kyoto as plain data, as the log-format page describes them."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from games.core import fields
from games.core.errors import LogError
from games.core.fields import boolean, integer, string
from games.core.findings import show
from games.core.language import choice_text, text
from games.kyoto.rules.components import ATTACKER, DEFENDER, SIDES
from games.kyoto.rules.events import EVENT_NAMES, Declare, Event

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
        if name == "agents":
            plain[name] = dict(value)
        else:
            plain[name] = list(value) if isinstance(value, tuple) else value
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
    if raw["type"] == "swap":
        raw.setdefault("swapped", None)
    _drop_defaults(raw, raw["type"])
    return event


def _names(plain: Mapping[str, Any], key: str) -> tuple[str, ...]:
    """Return a list of names."""
    values = _list(plain, key)
    if any(type(value) is not str for value in values):
        raise LogError(
            text('"{key}" must be a list of names.', key=key), code="wrong_type", key=key
        )
    return tuple(values)


def _names_or_nulls(plain: Mapping[str, Any], key: str) -> tuple[str | None, ...]:
    """Return a list of names and nulls."""
    values = _list(plain, key)
    if any(value is not None and type(value) is not str for value in values):
        message = text('"{key}" must be a list of names and nulls.', key=key)
        raise LogError(message, code="wrong_type", key=key)
    return tuple(values)


def _list(plain: Mapping[str, Any], key: str) -> list[Any]:
    values = plain[key]
    if type(values) is not list:
        message = text('"{key}" must be a list, not {value}.', key=key, value=show(values))
        raise LogError(message, code="wrong_type", key=key)
    if len(values) > LIST_MAX:
        message = text('"{key}" may have at most {n} entries.', key=key, n=LIST_MAX)
        raise LogError(message, code="too_long", key=key)
    return values


def _agents(plain: Mapping[str, Any], key: str) -> tuple[tuple[str, str], ...]:
    agents = plain[key]
    if type(agents) is not dict or any(type(name) is not str for name in agents.values()):
        message = text('"agents" must be an object of spaces and their identities.')
        raise LogError(message, code="wrong_type", key=key)
    if len(agents) > _AGENTS_MAX:
        message = text('"{key}" may have at most {n} entries.', key=key, n=_AGENTS_MAX)
        raise LogError(message, code="too_long", key=key)
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


_FIELD_READERS: dict[str, Callable[[Mapping[str, Any], str], Any]] = {
    "role": _role,
    "agents": _agents,
    "winner": _winner,
    "bait": integer,
    **dict.fromkeys(("cards", "piles", "spaces"), _names),
    **dict.fromkeys(("marks", "returned"), _names_or_nulls),
    **dict.fromkeys(("return", "fan", "swapped"), boolean),
}
"""How a field is read; all others are names."""


class _Field(NamedTuple):
    key: str
    read: Callable[[Mapping[str, Any], str], Any]
    is_optional: bool
    default: Any


def _fields_of(event_type: Any) -> list[_Field]:
    defaults = event_type._field_defaults
    names = [(name, _JSON_NAMES.get(name, name)) for name in event_type._fields]
    return [
        _Field(key, _FIELD_READERS.get(key, string), name in defaults, defaults.get(name))
        for name, key in names
    ]


def _reader(event_type: Any, event_fields: list[_Field]) -> Callable[[dict[str, Any]], Event]:
    def read(plain: dict[str, Any]) -> Event:
        event: Event = event_type(*(_read_field(plain, field) for field in event_fields))
        if isinstance(event, Declare) and (event.agent is None) != (event.identity is None):
            message = text('"declare" needs both "agent" and "identity", or neither.')
            raise LogError(message, code="missing_field", key="declare")
        return event

    return read


def _read_field(plain: Mapping[str, Any], field: _Field) -> Any:
    if field.is_optional and (
        field.key not in plain or (field.default is None and plain[field.key] is None)
    ):
        return field.default
    return field.read(plain, field.key)


_EVENT_FIELDS = {name: _fields_of(event_type) for event_type, name in EVENT_NAMES.items()}
FIELDS = {name: frozenset(f.key for f in own) for name, own in _EVENT_FIELDS.items()}
"""The fields of each event type."""
_DEFAULTS: dict[str, dict[str, Any]] = {
    name: {
        f.key: list(f.default) if isinstance(f.default, tuple) else f.default
        for f in own
        if f.is_optional
    }
    for name, own in _EVENT_FIELDS.items()
}
OPTIONAL = {name: frozenset(defaults) for name, defaults in _DEFAULTS.items() if defaults}
"""The fields that may be omitted, by event type."""
_READERS: fields.Readers = {
    name: (FIELDS[name] | {"type"}, _reader(event_type, _EVENT_FIELDS[name]))
    for event_type, name in EVENT_NAMES.items()
}
