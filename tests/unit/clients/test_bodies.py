"""Fields of the client's dataclasses are those of the OpenAPI document, with the same types."""

from dataclasses import fields, is_dataclass
from datetime import date, datetime
from types import NoneType, UnionType
from typing import Any, get_args, get_origin

import pytest

from kifu_house import bodies, group_bodies
from kifu_house.parsing import field_types, parse, required
from tests.support.openapi import document

NAMES = {"GameResult": "Item", "GameWarning": "Warning", "LegalEvents": "NextEvents"}
"""Dataclasses with another name than their schema."""
MADE = {"UploadResult"}
"""Dataclasses that the client makes of several answers."""
BODIES = [
    body
    for name, body in sorted({**vars(bodies), **vars(group_bodies)}.items())
    if is_dataclass(body) and isinstance(body, type) and name not in MADE
]
TYPES = {
    float: "number",
    str: "string",
    int: "integer",
    bool: "boolean",
    dict: "object",
    list: "array",
}
FORMATS = {datetime: "date-time", date: "date"}


def schema_of(body: type) -> dict[str, Any]:
    found: dict[str, Any] = document()["components"]["schemas"][
        NAMES.get(body.__name__, body.__name__)
    ]
    return found


def options_of(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the alternatives of a schema, without references that only add a description."""
    parts = schema.get("anyOf") or schema.get("oneOf") or schema.get("allOf") or [schema]
    return [option for part in parts for option in (options_of(part) if part != schema else [part])]


def mismatch(kind: Any, schema: dict[str, Any]) -> str | None:
    """Return why a type can't hold the values of a schema; None if it can."""
    options = options_of(schema)
    types = [each for option in options for each in _types_in(option)]
    if get_origin(kind) is UnionType:
        (kind,) = (each for each in get_args(kind) if each is not NoneType)
    elif "null" in types:
        return "it can be null"
    if kind is Any:
        return None
    if is_dataclass(kind):
        assert isinstance(kind, type)
        name = NAMES.get(kind.__name__, kind.__name__)
        refs = [option["$ref"].rpartition("/")[2] for option in options if "$ref" in option]
        return None if refs == [name] else f"it is {refs}, not {name}"
    if kind in FORMATS:
        formats = {option.get("format") for option in options} - {None}
        return None if formats <= {FORMATS[kind]} else f"its format is {formats}"
    if get_origin(kind) is list:
        (item,) = get_args(kind)
        items = next((option["items"] for option in options if "items" in option), {})
        if "array" in types and (item is Any or items):
            return mismatch(item, items)
    expected = TYPES[get_origin(kind) or kind]
    return None if set(types) <= {expected, "null"} else f"it is {types}, not {expected}"


def _types_in(schema: dict[str, Any]) -> list[str]:
    found = schema.get("type", [])
    return [found] if isinstance(found, str) else found


@pytest.mark.parametrize("body", BODIES, ids=lambda body: body.__name__)
def test_fields_are_those_of_the_document(body: type) -> None:
    schema = schema_of(body)
    wrong = {}
    for name, kind in field_types(body).items():
        if name not in schema["properties"]:
            wrong[name] = "no such field"
        elif (why := mismatch(kind, schema["properties"][name])) is not None:
            wrong[name] = why
        elif name in required(body) and name not in schema["required"]:
            wrong[name] = "it can be missing"
    assert wrong == {}


def test_the_result_of_one_game_is_read_from_the_answers_with_one_game() -> None:
    """`result_of` reads these answers as a `GameResult`."""
    schemas = document()["components"]["schemas"]
    of_stored = {field.name for field in fields(bodies.GameResult)}
    of_stored -= {"position", "label", "findings", "hints"}
    assert of_stored <= schemas["Stored"]["properties"].keys()
    assert of_stored <= schemas["Duplicate"]["properties"].keys()
    assert {"status", "findings", "warnings"} <= schemas["Refused"]["properties"].keys()


def test_a_wrong_answer_is_described() -> None:
    with pytest.raises(ValueError, match=r"Board\.digest is missing"):
        parse(bodies.Board, {"id": "a"})
    with pytest.raises(ValueError, match=r"Board\.digest is not <class 'str'>"):
        parse(bodies.Board, {"id": "a", "digest": 1})
    with pytest.raises(ValueError, match="Board: not an object"):
        parse(bodies.Board, [])
    assert parse(bodies.Board, {"id": "a", "digest": "b", "later": 1}).digest == "b"


@pytest.mark.parametrize(
    ("kind", "schema"),
    [
        (str, {"type": ["string", "null"]}),
        (int, {"type": "string"}),
        (date, {"type": "string", "format": "date-time"}),
        (bodies.Board, {"$ref": "#/components/schemas/Seat"}),
        (list[str], {"type": "array", "items": {"type": "integer"}}),
    ],
)
def test_a_difference_is_found(kind: Any, schema: dict[str, Any]) -> None:
    assert mismatch(kind, schema) is not None
