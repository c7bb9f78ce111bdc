"""`/api/v1/schema/`: the API's OpenAPI, and the log's JSON Schema."""

from django.http import JsonResponse
from django.http.response import HttpResponseBase
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularJSONAPIView
from games.registry import KINDS
from rest_framework.request import Request

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
        """JSON Schema 2020-12; what it accepts is well-formed, the rules say whether it is right."""
        forms = [kind.json_schema() for kind in KINDS.values()]
        whole = forms[0] if len(forms) == 1 else {"oneOf": forms}
        return JsonResponse(whole, content_type="application/schema+json")
