"""JSON and OpenAPI from one source: the body of an answer is a `Body`, its fields are the keys.

`endpoint` declares what a view method accepts and sends; `BodyRenderer` writes bodies as JSON.
"""

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

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
from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.json import schema_components
from msgspec.structs import astuple
from rest_framework.renderers import JSONRenderer
from rest_framework.utils.encoders import JSONEncoder

View = TypeVar("View", bound=Callable[..., Any])
Json = dict[str, Any]


class Body(Struct):
    """The body of an answer or a request, or an object in one. A field that is `UNSET` is not sent.

    The docstring and `doc` of a field become descriptions in the OpenAPI document.
    """


def doc(text: str = "", **schema: Any) -> Meta:
    """Return a field's description and further keywords of its JSON Schema."""
    return Meta(description=text or None, extra_json_schema=schema or None)


Time = Annotated[str, Meta(extra_json_schema={"format": "date-time"})]
Url = Annotated[str, Meta(extra_json_schema={"format": "uri"})]
CSV = {(200, "text/csv"): OpenApiTypes.STR}
"""The answer of an endpoint that sends a table."""


class Error(Body):
    """Every error: a code for programs and a message for people. Other keys depend on the code."""

    code: str
    message: str
    parameters: Annotated[list[str] | UnsetType, doc("Parameters that are not known.")] = UNSET
    known: Annotated[list[str] | UnsetType, doc("Parameters that are known.")] = UNSET
    parameter: Annotated[str | UnsetType, doc("The invalid parameter.")] = UNSET
    problems: Annotated[
        list[Json] | UnsetType, doc("Each invalid parameter (`word`) and why (`message`).")
    ] = UNSET
    field: Annotated[str | UnsetType, doc("The invalid field of the body.")] = UNSET
    fields: Annotated[
        list[str] | Json | UnsetType, doc("Invalid fields, or messages by parameter.")
    ] = UNSET
    header: Annotated[str | UnsetType, doc("The missing or invalid header.")] = UNSET
    limit: Annotated[int | UnsetType, doc("The limit that was exceeded.")] = UNSET
    accepted: Annotated[list[str] | UnsetType, doc("Accepted media types.")] = UNSET
    open: Annotated[list[str] | UnsetType, doc("Views that are open.")] = UNSET
    fault_id: Annotated[str | UnsetType, doc("Id of an internal error.")] = UNSET
    upload: Annotated[str | UnsetType, doc("Id of the stored upload.")] = UNSET


class ErrorBody(Body):
    """The body of every error."""

    error: Error


class BodyEncoder(JSONEncoder):
    """DRF's encoder, which also writes bodies."""

    def default(self, obj: Any) -> Any:
        """Return a body as a dict without unset fields."""
        if not isinstance(obj, Struct):
            return super().default(obj)
        pairs = zip(obj.__struct_encode_fields__, astuple(obj), strict=True)
        return {key: value for key, value in pairs if value is not UNSET}


class BodyRenderer(JSONRenderer):
    """DRF's renderer, which also writes bodies."""

    encoder_class = BodyEncoder


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
        _, components = schema_components([self.target], ref_template=template)
        schema = components.pop(self.target.__name__)
        for name, part in components.items():
            component = ResolvedComponent(name, ResolvedComponent.SCHEMA, part, name)  # type: ignore[no-untyped-call]
            auto_schema.registry.register_on_missing(component)
        return dict(schema)


def query(name: str, text: str, enum: list[str] | None = None) -> OpenApiParameter:
    """A parameter of the query string."""
    return OpenApiParameter(name, OpenApiTypes.STR, description=text, enum=enum)


def in_path(name: str, text: str, type_: OpenApiTypes = OpenApiTypes.STR) -> OpenApiParameter:
    """A parameter of the path."""
    return OpenApiParameter(name, type_, OpenApiParameter.PATH, description=text)


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
) -> Callable[[View], View]:
    """Declare what a method accepts and sends. `answer` is a body, an OpenAPI type, or a dict from
    status to one of these; the docstring of the method is its description.
    """
    answers = answer if isinstance(answer, dict) else {status: answer}
    error = OpenApiResponse(ErrorBody)
    responses = {**answers, **{code: error for code in errors if code not in answers}}

    def decorate(method: View) -> View:
        method.query_names = [p.name for p in parameters if p.location == OpenApiParameter.QUERY]  # type: ignore[attr-defined]
        described = extend_schema(
            operation_id=operation_id,
            parameters=list(parameters),
            request=request,
            responses=responses,
        )
        return described(method)

    return decorate
