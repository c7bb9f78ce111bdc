"""Checks answers of the API against its OpenAPI document. No key may be missing or undocumented."""

import json
import re
from functools import cache
from typing import Any

import jsonschema_rs
import pytest

from replays.rest.schema_views import openapi_document

Json = dict[str, Any]
JSON = ("application/json", "application/problem+json")
DOCUMENT = "urn:kifu-house:api"


@cache
def document() -> Json:
    """Return the document, in which objects with named keys have no others."""
    plain: Json = json.loads(json.dumps(openapi_document("en")))
    for part in plain["components"]["schemas"].values():
        if "properties" in part:
            part["additionalProperties"] = False
    return plain


@cache
def operations() -> dict[str, tuple[re.Pattern[str], str, Json]]:
    """Return all operations by id: the pattern of their paths, method, description."""
    found = {}
    for path, methods in document()["paths"].items():
        pattern = re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path)))
        for method, described in methods.items():
            found[described["operationId"]] = (pattern, method, described)
    return found


def operation_of(method: str, path: str) -> str | None:
    """Return the operation id of a request; None if it is not documented."""
    ids = [
        operation
        for operation, (pattern, of_method, _) in operations().items()
        if of_method == method.lower() and pattern.fullmatch(path)
    ]
    return min(ids, key=lambda each: operations()[each][0].pattern.count("[^"), default=None)


@cache
def _registry() -> jsonschema_rs.Registry:
    """Return the document, read once, with the schema of each answer by operation and status."""
    answers = {
        operation: {status: _schema_of(answer) for status, answer in described["responses"].items()}
        for operation, (_, _, described) in operations().items()
    }
    return jsonschema_rs.Registry([(DOCUMENT, {**document(), "answers": answers})])


def _schema_of(answer: Json) -> Any:
    content = answer.get("content", {})
    return next((content[name].get("schema", False) for name in JSON if name in content), False)


@cache
def _validator(operation: str, status: int) -> jsonschema_rs.Draft202012Validator:
    schema = {"$ref": f"{DOCUMENT}#/answers/{operation}/{status}"}
    return jsonschema_rs.Draft202012Validator(schema, registry=_registry())


def check(operation: str, response: Any) -> None:
    """Fail unless the document describes the answer of an operation."""
    answers = operations()[operation][2]["responses"]
    media_type = response.headers.get("Content-Type", "").partition(";")[0]
    if response.status_code in (304, 405, 500):
        return
    where = f"{operation} {response.status_code}"
    assert str(response.status_code) in answers, where
    if getattr(response, "streaming", False):
        assert media_type in answers[str(response.status_code)]["content"], where
    elif response.content and media_type in JSON:
        for error in _validator(operation, response.status_code).iter_errors(response.json()):
            pytest.fail(f"{where}: {error.instance_path}: {error.message}")
    elif response.content:
        assert media_type in answers[str(response.status_code)]["content"], where
