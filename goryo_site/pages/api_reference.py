"""`/api/reference/`: every endpoint of the API from its OpenAPI document, with requests to try.

The first page lists everything and explains errors. Each group of endpoints has a page, and so have
the bodies.
"""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from http import HTTPStatus
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from replays.rest.codes import CODES
from replays.rest.schema_views import openapi_document

Json = Mapping[str, Any]
SAMPLES = {"kind": "goryo", "metric": "length", "q": "palace"}
"""Values of parameters in the examples."""
TITLES = {
    "games": "Games",
    "games.ndjson": "Stream of games",
    "my-games": "My games",
    "collections": "Collections",
    "my-collections": "My collections",
    "events": "Events",
    "deals": "Games with the same set-up",
    "uploads": "Uploads",
    "rooms": "Tables",
    "legal": "Legal events",
    "branches": "Variations",
    "notes": "Notes",
    "players": "Players",
    "stats": "Statistics",
    "data": "Open data",
    "search": "Search",
    "webhooks": "Webhooks",
    "status": "Status",
    "schema": "Formats",
}
"""Titles of the groups of endpoints, in the order of the contents."""


class Part(NamedTuple):
    """A part of a text: plain, code, or the name of a body."""

    text: str
    is_body: bool = False
    is_code: bool = False


class Parameter(NamedTuple):
    """A parameter of a request."""

    name: str
    place: str
    is_required: bool
    text: tuple[Part, ...]
    values: tuple[str, ...]
    sample: str


class Answer(NamedTuple):
    """A status of the answer: the name of its body, if it has one, else its media types."""

    status: int
    text: tuple[Part, ...]
    body: str
    media_types: str


class Operation(NamedTuple):
    """A method of an endpoint. `can_run`: a request without a body, that changes nothing."""

    key: str
    method: str
    path: str
    text: tuple[Part, ...]
    parameters: tuple[Parameter, ...]
    sent: str
    sent_name: str
    answers: tuple[Answer, ...]
    is_deprecated: bool

    @property
    def can_run(self) -> bool:
        """Return whether the page offers to send the request."""
        return self.method == "GET"


class Group(NamedTuple):
    """Endpoints of one subject."""

    key: str
    title: str
    operations: tuple[Operation, ...]


class Field(NamedTuple):
    """A field of a body, with its type in words."""

    name: str
    kind: tuple[Part, ...]
    text: tuple[Part, ...]
    is_optional: bool
    is_deprecated: bool


class Shape(NamedTuple):
    """A body: its fields, or the bodies of which it is one."""

    name: str
    text: tuple[Part, ...]
    fields: tuple[Field, ...]
    one_of: tuple[str, ...]


class Code(NamedTuple):
    """The code of an error and its meaning."""

    code: str
    text: tuple[Part, ...]


class Reference(NamedTuple):
    """Everything on the pages."""

    groups: tuple[Group, ...]
    shapes: tuple[Shape, ...]
    codes: tuple[Code, ...]


@require_safe
def api_reference(request: HttpRequest) -> HttpResponse:
    """List the endpoints and bodies, and explain errors. The reference is in English, as the
    answers of the API are.
    """
    return render(request, "site/api_reference.html", {"reference": reference()})


@require_safe
def api_group(request: HttpRequest, group: str) -> HttpResponse:
    """Show the endpoints of one group. Raises Http404 if there is no such group."""
    found = next((each for each in reference().groups if each.key == group), None)
    if found is None:
        raise Http404
    context = {
        "reference": reference(),
        "group": found,
        "address": request.build_absolute_uri("/"),
    }
    return render(request, "site/api_group.html", context)


@require_safe
def api_bodies(request: HttpRequest) -> HttpResponse:
    """Show the fields of all bodies."""
    context = {"reference": reference(), "bodies": _bodies(), "is_bodies": True}
    return render(request, "site/api_bodies.html", context)


@cache
def _bodies() -> SafeString:
    """Return the part of the page with all bodies. Drawing it takes longer than the rest."""
    return render_to_string("site/_api_bodies.html", {"reference": reference()})


@cache
def reference() -> Reference:
    """Return the endpoints and bodies of the OpenAPI document."""
    document: Json = json.loads(json.dumps(openapi_document("en"), default=str))
    found: dict[str, list[Operation]] = {}
    for path, methods in document["paths"].items():
        for method, described in methods.items():
            tag = described["tags"][0]
            found.setdefault(tag, []).append(_operation(method, path, described))
    keys = [*(key for key in TITLES if key in found), *sorted(found.keys() - TITLES.keys())]
    shapes = tuple(
        _shape(name, each) for name, each in sorted(document["components"]["schemas"].items())
    )
    groups = (Group(key, TITLES.get(key, key.capitalize()), tuple(found[key])) for key in keys)
    codes = (Code(code, _spans(text)) for code, text in sorted(CODES.items()))
    return Reference(tuple(groups), shapes, tuple(codes))


def _operation(method: str, path: str, described: Json) -> Operation:
    content = described.get("requestBody", {}).get("content", {})
    return Operation(
        key=described["operationId"],
        method=method.upper(),
        path=path,
        text=_text(described),
        parameters=tuple(map(_parameter, described.get("parameters", ()))),
        sent=", ".join(content),
        sent_name=_body_name(content),
        answers=tuple(_answers(described["responses"])),
        is_deprecated=bool(described.get("deprecated")),
    )


def _parameter(described: Json) -> Parameter:
    values = tuple(map(str, described["schema"].get("enum", ())))
    return Parameter(
        described["name"],
        described["in"],
        bool(described.get("required")),
        _text(described),
        values,
        SAMPLES.get(described["name"], values[0] if values and described.get("required") else ""),
    )


def _answers(responses: Json) -> Iterator[Answer]:
    for code, described in sorted(responses.items()):
        content = described.get("content", {})
        text = _text(described, HTTPStatus(int(code)).phrase)
        yield Answer(int(code), text, _body_name(content), ", ".join(content))


def _shape(name: str, schema: Json) -> Shape:
    required = schema.get("required", ())
    fields = (
        Field(
            key,
            tuple(_kind(each)),
            _text(each),
            key not in required,
            bool(each.get("deprecated")),
        )
        for key, each in schema.get("properties", {}).items()
    )
    one_of = (_name(each["$ref"]) for each in schema.get("anyOf", schema.get("oneOf", ())))
    return Shape(name, _text(schema), tuple(fields), tuple(one_of))


def _text(described: Json, default: str = "") -> tuple[Part, ...]:
    text = re.sub(r"\s+", " ", str(described.get("description", ""))).strip()
    return _spans(text or default)


def _body_name(content: Json) -> str:
    """Return the name of the first body that these contents refer to."""
    names = (_name(each.get("schema", {}).get("$ref", "")) for each in content.values())
    return next(filter(None, names), "")


def _name(pointer: str) -> str:
    return pointer.rpartition("/")[2]


def _kind(schema: Json) -> Iterator[Part]:
    """Yield the type of a value in words: `array of Seat`, `string or null`."""
    if "$ref" in schema:
        yield Part(_name(schema["$ref"]), is_body=True)
        return
    for options in (schema[key] for key in ("anyOf", "oneOf", "allOf") if key in schema):
        for number, option in enumerate(options):
            yield from [Part(" or ")] if number else []
            yield from _kind(option)
        return
    named = schema.get("type", "any value")
    if named == "array":
        yield Part("array of ")
        yield from _kind(schema.get("items", {}))
    else:
        yield Part(" or ".join(named) if isinstance(named, list) else str(named))


def _spans(text: str) -> tuple[Part, ...]:
    """Return a text whose code is in backticks, in parts."""
    pieces = enumerate(text.split("`"))
    return tuple(Part(piece, is_code=number % 2 == 1) for number, piece in pieces if piece)
