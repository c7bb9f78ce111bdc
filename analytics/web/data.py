"""`/data/`: open data and its files; `/stats/changes/`: changes by other counting rules."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import (
    FileResponse,
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseNotModified,
    HttpResponseRedirect,
    StreamingHttpResponse,
)
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag, url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from analytics.dumps import fields
from analytics.dumps.store import link_to, local_path
from analytics.models import Snapshot
from analytics.reads import archive
from analytics.services import retention
from analytics.web.citing import cite_dump
from analytics.web.pictures import too_many_requests
from analytics.web.responses import reject_query_params
from games.registry import KINDS
from replays.access.throttles import CiteThrottle

RANGE = re.compile(r"bytes=([0-9]{0,15})-([0-9]{0,15})", re.ASCII)
CHUNK = 64 * 1024
TYPES = {
    ".gz": "application/gzip",
    ".parquet": "application/vnd.apache.parquet",
    ".ndjson": "application/x-ndjson",
    ".json": "application/json",
    ".md": "text/markdown; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
}


@require_safe
@reject_query_params
def data_page(request: HttpRequest) -> HttpResponse:
    """Show every dump with its files and fields, and how to use them."""
    context = {
        "dumps": [_dump(snapshot) for snapshot in archive.open_data()],
        "every_days": settings.DUMP_DAYS,
        "keep": settings.DUMP_KEEP,
        "licence": {"name": fields.LICENCE_NAME, "url": fields.LICENCE_URL},
        "tables": [
            ("games.parquet", [(name, about) for name, _, about in fields.GAMES]),
            ("facts.parquet", [(name, about) for name, _, about in fields.FACTS]),
            ("steps.parquet", [(name, about) for name, _, about in fields.STEPS + fields.SECRETS]),
            ("boards.ndjson", list(fields.BOARD_FIELDS)),
            ("baselines.ndjson", list(fields.BASELINE_FIELDS)),
        ],
        "removed": archive.removed_dumps(),
    }
    return render(request, "analytics/data.html", context)


@require_safe
@reject_query_params
def dump_page(request: HttpRequest, name: str) -> HttpResponse:
    """Show one dump and how to cite it; of a removed one, what it was (410)."""
    dump = archive.dump_named(name)
    if dump is None:
        raise Http404
    return _dump_page(request, dump)


def _dump_page(request: HttpRequest, dump: Snapshot) -> HttpResponse:
    is_gone = dump.removed_at is not None
    context = {
        "snapshot": dump,
        "dump": _dump(dump),
        "citing": None if is_gone else cite_dump(request, dump),
    }
    return render(request, "analytics/dump.html", context, status=410 if is_gone else 200)


@csrf_exempt  # anyone may do this, and the pages with the button are cached without a token
@require_POST
def keep_dump(request: HttpRequest, name: str) -> HttpResponse:
    """Keep a dump because it is cited; then show the page in `back`, else that of the dump."""
    if wait := CiteThrottle().seconds_to_wait(request):
        return too_many_requests(wait)
    if not retention.cite_dump(name):
        dump = archive.dump_named(name)
        if dump is None:
            raise Http404
        return _dump_page(request, dump)
    back = request.POST.get("back", "")
    if not back.startswith("/") or not url_has_allowed_host_and_scheme(back, allowed_hosts=None):
        back = reverse("data-dump", args=[name])
    return HttpResponseRedirect(back)


def _dump(snapshot: Snapshot) -> dict[str, Any]:
    manifest = snapshot.manifest or {}
    counts = [
        {"title": KINDS[slug].title if slug in KINDS else slug, "slug": slug, **who}
        for slug, who in manifest["kinds"].items()
    ]
    files = [
        *manifest["files"],
        {"name": "manifest.json", "sha256": manifest["sha256"], "size": None, "records": None},
    ]
    versions = {one["title"]: manifest["versions"].get(one["slug"]) for one in counts}
    context = {"snapshot": snapshot, "manifest": manifest, "counts": counts, "files": files}
    return context | {"versions": {title: made for title, made in versions.items() if made}}


@require_safe
@reject_query_params
def data_file(request: HttpRequest, name: str, file: str) -> HttpResponseBase:
    """Send a file that the manifest of a dump lists, whole or a range of it."""
    dump = archive.dump_named(name)
    if dump is not None and dump.removed_at is not None:
        return _dump_page(request, dump)
    manifest = dump.manifest if dump else None
    files = [*manifest["files"], {**manifest, "name": "manifest.json"}] if manifest else []
    known = {entry["name"]: entry["sha256"] for entry in files}
    if dump is None or file not in known:
        raise Http404
    path = local_path(dump.files_at, name, file)
    if path is None:
        return HttpResponseRedirect(
            link_to(dump.files_at, file, f"{name}-{file}", request.method or "GET")
        )
    if not path.is_file():
        raise Http404
    etag = quote_etag(known[file])
    not_modified = get_conditional_response(request, etag=etag)
    response = not_modified or _part(request, path, etag)
    if response is None:
        response = FileResponse(
            path.open("rb"),
            as_attachment=True,
            filename=f"{name}-{file}",
            content_type=TYPES[path.suffix],
        )
    if not isinstance(response, HttpResponseNotModified):
        response["Accept-Ranges"] = "bytes"
    response["ETag"] = etag
    response["Cache-Control"] = "no-cache"  # it may be removed
    return response


def _part(request: HttpRequest, path: Path, etag: str) -> HttpResponseBase | None:
    """Return the requested range (one, in bytes); None where the whole file is to be sent."""
    if request.headers.get("If-Range", etag) != etag:
        return None
    match = RANGE.fullmatch(request.headers.get("Range", ""))
    if match is None or not any(match.groups()):
        return None
    size = path.stat().st_size
    first, last = _bounds(match[1], match[2], size)
    if first > last or first >= size:
        response: HttpResponseBase = HttpResponse(status=416)
        response["Content-Range"] = f"bytes */{size}"
        return response
    response = StreamingHttpResponse(
        _bytes(path, first, last), status=206, content_type=TYPES[path.suffix]
    )
    response["Content-Length"] = str(last - first + 1)
    response["Content-Range"] = f"bytes {first}-{last}/{size}"
    return response


def _bounds(first: str, last: str, size: int) -> tuple[int, int]:
    """Return the first and the last byte of a range; without a first one, the last bytes."""
    if not first:
        return max(0, size - int(last)), size - 1
    return int(first), min(int(last), size - 1) if last else size - 1


def _bytes(path: Path, first: int, last: int) -> Iterator[bytes]:
    left = last - first + 1
    with path.open("rb") as file:
        file.seek(first)
        while left and (chunk := file.read(min(CHUNK, left))):
            left -= len(chunk)
            yield chunk


@require_safe
@reject_query_params
def changes_page(request: HttpRequest) -> HttpResponse:
    """List each time that games were counted again by other rules."""
    context = {
        "changes": [
            (change, KINDS[change.kind].title if change.kind in KINDS else change.kind)
            for change in archive.reanalyses()
        ],
        "verification": archive.last_verification(),
    }
    return render(request, "analytics/changes.html", context)


@require_safe
@reject_query_params
def change_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the numbers that changed when games were counted again, old and new."""
    change = archive.reanalysis(pk)
    if change is None or change.kind not in KINDS:
        raise Http404
    names = archive.snapshot_names(change.kind)
    titles = {metric.key: metric.title for metric in KINDS[change.kind].counting.metrics}
    context = {
        "change": change,
        "kind": KINDS[change.kind],
        "rows": [
            {**row, "title": titles.get(row["metric"], row["metric"])} for row in change.changes
        ],
        "before": change.before.name if change.before.name in names else "",
        "after": change.after.name if change.after.name in names else "",
    }
    return render(request, "analytics/change.html", context)
