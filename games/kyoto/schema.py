"""The JSON Schema of a log of Shadows in Kyoto (draft 2020-12), made from the reader's tables."""

from typing import Any

from games.core.fields import AT_MAX
from games.kyoto.codec import FIELDS, LIST_MAX, OPTIONAL
from games.kyoto.header import FLAGS, MATCH_GAMES
from games.kyoto.rules.board import DEFAULT_BOARD_ID, SPACES
from games.kyoto.rules.components import (
    ATTACKER,
    CARDS,
    CHARISMA_CARDS,
    COLOURS,
    DEFENDER,
    EQUIPMENT_CARDS,
    IDENTITIES,
    PILES,
    SIDES,
    SITE_CARDS,
)
from games.kyoto.rules.ruleset import DEPTHS, TURN_CAP, TURN_CAP_MAX
from games.log.header import NAME_MAX

_TEXT = {"type": "string"}
_TEXT_OR_NULL: dict[str, Any] = {"type": ["string", "null"]}
_ROLE = {"enum": list(SIDES)}
_SPACE = {"enum": list(SPACES)}
_IDENTITY = {"enum": list(IDENTITIES)}
_BOOL = {"type": "boolean"}


def _or_null(names: tuple[str, ...]) -> dict[str, Any]:
    return {"enum": [*names, None]}


def _list(item: dict[str, Any], max_items: int = LIST_MAX) -> dict[str, Any]:
    return {"type": "array", "items": item, "maxItems": max_items}


_FIELDS: dict[str, dict[str, Any]] = {
    "role": _ROLE,
    "cards": _list({"enum": list(CARDS)}),
    "piles": _list({"enum": list(PILES)}),
    "returned": _list(_or_null((*CARDS, *PILES))),
    "agents": {"type": "object", "propertyNames": _SPACE, "additionalProperties": _IDENTITY},
    "from": _SPACE,
    "to": _SPACE,
    "agent": {"enum": [*SPACES, None]},
    "identity": _or_null(IDENTITIES),
    "attacker": _or_null(IDENTITIES),
    "defender": _IDENTITY,
    "guess": _IDENTITY,
    "winner": {"enum": [ATTACKER, DEFENDER]},
    "return": _BOOL,
    "fan": _BOOL,
    "spaces": _list(_SPACE, 2),
    "swapped": {"type": ["boolean", "null"]},
    "marks": _list(_or_null(COLOURS), 2),
    "mark": {"enum": list(COLOURS)},
    "bait": {"type": "integer", "minimum": 1},
    "site": _or_null(COLOURS),
    "card": {"enum": [*CARDS, *CHARISMA_CARDS, *EQUIPMENT_CARDS]},
}
_OWN_CARDS = {
    "site": SITE_CARDS,
    "charisma": CHARISMA_CARDS,
    "flip": EQUIPMENT_CARDS,
    "typewriter": CARDS,
}
"""The values of `card`, by event type."""


def _object(properties: dict[str, Any], required: list[str]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "patternProperties": {"^x_": {}},
        "additionalProperties": False,
    }


def _event(kind: str) -> dict[str, Any]:
    own = {key: _FIELDS[key] for key in sorted(FIELDS[kind])}
    if "card" in own:
        own["card"] = {"enum": list(_OWN_CARDS[kind])}
    properties = {
        "type": {"const": kind},
        **own,
        "note": _TEXT,
        "at": {"type": "number", "minimum": 0, "maximum": AT_MAX},
    }
    optional = OPTIONAL.get(kind, frozenset())
    return _object(properties, ["type", *(key for key in own if key not in optional)])


def _once(role: str) -> dict[str, Any]:
    """Require that at most one player has this role."""
    player = {"properties": {"role": {"const": role}}, "required": ["role"]}
    return {"contains": player, "minContains": 0, "maxContains": 1}


def json_schema() -> dict[str, Any]:
    """Return the schema, which describes the form of a log. Only a replay checks the play in it."""
    cap = {"type": "integer", "minimum": 1, "maximum": TURN_CAP_MAX, "default": TURN_CAP}
    flags = {key: {"type": "boolean", "default": False} for key in FLAGS}
    name = {**_TEXT_OR_NULL, "maxLength": NAME_MAX}
    match = {"id": {"type": "string", "minLength": 1}, "game": {"enum": list(MATCH_GAMES)}}
    return {
        "ruleset": _object({**flags, "turn_cap": cap}, []),
        "board": {"anyOf": [{"const": DEFAULT_BOARD_ID}, {"type": "object"}]},
        "players": {
            "type": "array",
            "items": _object({"role": _ROLE, "name": name}, ["role"]),
            "maxItems": len(SIDES),
            "allOf": [_once(role) for role in SIDES],
        },
        "setup": _object(
            {"depth": {"enum": list(DEPTHS)}, "match": _object(match, ["id", "game"])}, []
        ),
        "outcome": _object({"winner": _or_null(SIDES), "reason": _TEXT_OR_NULL}, []),
        "events": {"type": "array", "items": {"oneOf": [_event(kind) for kind in FIELDS]}},
    }
