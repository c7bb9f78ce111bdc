"""`/api/v1/schema/`: the API's OpenAPI, and the log's JSON Schema."""

from django.http import JsonResponse
from django.http.response import HttpResponseBase
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularJSONAPIView
from rest_framework.request import Request

from games.registry import json_schema

from . import schema
from .base import PublicView


class OpenApiView(SpectacularJSONAPIView):
    """The OpenAPI document of everything under `/api/v1/`."""

    authentication_classes = ()
    serve_public = True
    schema = AutoSchema()
    custom_settings = {"TITLE": "Kifu House", "VERSION": "1", "SCHEMA_PATH_PREFIX": "/api/v1"}


class LogSchemaView(PublicView):
    """The JSON Schema of a log."""

    @extend_schema(**schema.LOG_SCHEMA)
    def get(self, request: Request) -> HttpResponseBase:
        """JSON Schema 2020-12; what it accepts is well-formed; the rules say if it is right."""
        return JsonResponse(json_schema(), content_type="application/schema+json")
