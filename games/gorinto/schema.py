"""The JSON Schema of a log of Gorinto (draft 2020-12), made from the tables of the reader."""

from typing import Any

from games.core.fields import AT_MAX
from games.gorinto.rules import editions
from games.gorinto.rules.editions import KITSUNE_SIDE, ROLES, RULESETS
from games.gorinto.rules.elements import ELEMENTS
from games.gorinto.rules.goals import GOALS
from games.gorinto.rules.kitsune import TILES
from games.gorinto.rules.landscapes import LANDSCAPES
from games.gorinto.rules.legality import COIN_SIDES
from games.gorinto.rules.mountain import CELLS, SPACES
from games.log.header import NAME_MAX

_TEXT = {"type": "string"}
_TEXT_OR_NULL: dict[str, Any] = {"type": ["string", "null"]}
_EXTENSIONS: dict[str, Any] = {"^x_": {}}
_ROLE = {"enum": list(ROLES)}
_ELEMENT = {"enum": list(ELEMENTS)}
_SPACE = {"enum": list(SPACES)}
_CELL = {"enum": list(CELLS)}
_SIDES = tuple(dict.fromkeys(side for ruleset in RULESETS.values() for side in ruleset.sides))
_WISDOM = {
    "type": "object",
    "propertyNames": {"enum": list(_SIDES)},
    "additionalProperties": {"type": "number"},
}


def _object(properties: dict[str, Any], required: list[str]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "patternProperties": _EXTENSIONS,
        "additionalProperties": False,
    }


def _unique_list(item: dict[str, Any], least: int, most: int) -> dict[str, Any]:
    """Return the schema of a list of different items."""
    return {
        "type": "array",
        "items": item,
        "minItems": least,
        "maxItems": most,
        "uniqueItems": True,
    }


def _event(name: str, fields: dict[str, Any], optional: tuple[str, ...] = ()) -> dict[str, Any]:
    properties = {
        "type": {"const": name},
        **fields,
        "note": _TEXT,
        "at": {"type": "number", "minimum": 0, "maximum": AT_MAX},
    }
    return _object(properties, ["type", *(key for key in fields if key not in optional)])


def _events() -> list[dict[str, Any]]:
    """Return a schema for each event type."""
    take = {"type": "array", "items": {"anyOf": [_CELL, {"type": "integer", "minimum": 1}]}}
    path = {"type": "object", "propertyNames": _SPACE, "additionalProperties": _ELEMENT}
    return [
        _event("kitsune", {"tiles": _unique_list(_SPACE, TILES, TILES)}),
        _event("fill", {"path": path}),
        _event("chit", {"number": {"type": "integer", "minimum": 1, "maximum": TILES}}),
        _event(
            "place",
            {
                "player": _ROLE,
                "from": _SPACE,
                "to": _CELL,
                "take": {**take, "uniqueItems": True, "default": []},
                "tile": _ELEMENT,
                "give": _ELEMENT,
            },
            ("take", "tile", "give"),
        ),
        _event("burrow", {"tokens": _unique_list(_SPACE, 1, len(SPACES))}),
        _event("remove", {"player": _ROLE, "from": _SPACE, "tile": _ELEMENT}, ("tile",)),
        _event("coin", {"side": {"enum": list(COIN_SIDES)}}),
        _event("score", {"wisdom": _WISDOM}),
        _event("resign", {"role": _ROLE}),
        _event("abandon", {}),
    ]


def _ruleset() -> dict[str, Any]:
    return _object(
        {
            "mode": {"enum": list(editions.MODES), "default": editions.MODES[0]},
            "landscape": {"enum": list(LANDSCAPES), "default": next(iter(LANDSCAPES))},
            "removal": {"enum": list(editions.REMOVALS), "default": editions.REMOVALS[0]},
            "order": {"enum": list(editions.ORDERS), "default": editions.ORDERS[0]},
            "difficulty": {"enum": list(editions.DIFFICULTIES)},
            "expansions": {"type": "array", "maxItems": 0, "default": []},
        },
        [],
    )


def _setup() -> dict[str, Any]:
    mountain = {
        "type": "object",
        "properties": {cell: {"type": "array", "items": _ELEMENT} for cell in CELLS},
        "required": list(CELLS),
        "additionalProperties": False,
    }
    return _object(
        {
            "mountain": mountain,
            "goals": _unique_list({"enum": list(GOALS)}, 2, 4),
            "keys": _unique_list(_ELEMENT, 2, 2),
            "start": _ROLE,
            "order": _unique_list(_ROLE, 3, 4),
            "kitsune_keys": _unique_list(_ELEMENT, 2, 2),
        },
        ["mountain", "goals", "keys"],
    )


def _once(role: str) -> dict[str, Any]:
    """Return the schema of a list in which at most one player has this role."""
    player = {"properties": {"role": {"const": role}}, "required": ["role"]}
    return {"contains": player, "minContains": 0, "maxContains": 1}


def json_schema() -> dict[str, Any]:
    """Return the schema of the form of a log. Only a replay can check that its moves are legal."""
    name = {**_TEXT_OR_NULL, "maxLength": NAME_MAX}
    winners = _unique_list({"enum": [*ROLES, KITSUNE_SIDE]}, 0, len(ROLES))
    return {
        "ruleset": _ruleset(),
        "players": {
            "type": "array",
            "items": _object({"role": _ROLE, "name": name}, ["role"]),
            "minItems": 1,
            "maxItems": len(ROLES),
            "allOf": [_once(role) for role in ROLES],
        },
        "setup": _setup(),
        "outcome": _object(
            {
                "winners": {"anyOf": [winners, {"type": "null"}]},
                "reason": _TEXT_OR_NULL,
                "wisdom": {"type": "object", "additionalProperties": {"type": "number"}},
            },
            [],
        ),
        "events": {"type": "array", "items": {"oneOf": _events()}},
    }
