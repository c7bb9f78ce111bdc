"""Events of Shadows in Kyoto as plain data, as the log-format page describes them."""

from collections.abc import Callable, Mapping, Sized
from typing import Any

from games.core import fields
from games.core.errors import LogError
from games.core.fields import boolean, integer, string
from games.core.findings import show
from games.core.language import choice_text, text
from games.kyoto.rules.components import ATTACKER, CARDS, DEFENDER, SIDES
from games.kyoto.rules.events import (
    EVENT_NAMES,
    Charge,
    Conflict,
    Declare,
    Defend,
    Draw,
    Event,
    Site,
    Swap,
    Tunnel,
)

LIST_MAX = 60
"""The longest list in an event; more than all cards of a side."""
_AGENTS_MAX = 30
_JSON_NAMES = {"origin": "from", "back": "return"}
_WINNERS = (ATTACKER, DEFENDER)
_DRAWS = {card: Draw((card,)) for card in CARDS}
"""The draws of one card: created once, because a third of all events are such draws."""
_NO_DRAW = Draw()
_MOVES: dict[str, Any] = {EVENT_NAMES[kind]: kind for kind in (Defend, Tunnel, Charge)}
_new = tuple.__new__
"""Creates an event in half the time of its constructor."""


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
    event = _read_frequent(raw)
    if event is None:
        event = fields.read_event(raw, _READERS)
    return event


def _read_frequent(raw: dict[str, Any]) -> Event | None:
    """Return one of the most frequent events, if it has valid required fields and no others; None
    for all others. Such an event is in canonical form.
    """
    kind, size = raw.get("type"), len(raw)
    if kind == "draw":
        cards = raw.get("cards")
        if size == 2 and type(cards) is list and len(cards) == 1 and type(cards[0]) is str:
            return _DRAWS.get(cards[0])
        if size == 1:
            return _NO_DRAW
    elif kind == "site":
        card, origin, to = raw.get("card"), raw.get("from"), raw.get("to")
        if size == 4 and type(card) is type(origin) is type(to) is str:
            return _new(Site, (card, origin, to, False, False))
    elif kind == "conflict":
        defender, winner = raw.get("defender"), raw.get("winner")
        if size == 3 and type(defender) is str and winner in _WINNERS:
            return _new(Conflict, (defender, winner, None))
    elif size == 3 and type(kind) is str and kind in _MOVES:
        origin, to = raw.get("from"), raw.get("to")
        if type(origin) is type(to) is str:
            move: Event = _new(_MOVES[kind], (origin, to, False))
            return move
    return None


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
    return _choice(plain, key, _WINNERS, "wrong_type")


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
        event: Event = _new(event_type, values)
        if isinstance(event, Declare) and (event.agent is None) != (event.identity is None):
            message = text('"declare" needs both "agent" and "identity", or neither.')
            raise LogError(message, code="missing_field", key="declare")
        if isinstance(event, Swap):
            plain.setdefault("swapped", None)
        if defaults:
            _drop_defaults(plain, kind)
        return event

    return read


_READERS: dict[str, tuple[frozenset[str], Callable[[dict[str, Any]], Event]]] = {
    name: (FIELDS[name] | {"type"}, _reader(event_type)) for name, event_type in _TYPES.items()
}
