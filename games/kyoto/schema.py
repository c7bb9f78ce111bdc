"""The JSON Schema of a log of Shadows in Kyoto (draft 2020-12), made from the reader's tables."""

from typing import Any

from games.kyoto.codec import FIELDS, LIST_MAX, OPTIONAL
from games.kyoto.header import FLAGS, MATCH_GAMES
from games.kyoto.rules import components
from games.kyoto.rules.board import DEFAULT_BOARD_ID, SPACES
from games.kyoto.rules.components import CARDS, COLOURS, IDENTITIES, PILES, SIDES, SITE_CARDS
from games.kyoto.rules.ruleset import DEPTHS, TURN_CAP, TURN_CAP_MAX
from games.log.schema import TEXT_OR_NULL, closed_object, event_schema, players_schema

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
    "winner": {"enum": [components.ATTACKER, components.DEFENDER]},
    "return": _BOOL,
    "fan": _BOOL,
    "spaces": _list(_SPACE, 2),
    "swapped": {"type": ["boolean", "null"]},
    "marks": _list(_or_null(COLOURS), 2),
    "mark": {"enum": list(COLOURS)},
    "bait": {"type": "integer", "minimum": 1},
    "site": _or_null(COLOURS),
    "card": {"enum": [*CARDS, *components.CHARISMA_CARDS, *components.EQUIPMENT_CARDS]},
}
_OWN_CARDS = {
    "site": SITE_CARDS,
    "charisma": components.CHARISMA_CARDS,
    "flip": components.EQUIPMENT_CARDS,
    "typewriter": CARDS,
}
"""The values of `card`, by event type."""


def _event(kind: str) -> dict[str, Any]:
    own = {key: _FIELDS[key] for key in sorted(FIELDS[kind])}
    if "card" in own:
        own["card"] = {"enum": list(_OWN_CARDS[kind])}
    return event_schema(kind, own, OPTIONAL.get(kind, frozenset()))


def json_schema() -> dict[str, Any]:
    """Return the schema, which describes the form of a log. Only a replay checks the play in it."""
    cap = {"type": "integer", "minimum": 1, "maximum": TURN_CAP_MAX, "default": TURN_CAP}
    flags = {key: {"type": "boolean", "default": False} for key in FLAGS}
    names = {"id": {"type": "string", "minLength": 1}, "game": {"enum": list(MATCH_GAMES)}}
    match = closed_object(names, ["id", "game"])
    return {
        "ruleset": closed_object({**flags, "turn_cap": cap}),
        "board": {"anyOf": [{"const": DEFAULT_BOARD_ID}, {"type": "object"}]},
        "players": players_schema(SIDES),
        "setup": closed_object({"depth": {"enum": list(DEPTHS)}, "match": match}),
        "outcome": closed_object({"winner": _or_null(SIDES), "reason": TEXT_OR_NULL}),
        "events": {"type": "array", "items": {"oneOf": [_event(kind) for kind in FIELDS]}},
    }
