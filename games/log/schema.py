"""The published JSON Schema of the log format: the shared part around each game's own part."""

from collections.abc import Mapping
from typing import Any

from games.core.contract import GameKind
from games.log.header import FORMAT, PLAYED_AT

_TEXT = {"type": "string"}


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
