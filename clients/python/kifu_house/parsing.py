"""From JSON to the dataclasses of `bodies`."""

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from datetime import date, datetime
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

T = TypeVar("T")


@cache
def field_types(body: Any) -> Mapping[str, Any]:
    """Return the types of a dataclass's fields by name."""
    hints = get_type_hints(body)
    return {field.name: hints[field.name] for field in fields(body)}


def parse(body: type[T], data: Any) -> T:
    """Return a dataclass from a JSON object. Unknown keys are ignored, since a later version of the
    site may send more. Raises ValueError if a required key is missing or has another type.
    """
    if not isinstance(data, Mapping):
        raise ValueError(f"{body.__name__}: not an object")
    described: Any = body
    values = {}
    for name, kind in field_types(described).items():
        if name in data:
            values[name] = _value(kind, data[name], f"{body.__name__}.{name}")
        elif name in required(described):
            raise ValueError(f"{body.__name__}.{name} is missing")
    return body(**values)


@cache
def required(body: Any) -> frozenset[str]:
    """Return the names of the fields without a default."""
    return frozenset(
        field.name
        for field in fields(body)
        if field.default is MISSING and field.default_factory is MISSING
    )


def _value(kind: Any, data: Any, name: str) -> Any:
    if get_origin(kind) is UnionType:
        if data is None and NoneType in get_args(kind):
            return None
        (kind,) = (each for each in get_args(kind) if each is not NoneType)
    if kind is Any:
        return data
    if get_origin(kind) is list and isinstance(data, list):
        (item,) = get_args(kind)
        return [_value(item, each, name) for each in data]
    if is_dataclass(kind) and isinstance(kind, type):
        return parse(kind, data)
    if kind is float and isinstance(data, int):
        return float(data)
    if kind in (date, datetime) and isinstance(data, str):
        return kind.fromisoformat(data)
    if not isinstance(data, get_origin(kind) or kind):
        raise ValueError(f"{name} is not {kind}")
    return data
