"""`/api/v1/data/`: the open data there is."""

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from analytics.reads import archive
from replays.rest.body import BodyRenderer

from . import schema
from .views import unheard


class DataView(APIView):
    """A view anyone may call."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    renderer_classes = (BodyRenderer,)

    @extend_schema(**schema.DATA)
    def get(self, request: Request) -> Response:
        """The dumps, newest first, as their manifests tell them, each file with its address."""
        return unheard(request) or Response(
            {"dumps": [_dump(snapshot, request) for snapshot in archive.open_data()]}
        )


def _dump(snapshot: Any, request: Request) -> dict[str, Any]:
    def address(file: str) -> str:
        return request.build_absolute_uri(reverse("data-file", args=[snapshot.name, file]))

    manifest = snapshot.manifest
    files = [{**file, "url": address(file["name"])} for file in manifest["files"]]
    return {**manifest, "files": files, "manifest_url": address("manifest.json")}
