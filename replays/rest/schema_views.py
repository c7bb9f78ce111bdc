"""`/api/v1/schema/`: the OpenAPI document of the API, and the JSON Schema of a log."""

import threading
from functools import lru_cache
from typing import Any

from django.http import JsonResponse
from django.http.response import HttpResponseBase
from django.utils.translation import get_language, override
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.views import SpectacularJSONAPIView
from rest_framework.request import Request

from games.registry import json_schema

from .base import PublicView
from .openapi import endpoint


class OnceGenerator(SchemaGenerator):
    """Generates the document once per process: it depends only on the code, the language and the
    version that the request names.
    """

    def get_schema(self, request: Any = None, public: bool = False) -> dict[str, Any]:
        """Return the document."""
        return openapi_document(get_language(), self.api_version)


_generating = threading.Lock()
"""The generator can't run in two threads: the first use of its extensions changes them."""


@lru_cache(maxsize=8)
def openapi_document(language: str | None, version: str | None = None) -> dict[str, Any]:
    """Return the document, with its descriptions in a language; None: the language of messages."""
    with _generating, override(language):
        generator = SchemaGenerator(api_version=version)  # type: ignore[no-untyped-call]
        document: dict[str, Any] = generator.get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return document


class OpenApiView(SpectacularJSONAPIView):
    """The OpenAPI document of everything under `/api/v1/`."""

    generator_class = OnceGenerator
    authentication_classes = ()
    serve_public = True
    custom_settings = {"TITLE": "Kifu House", "VERSION": "1", "SCHEMA_PATH_PREFIX": "/api/v1"}


class LogSchemaView(PublicView):
    """The JSON Schema of a log."""

    @endpoint("log_schema", {(200, "application/schema+json"): OpenApiTypes.OBJECT}, errors=(400,))
    def get(self, request: Request) -> HttpResponseBase:
        """Return a JSON Schema 2020-12 of well-formed logs. It does not check the rules."""
        return JsonResponse(json_schema(), content_type="application/schema+json")
