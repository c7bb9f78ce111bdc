"""JSON bodies, declared once: `openapi` describes them and `BodyEncoder` writes them as JSON."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Annotated, Any, ClassVar, Self

from msgspec import UNSET, Meta, Struct, UnsetType, structs
from rest_framework.renderers import JSONRenderer
from rest_framework.utils.encoders import JSONEncoder

Json = dict[str, Any]


class Body(Struct):
    """The body of an answer or a request, or an object in one. A field that is `UNSET` is not sent.

    The docstring and `doc` of a field become descriptions in the OpenAPI document. A dataclass in a
    body is written likewise. `alternatives` are bodies that only a `$ref` names. `aliases` are the
    earlier names of fields: answers contain both, and the earlier one is described as deprecated.
    A body with an `error` also has the details of the problem (`details_of`).
    """

    alternatives: ClassVar[tuple[type, ...]] = ()
    aliases: ClassVar[Mapping[str, str]] = {}

    @classmethod
    def make(cls, source: Any, **fields: Any) -> Self:
        """Return a body with these fields; other required ones are attributes of the source."""
        names = (name for name in _required(cls) if name not in fields)
        return cls(**fields, **{name: getattr(source, name) for name in names})


@cache
def aliases_of(body: type[Struct]) -> Mapping[str, str]:
    """Return the earlier names of a body's fields, also the inherited ones."""
    inherited = (vars(each).get("aliases", {}) for each in reversed(body.__mro__))
    return {alias: name for aliases in inherited for alias, name in aliases.items()}


@cache
def _required(body: type[Body]) -> tuple[str, ...]:
    return tuple(field.name for field in structs.fields(body) if field.required)


def doc(text: str = "", **schema: Any) -> Meta:
    """Return a field's description and further keywords of its JSON Schema."""
    return Meta(description=text or None, extra_json_schema=schema or None)


def one_of(*bodies: type[Body]) -> Json:
    """Return the schema of one of several bodies."""
    return {"anyOf": [{"$ref": f"#/components/schemas/{body.__name__}"} for body in bodies]}


Time = Annotated[str, doc(format="date-time")]
Url = Annotated[str, doc(format="uri")]


class Problem(Body):
    """An invalid query parameter."""

    aliases = {"word": "parameter"}
    parameter: str
    message: Annotated[str, doc("Why it is invalid.")]


class Error(Body):
    """Every error: a code for programs and a message for people. Other keys depend on the code."""

    code: str
    message: str
    parameters: Annotated[list[str] | UnsetType, doc("Unknown parameters.")] = UNSET
    known: Annotated[list[str] | UnsetType, doc("Known parameters.")] = UNSET
    parameter: Annotated[str | UnsetType, doc("The invalid parameter.")] = UNSET
    problems: Annotated[list[Problem] | UnsetType, doc("Each invalid parameter.")] = UNSET
    field: Annotated[str | UnsetType, doc("The invalid field of the body.")] = UNSET
    fields: Annotated[
        list[str] | Json | UnsetType, doc("Invalid fields, or messages by parameter.")
    ] = UNSET
    header: Annotated[str | UnsetType, doc("The missing or invalid header.")] = UNSET
    scope: Annotated[str | UnsetType, doc("The scope that the token lacks.")] = UNSET
    limit: Annotated[int | UnsetType, doc("The limit that was exceeded.")] = UNSET
    what: Annotated[str | UnsetType, doc("What the limit counts: bytes or games.")] = UNSET
    accepted: Annotated[list[str] | UnsetType, doc("Accepted media types.")] = UNSET
    open: Annotated[list[str] | UnsetType, doc("Available views.")] = UNSET
    until: Annotated[str | UnsetType, doc("When a block ends.")] = UNSET
    fault_id: Annotated[str | UnsetType, doc("Id of an internal error.")] = UNSET
    upload: Annotated[str | UnsetType, doc("Id of the stored upload.")] = UNSET


class Finding(Body):
    """An error or a warning about a log. The log format describes its fields."""

    game: Annotated[int, doc("Index of the game in the file, from 0.")]
    event: Annotated[int | None, doc("Index of the event, from 0. Null: the header.")]
    line: Annotated[int | None, doc("From 1.")]
    column: Annotated[int | None, doc("From 1.")]
    rule: str
    citation: str
    code: str
    message: str
    legal: Annotated[list[str], doc("Some events that were legal at this point.")]
    follows: Annotated[bool | UnsetType, doc("It may follow from an error before it.")] = UNSET
    fix: Annotated[
        Json | UnsetType,
        doc(
            "A correction: `op` is replace, insert or delete, with line, column, length and text, "
            "or with the path and value of a JSON log."
        ),
    ] = UNSET


class ErrorBody(Body):
    """The body of every error."""

    error: Error
    findings: Annotated[
        list[Finding] | UnsetType, doc("What is wrong with a log, an event or a note.")
    ] = UNSET


DETAILS: Json = {
    "type": {
        "type": "string",
        "format": "uri-reference",
        "description": "Where this kind of error is documented.",
    },
    "title": {"type": "string", "description": "The kind of error, in words."},
    "detail": {"type": "string", "description": "What is wrong with this request."},
    "code": {"type": "string", "description": "The code of the error."},
}
"""The schema of the members that RFC 9457 defines for an error, and of its code. There is no
`status`: answers about uploads use this name for what happened to the log.
"""


def details_of(code: str, message: str) -> dict[str, str]:
    """Return the details of a problem, as RFC 9457 defines them."""
    return {
        "type": f"/api/reference/#error-{code}",
        "title": code.replace("_", " ").capitalize(),
        "detail": message,
        "code": code,
    }


class Moved(ErrorBody, kw_only=True):
    """A game that became part of an older one. `Location` is its address there."""

    merged_into: Annotated[str, doc("The id of the older game.")]


class BodyEncoder(JSONEncoder):
    """DRF's encoder, which also writes bodies and dataclasses."""

    def default(self, obj: Any) -> Any:
        """Return a body as a dict without unset fields, with the earlier names of its fields."""
        if isinstance(obj, Struct):
            pairs = zip(obj.__struct_encode_fields__, structs.astuple(obj), strict=True)
            body = {key: value for key, value in pairs if value is not UNSET}
            if isinstance(body.get("error"), Error):
                body |= details_of(body["error"].code, body["error"].message)
            aliases = aliases_of(type(obj)).items()
            return body | {alias: body[name] for alias, name in aliases if name in body}
        if is_dataclass(obj):
            return {field.name: getattr(obj, field.name) for field in fields(obj)}
        return super().default(obj)


class BodyRenderer(JSONRenderer):
    """DRF's renderer, which also writes bodies."""

    encoder_class = BodyEncoder
