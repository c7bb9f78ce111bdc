"""`/api/v1/data/`: open data."""

from typing import Any

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from analytics.reads import archive
from replays.rest.base import OpenView
from replays.rest.openapi import endpoint

from .base import reject_query_params
from .encode import DumpList


class DataView(OpenView):
    """Dumps."""

    @endpoint("data", DumpList, errors=(400,))
    def get(self, request: Request) -> Response:
        """Return the manifests of the dumps, newest first, with the address of each file."""
        reject_query_params(request)
        return Response(DumpList([_dump(dump, request) for dump in archive.open_data()]))


def _dump(snapshot: Any, request: Request) -> Any:
    """Return `Dump` as a dict: manifests are stored as JSON."""

    def address(file: str) -> str:
        return request.build_absolute_uri(reverse("data-file", args=[snapshot.name, file]))

    manifest = snapshot.manifest
    files = [{**file, "url": address(file["name"])} for file in manifest["files"]]
    return {
        **manifest,
        "files": files,
        "cut": manifest.get("cut"),
        "cited_at": snapshot.cited_at,
        "manifest_url": address("manifest.json"),
    }
