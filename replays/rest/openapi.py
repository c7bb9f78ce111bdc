"""The OpenAPI document: `endpoint` declares what a view method accepts and sends."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from drf_spectacular.drainage import set_override
from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import (
    Direction,
    OpenApiParameter,
    OpenApiResponse,
    PolymorphicProxySerializer,
    extend_schema,
)
from msgspec.json import schema_components

from .body import DETAILS, Body, ErrorBody, Json, Moved, aliases_of

View = TypeVar("View", bound=Callable[..., Any])
PLAIN, PROBLEM = "application/json", "application/problem+json"
"""Media types of answers, and of errors (RFC 9457)."""
CSV = {(200, "text/csv"): OpenApiTypes.STR}
"""The answer of an endpoint that sends a table."""


class BodyExtension(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """Describes bodies in the OpenAPI document."""

    target_class = Body
    match_subclasses = True

    def get_name(self, auto_schema: AutoSchema, direction: Direction) -> str:
        """Return the name of the component."""
        set_override(self.target, "suppress_collision_warning", True)
        return str(self.target.__name__)

    def map_serializer(self, auto_schema: AutoSchema, direction: Direction) -> Json:
        """Return the schema of a body. Bodies inside it become components."""
        template = "#/components/schemas/{name}"
        kinds = [self.target, *self.target.alternatives]
        _, components = schema_components(kinds, ref_template=template)
        for body in _bodies(Body):
            if body.__name__ in components:
                _describe_aliases(components[body.__name__], aliases_of(body))
        for schema in components.values():
            _describe_details(schema)
        schema = components.pop(self.target.__name__)
        for name, part in components.items():
            component = ResolvedComponent(name, ResolvedComponent.SCHEMA, part, name)  # type: ignore[no-untyped-call]
            auto_schema.registry.register_on_missing(component)
        return dict(schema)


def _bodies(body: type[Body]) -> Iterator[type[Body]]:
    """Yield a class of bodies and those that inherit from it."""
    yield body
    for heir in body.__subclasses__():
        yield from _bodies(heir)


def _describe_aliases(schema: Json, aliases: Mapping[str, str]) -> None:
    """Add the earlier names of fields to the schema of a body, as deprecated."""
    for alias, name in aliases.items():
        text = f"The earlier name of `{name}`."
        field = {**schema["properties"][name], "description": text, "deprecated": True}
        schema["properties"][alias] = field
        if name in schema["required"]:
            schema["required"].append(alias)


def _describe_details(schema: Json) -> None:
    """Add the details of a problem to the schema of a body with an error."""
    if "error" in schema.get("properties", {}):
        schema["properties"] |= DETAILS
        if "error" in schema["required"]:
            schema["required"].extend(DETAILS)


def query(name: str, text: str, enum: list[str] | None = None) -> OpenApiParameter:
    """A parameter of the query string."""
    return OpenApiParameter(name, OpenApiTypes.STR, description=text, enum=enum)


def in_path(name: str, text: str, type_: OpenApiTypes = OpenApiTypes.STR) -> OpenApiParameter:
    """A parameter of the path."""
    return OpenApiParameter(name, type_, OpenApiParameter.PATH, description=text)


def _of_media_type(code: Any) -> Any:
    """Return the key of an answer with its media type, unless it has one."""
    if isinstance(code, tuple):
        return code
    return code, PROBLEM if int(code) >= 400 else PLAIN


def any_of(name: str, *bodies: type[Body]) -> PolymorphicProxySerializer:
    """One of several bodies."""
    return PolymorphicProxySerializer(name, list(bodies), resource_type_field_name=None)  # type: ignore[arg-type]


def endpoint(
    operation_id: str,
    answer: Any,
    *parameters: OpenApiParameter,
    status: int = 200,
    request: Any = None,
    errors: tuple[int, ...] = (400, 404),
    moves: bool = False,
    is_deprecated: bool = False,
) -> Callable[[View], View]:
    """Declare what a method accepts and sends. `answer` is a body, an OpenAPI type, or a dict from
    status to one of these; the docstring of the method is its description. `moves`: it is about a
    game, which can have become part of another one. `is_deprecated`: another address replaces it.
    """
    answers = answer if isinstance(answer, dict) else {status: answer}
    responses = {
        **{_of_media_type(code): body for code, body in answers.items()},
        **{(code, PROBLEM): OpenApiResponse(ErrorBody) for code in errors if code not in answers},
    }
    responses.setdefault((429, PROBLEM), OpenApiResponse(ErrorBody))
    responses.setdefault((503, PROBLEM), OpenApiResponse(ErrorBody))
    responses[401, PROBLEM] = OpenApiResponse(ErrorBody, description="The token is not valid.")
    if moves:
        moved = OpenApiResponse(Moved, description="The game is part of an older one now.")
        responses[(301 if request is None else 308), PLAIN] = moved

    deprecated = is_deprecated or None
    describe = extend_schema(
        operation_id, list(parameters), request, responses, deprecated=deprecated
    )

    def decorate(method: View) -> View:
        method.query_names = [p.name for p in parameters if p.location == OpenApiParameter.QUERY]  # type: ignore[attr-defined]
        return describe(method)

    return decorate
