"""The JSON Schema of a Goryō log (draft 2020-12), built from the tables that the reader uses."""

from typing import Any

from games.core.fields import AT_MAX
from games.goryo.codec import ROLES, ROUTE_MAX
from games.goryo.rules.board import DEFAULT_BOARD, SAMURAI
from games.goryo.rules.board_file import BRIDGES_MAX, GONG_MAX, NAME_MAX
from games.goryo.rules.editions import EDITIONS, RULESETS
from games.log.header import NAME_MAX as PLAYER_NAME_MAX

_TEXT = {"type": "string"}
_NAME = {"type": "string", "minLength": 1, "maxLength": NAME_MAX}
_TEXT_OR_NULL: dict[str, Any] = {"type": ["string", "null"]}
_COLOUR = {"enum": sorted({colour for ruleset in RULESETS.values() for colour in ruleset.colours})}
_EXTRA_KEYS: dict[str, Any] = {"^x_": {}}


def _object(
    properties: dict[str, Any], optional: tuple[str, ...] = (), *, closed: bool = True
) -> dict[str, Any]:
    required = [key for key in properties if key not in optional]
    schema: dict[str, Any] = {"type": "object", "properties": properties, "required": required}
    if closed:
        schema["patternProperties"] = _EXTRA_KEYS
        schema["additionalProperties"] = False
    return schema


def _event(name: str, fields: dict[str, Any], *optional: str) -> dict[str, Any]:
    at = {"type": "number", "minimum": 0, "maximum": AT_MAX}
    properties = {"type": {"const": name}, **fields, "note": _TEXT, "at": at}
    return _object(properties, (*optional, "note", "at"))


def _board() -> dict[str, Any]:
    space = {"room": _NAME, "object": _NAME, "centre": {"type": "boolean"}}
    bridge = {"type": "array", "items": _TEXT, "minItems": 2, "maxItems": 2}
    gong = {
        "spaces": {"type": "integer", "minimum": 1, "maximum": GONG_MAX},
        "bags": {"type": "array", "items": {"type": "integer", "minimum": 0}},
    }
    names = {"type": "array", "items": _NAME, "uniqueItems": True}
    properties = {
        "id": _NAME,
        "object_types": {**names, "minItems": 8, "maxItems": 8},
        "rooms": {**names, "minItems": 4, "maxItems": 4},
        "spaces": {
            "type": "object",
            "propertyNames": {"pattern": "^[a-z][1-9][0-9]?$"},
            "additionalProperties": _object(space, ("centre",), closed=False),
            "minProperties": 32,
            "maxProperties": 32,
        },
        "bridges": {"type": "array", "maxItems": BRIDGES_MAX, "items": bridge},
        "samurai": _object(dict.fromkeys(SAMURAI, _TEXT), closed=False),
        "gong": _object(gong, closed=False),
    }
    return _object(properties, closed=False)


def _at_most_one(role: str) -> dict[str, Any]:
    """Return the schema of a list in which at most one player has a role."""
    player = {"properties": {"role": {"const": role}}, "required": ["role"]}
    return {"contains": player, "minContains": 0, "maxContains": 1}


def _events() -> list[dict[str, Any]]:
    """Return one schema per event type."""
    answer = {"type": "boolean"}
    plan = {
        "route": {"type": ["array", "null"], "items": _TEXT, "maxItems": ROUTE_MAX},
        "target": _TEXT_OR_NULL,
        "sprint": {**answer, "default": False},
        "false_trail": {**_TEXT_OR_NULL, "default": None},
    }
    return [
        _event("bind", {"object": _TEXT_OR_NULL}),
        _event("haunt", {"object": _TEXT, "space": _TEXT}),
        _event("plan", plan, "sprint", "false_trail"),
        _event("move", {"samurai": _COLOUR, "to": _TEXT}),
        _event("search", {"samurai": _COLOUR, "answer": answer}),
        _event("sniff", {"samurai": _COLOUR, "space": _TEXT, "answer": answer}),
        _event("discover", {}),
        _event("draw", {"object": _TEXT}),
        _event("stuck", {}),
        _event("unmask", {"object": _TEXT}),
        _event("resign", {"role": {"enum": list(ROLES)}}),
        _event("abandon", {}),
    ]


def json_schema() -> dict[str, Any]:
    """Return the schema of a log's form. Only a replay can check whether its moves are legal."""
    advanced = {"type": "boolean", "default": False}
    ruleset = {"edition": {"enum": list(EDITIONS)}, "advanced": advanced}
    name = {**_TEXT_OR_NULL, "maxLength": PLAYER_NAME_MAX}
    player = _object({"role": {"enum": list(ROLES)}, "name": name}, ("name",))
    starts = {"type": "object", "propertyNames": _COLOUR, "additionalProperties": _TEXT}
    outcome = {"winner": {"enum": [*ROLES, None]}, "reason": _TEXT_OR_NULL}
    unique = [_at_most_one(role) for role in ROLES]
    return {
        "ruleset": _object(ruleset, ("advanced",)),
        "board": {"anyOf": [{"const": DEFAULT_BOARD}, _board()], "default": DEFAULT_BOARD},
        "players": {"type": "array", "items": player, "allOf": unique},
        "setup": _object(
            {"samurai": starts, "known_by": {"enum": list(ROLES)}}, ("samurai", "known_by")
        ),
        "outcome": _object(outcome, ("winner", "reason")),
        "events": {"type": "array", "items": {"oneOf": _events()}},
    }
