"""The published JSON Schema of the log format: the shared part around each game's own part."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from games.core.contract import GameKind
from games.core.fields import AT_MAX
from games.log.header import FORMAT, NAME_MAX, PLAYED_AT

_TEXT = {"type": "string"}
TEXT_OR_NULL: dict[str, Any] = {"type": ["string", "null"]}


def closed_object(properties: Mapping[str, Any], required: Iterable[str] = ()) -> dict[str, Any]:
    """Return the schema of an object with these properties and any `x_` keys."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(required),
        "patternProperties": {"^x_": {}},
        "additionalProperties": False,
    }


def event_schema(
    kind: str, fields: Mapping[str, Any], optional: Collection[str] = ()
) -> dict[str, Any]:
    """Return the schema of an event type."""
    at = {"type": "number", "minimum": 0, "maximum": AT_MAX}
    properties = {"type": {"const": kind}, **fields, "note": _TEXT, "at": at}
    return closed_object(properties, ["type", *(key for key in fields if key not in optional)])


def players_schema(roles: tuple[str, ...]) -> dict[str, Any]:
    """Return the schema of a list of players, at most one for each role."""
    player = {"role": {"enum": list(roles)}, "name": {**TEXT_OR_NULL, "maxLength": NAME_MAX}}
    same_role = ({"properties": {"role": {"const": r}}, "required": ["role"]} for r in roles)
    return {
        "type": "array",
        "items": closed_object(player, ["role"]),
        "maxItems": len(roles),
        "allOf": [{"contains": seat, "minContains": 0, "maxContains": 1} for seat in same_role],
    }


def json_schema(kinds: Mapping[str, GameKind]) -> dict[str, Any]:
    """Return a JSON Schema (draft 2020-12) for one game of any kind."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{FORMAT}: one recorded game",
        "oneOf": [_game(kind) for kind in kinds.values()],
    }


def _game(kind: GameKind) -> dict[str, Any]:
    return {
        "title": kind.title,
        "type": "object",
        "properties": {
            "format": {"const": FORMAT},
            "game": {"const": kind.slug},
            "played_at": {"type": "string", "pattern": f"^{PLAYED_AT}$"},
            "event": _TEXT,
            "site": _TEXT,
            "source": _TEXT,
            "tags": {"type": "array", "items": _TEXT},
            **kind.log.json_schema(),
        },
        "patternProperties": {"^x_": {}},
        "additionalProperties": False,
        "required": ["format", "game", "ruleset", "players", "events"],
    }
