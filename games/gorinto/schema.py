"""The JSON Schema of a log of Gorinto (draft 2020-12), made from the tables of the reader."""

from typing import Any

from games.gorinto.rules import editions
from games.gorinto.rules.editions import KITSUNE_SIDE, ROLES, RULESETS
from games.gorinto.rules.elements import ELEMENTS
from games.gorinto.rules.goals import GOALS
from games.gorinto.rules.kitsune import TILES
from games.gorinto.rules.landscapes import LANDSCAPES
from games.gorinto.rules.legality import COIN_SIDES
from games.gorinto.rules.mountain import CELLS, SPACES
from games.log.schema import TEXT_OR_NULL, closed_object, event_schema, players_schema

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


def _unique_list(item: dict[str, Any], fewest: int, limit: int) -> dict[str, Any]:
    """Return the schema of a list of different items."""
    size = {"minItems": fewest, "maxItems": limit}
    return {"type": "array", "items": item, **size, "uniqueItems": True}


def _events() -> list[dict[str, Any]]:
    """Return a schema for each event type."""
    take = {"type": "array", "items": {"anyOf": [_CELL, {"type": "integer", "minimum": 1}]}}
    path = {"type": "object", "propertyNames": _SPACE, "additionalProperties": _ELEMENT}
    return [
        event_schema("kitsune", {"tiles": _unique_list(_SPACE, TILES, TILES)}),
        event_schema("fill", {"path": path}),
        event_schema("chit", {"number": {"type": "integer", "minimum": 1, "maximum": TILES}}),
        event_schema(
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
        event_schema("burrow", {"tokens": _unique_list(_SPACE, 1, len(SPACES))}),
        event_schema("remove", {"player": _ROLE, "from": _SPACE, "tile": _ELEMENT}, ("tile",)),
        event_schema("coin", {"side": {"enum": list(COIN_SIDES)}}),
        event_schema("score", {"wisdom": _WISDOM}),
        event_schema("resign", {"role": _ROLE}),
        event_schema("abandon", {}),
    ]


def _ruleset() -> dict[str, Any]:
    return closed_object(
        {
            "mode": {"enum": list(editions.MODES), "default": editions.MODES[0]},
            "landscape": {"enum": list(LANDSCAPES), "default": next(iter(LANDSCAPES))},
            "removal": {"enum": list(editions.REMOVALS), "default": editions.REMOVALS[0]},
            "order": {"enum": list(editions.ORDERS), "default": editions.ORDERS[0]},
            "difficulty": {"enum": list(editions.DIFFICULTIES)},
            "expansions": {"type": "array", "maxItems": 0, "default": []},
        }
    )


def _setup() -> dict[str, Any]:
    mountain = {
        "type": "object",
        "properties": {cell: {"type": "array", "items": _ELEMENT} for cell in CELLS},
        "required": list(CELLS),
        "additionalProperties": False,
    }
    return closed_object(
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


def json_schema() -> dict[str, Any]:
    """Return the schema of the form of a log. Only a replay can check that its moves are legal."""
    winners = _unique_list({"enum": [*ROLES, KITSUNE_SIDE]}, 0, len(ROLES))
    return {
        "ruleset": _ruleset(),
        "players": {**players_schema(ROLES), "minItems": 1},
        "setup": _setup(),
        "outcome": closed_object(
            {
                "winners": {"anyOf": [winners, {"type": "null"}]},
                "reason": TEXT_OR_NULL,
                "wisdom": {"type": "object", "additionalProperties": {"type": "number"}},
            }
        ),
        "events": {"type": "array", "items": {"oneOf": _events()}},
    }
