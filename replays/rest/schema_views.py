"""`/api/v1/schema/`: the OpenAPI document of the API, and the JSON Schema of a log."""

from django.http import JsonResponse
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.views import SpectacularJSONAPIView
from rest_framework.request import Request

from games.registry import json_schema

from .base import PublicView
from .openapi import endpoint


class OpenApiView(SpectacularJSONAPIView):
    """The OpenAPI document of everything under `/api/v1/`."""

    authentication_classes = ()
    serve_public = True
    custom_settings = {"TITLE": "Kifu House", "VERSION": "1", "SCHEMA_PATH_PREFIX": "/api/v1"}


class LogSchemaView(PublicView):
    """The JSON Schema of a log."""

    @endpoint("log_schema", {(200, "application/schema+json"): OpenApiTypes.OBJECT}, errors=(400,))
    def get(self, request: Request) -> HttpResponseBase:
        """Return a JSON Schema 2020-12 of well-formed logs. It does not check the rules."""
        return JsonResponse(json_schema(), content_type="application/schema+json")
