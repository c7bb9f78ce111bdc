"""Positions and events of Shadows in Kyoto as plain data: the step of the log-format page, and
events read from JSON.
"""

from collections.abc import Callable, Mapping
from typing import Any

from games.core import fields
from games.core.errors import LogError
from games.core.fields import boolean, integer, string
from games.core.findings import show
from games.kyoto.rules.events import (
    EVENT_NAMES,
    Abandon,
    Bait,
    Bugs,
    Charge,
    Charisma,
    Conflict,
    Deal,
    Declare,
    Defend,
    Deploy,
    Draw,
    Drugs,
    Event,
    Flip,
    Pistol,
    Push,
    Resign,
    Show,
    Site,
    Spring,
    Stuck,
    Stun,
    Swap,
    Tunnel,
    Typewriter,
    Unmask,
)
from games.kyoto.rules.words import ATTACKER, DEFENDER, SIDES

LIST_MAX = 60
"""Entries of a list in an event; more than all cards of a side."""
_AGENTS_MAX = 30
_NAMES = {"origin": "from", "back": "return"}
_DEFAULTS: dict[str, Any] = {
    "site": None,
    "return": False,
    "fan": False,
    "bait": 1,
    "attacker": None,
    "agent": None,
    "identity": None,
    "cards": [],
    "piles": [],
    "returned": [],
}
OPTIONAL: dict[str, frozenset[str]] = {
    "charisma": frozenset({"site"}),
    "site": frozenset({"return", "fan"}),
    "defend": frozenset({"fan"}),
    "tunnel": frozenset({"fan"}),
    "charge": frozenset({"fan"}),
    "swap": frozenset({"swapped"}),
    "spring": frozenset({"bait"}),
    "conflict": frozenset({"attacker"}),
    "declare": frozenset({"agent", "identity"}),
    "draw": frozenset({"cards", "piles", "returned"}),
}
"""The fields that may be left out, by event type."""


def plain_event(event: Event) -> dict[str, Any]:
    """An event as the log writes it: what has its default value is left out."""
    kind = EVENT_NAMES[type(event)]
    plain: dict[str, Any] = {"type": kind}
    for key, value in event._asdict().items():
        name = _NAMES.get(key, key)
        if name == "agents":
            plain[name] = dict(value)
        else:
            plain[name] = list(value) if isinstance(value, tuple) else value
    _drop_defaults(plain, kind)
    return plain


def _drop_defaults(plain: dict[str, Any], kind: str) -> None:
    for key in OPTIONAL.get(kind, ()):
        if key != "swapped" and key in plain and plain[key] == _DEFAULTS[key]:
            del plain[key]


# ------------------------------------------------------------------------------------------ reading


def read_event(raw: dict[str, Any]) -> Event:
    """An event of a log; leaves `raw` in canonical form (`games.core.fields.read_event`)."""
    event: Event = fields.read_event(raw, _READERS)
    if raw["type"] == "swap":
        raw.setdefault("swapped", None)
    _drop_defaults(raw, raw["type"])
    return event


def _texts(plain: Mapping[str, Any], key: str) -> tuple[str, ...]:
    """A list of names."""
    values = _list(plain, key)
    if any(type(value) is not str for value in values):
        raise LogError(f"{key} is a list of names.", code="wrong_type", key=key)
    return tuple(values)


def _texts_or_nulls(plain: Mapping[str, Any], key: str) -> tuple[str | None, ...]:
    """A list of names and nulls."""
    values = _list(plain, key)
    if any(value is not None and type(value) is not str for value in values):
        raise LogError(f"{key} is a list of names and nulls.", code="wrong_type", key=key)
    return tuple(values)


def _list(plain: Mapping[str, Any], key: str) -> list[Any]:
    values = plain[key]
    if type(values) is not list:
        raise LogError(f"{key} is a list, not {show(values)}.", code="wrong_type", key=key)
    if len(values) > LIST_MAX:
        raise LogError(f"{key} has at most {LIST_MAX} entries.", code="too_long", key=key)
    return values


def _agents(plain: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    agents = plain["agents"]
    if type(agents) is not dict or any(type(one) is not str for one in agents.values()):
        message = "agents is an object: spaces, and the identity on each."
        raise LogError(message, code="wrong_type", key="agents")
    if len(agents) > _AGENTS_MAX:
        raise LogError(f"At most {_AGENTS_MAX} agents.", code="too_long", key="agents")
    return tuple(agents.items())


def _maybe(plain: Mapping[str, Any], key: str) -> str | None:
    """An optional name."""
    return None if plain.get(key) is None else string(plain, key)


def _flag(plain: Mapping[str, Any], key: str) -> bool:
    """An optional yes or no."""
    return key in plain and boolean(plain, key)


def _role(plain: Mapping[str, Any]) -> str:
    role = string(plain, "role")
    if role not in SIDES:
        message = f"There is no role {show(role)}; it is {' or '.join(SIDES)}."
        raise LogError(message, code="unknown_role", key="role")
    return role


def _site(plain: dict[str, Any]) -> Site:
    return Site(
        string(plain, "card"),
        string(plain, "from"),
        string(plain, "to"),
        _flag(plain, "return"),
        _flag(plain, "fan"),
    )


def _move(kind: type[Defend] | type[Tunnel] | type[Charge]) -> Callable[[dict[str, Any]], Event]:
    return lambda plain: kind(string(plain, "from"), string(plain, "to"), _flag(plain, "fan"))


def _swap(plain: dict[str, Any]) -> Swap:
    swapped = None if plain.get("swapped") is None else boolean(plain, "swapped")
    return Swap(_texts(plain, "spaces"), swapped)


def _spring(plain: dict[str, Any]) -> Spring:
    bait = integer(plain, "bait") if "bait" in plain else 1
    return Spring(string(plain, "mark"), string(plain, "to"), bait)


def _conflict(plain: dict[str, Any]) -> Conflict:
    winner = string(plain, "winner")
    if winner not in (ATTACKER, DEFENDER):
        message = f"winner is {ATTACKER} or {DEFENDER}, not {show(winner)}."
        raise LogError(message, code="wrong_type", key="winner")
    return Conflict(string(plain, "defender"), winner, _maybe(plain, "attacker"))


def _declare(plain: dict[str, Any]) -> Declare:
    agent, identity = _maybe(plain, "agent"), _maybe(plain, "identity")
    if (agent is None) != (identity is None):
        message = "declare has agent and identity, or neither."
        raise LogError(message, code="missing_field", key="declare")
    return Declare(agent, identity)


def _draw(plain: dict[str, Any]) -> Draw:
    return Draw(
        _texts(plain, "cards") if "cards" in plain else (),
        _texts(plain, "piles") if "piles" in plain else (),
        _texts_or_nulls(plain, "returned") if "returned" in plain else (),
    )


_READERS: dict[str, tuple[frozenset[str], Callable[[dict[str, Any]], Event]]] = {
    name: (frozenset({"type", *own.split()}), read)
    for name, own, read in (
        ("deal", "role cards", lambda p: Deal(_role(p), _texts(p, "cards"))),
        ("deploy", "role agents", lambda p: Deploy(_role(p), _agents(p))),
        (
            "charisma",
            "role card site",
            lambda p: Charisma(_role(p), string(p, "card"), _maybe(p, "site")),
        ),
        ("site", "card from to return fan", _site),
        ("defend", "from to fan", _move(Defend)),
        ("tunnel", "from to fan", _move(Tunnel)),
        ("charge", "from to fan", _move(Charge)),
        ("push", "from to", lambda p: Push(string(p, "from"), string(p, "to"))),
        ("swap", "spaces swapped", _swap),
        ("bait", "marks", lambda p: Bait(_texts_or_nulls(p, "marks"))),
        ("spring", "mark to bait", _spring),
        ("conflict", "defender winner attacker", _conflict),
        ("pistol", "guess attacker", lambda p: Pistol(string(p, "guess"), string(p, "attacker"))),
        ("declare", "agent identity", _declare),
        ("draw", "cards piles returned", _draw),
        ("flip", "card", lambda p: Flip(string(p, "card"))),
        ("typewriter", "card", lambda p: Typewriter(string(p, "card"))),
        ("drugs", "agent", lambda p: Drugs(string(p, "agent"))),
        ("stun", "agent", lambda p: Stun(string(p, "agent"))),
        ("show", "cards", lambda p: Show(_texts(p, "cards"))),
        ("bugs", "agent identity", lambda p: Bugs(string(p, "agent"), string(p, "identity"))),
        ("stuck", "", lambda _: Stuck()),
        ("unmask", "role agents", lambda p: Unmask(_role(p), _agents(p))),
        ("resign", "role", lambda p: Resign(_role(p))),
        ("abandon", "", lambda _: Abandon()),
    )
}
FIELDS = {name: fields_ - {"type"} for name, (fields_, _) in _READERS.items()}
"""The fields of each event type."""
