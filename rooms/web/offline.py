"""`/record/offline/`: the page that records games without a connection, and what it downloads.

The page is the same for everyone and contains no data of its reader: a service worker stores it.
Drafts are only on the device until they are sent.
"""

import json
from typing import Any

from csp.decorators import csp_replace, csp_update
from django.conf import settings
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.registry import KINDS
from replays.text.names import MAX_NAME
from replays.web import audience
from rooms.offline import bundle as files

from .offline_texts import page_texts
from .record import ruleset_text

MANIFEST_POLICY = {"manifest-src": ["'self'"]}
FOREVER = "public, max-age=31536000, immutable"
WORKER_POLICY = {
    "default-src": ["'none'"],
    "script-src": ["'self'", "'wasm-unsafe-eval'"],
    "connect-src": ["'self'"],
}


def check_installed() -> None:
    """Raise Http404 if the interpreter is not installed on this site."""
    if not files.is_installed():
        raise Http404


def _for_all(route: str, *args: str) -> str:
    """Return an address without a language, so that each file is downloaded once."""
    with translation.override(settings.LANGUAGE_CODE):
        return reverse(route, args=args)


def addresses() -> dict[str, Any]:
    """Return the addresses that the page and its service worker use."""
    version = files.PYODIDE_VERSION
    interpreter = [
        _for_all("record-interpreter", version, name) for name in files.INTERPRETER_FILES
    ]
    return {
        "version": files.page_version(),
        "language": translation.get_language(),
        "page": reverse("record-offline"),
        "home": reverse("record"),
        "worker": reverse("record-worker"),
        "service": reverse("record-service-worker"),
        "send": reverse("record-offline-send"),
        "rules": _for_all("record-rules", files.bundle().digest),
        "python": interpreter[0].rpartition("/")[0] + "/",
        "interpreter": interpreter,
        "files": {name: static(name) for name in files.PICTURES},
    }


@require_safe
@csp_update(MANIFEST_POLICY)
def offline(request: HttpRequest) -> HttpResponse:
    """Show the page. It is stored by browsers, so it depends on the language only."""
    check_installed()
    context = {
        "version": files.page_version(),
        "config": {**addresses(), "texts": page_texts()},
        "forms": [_form(slug) for slug in KINDS],
        "name_max": MAX_NAME,
        "audiences": audience.choices(),
        "audience": "public",
        "styles": files.STYLES[3:],
    }
    response = render(request, "rooms/offline.html", context)
    response["Cache-Control"] = "no-cache"
    return response


def _form(slug: str) -> dict[str, Any]:
    kind = KINDS[slug]
    return {
        "kind": kind,
        "rulesets": [(name, ruleset_text(kind, name)) for name in kind.identity.rulesets],
        "ruleset": kind.identity.default_ruleset,
        "roles": list(kind.identity.roles.items()),
        "depths": list(kind.rules.decisions.depths.items()),
        "depth": next(iter(kind.rules.decisions.depths), ""),
    }


def _script(name: str, config: dict[str, Any]) -> HttpResponse:
    source = (settings.BASE_DIR / "rooms" / "offline" / name).read_text(encoding="utf-8")
    text = source.replace("__CONFIG__", json.dumps(config))
    response = HttpResponse(text, content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response


@require_safe
@csp_replace(WORKER_POLICY)
def worker(_request: HttpRequest) -> HttpResponse:
    """Send the script of the worker that runs the rules. Only it may compile WebAssembly."""
    check_installed()
    return _script("worker.js", {"version": files.page_version()})


@require_safe
def service_worker(_request: HttpRequest) -> HttpResponse:
    """Send the script of the service worker. It stores the page and its files, nothing else."""
    check_installed()
    known = addresses()
    own = [known["page"], known["worker"], known["rules"], reverse("record-manifest")]
    config = {
        "version": known["version"],
        "language": known["language"],
        "page": known["page"],
        "home": known["home"],
        "own": [*own, *map(static, files.static_names())],
        "interpreter": known["interpreter"],
        "python": files.PYODIDE_VERSION,
    }
    return _script("service.js", config)


@require_safe
def manifest(_request: HttpRequest) -> HttpResponse:
    """Send the manifest with which browsers install the recorder."""
    icons = [
        {"src": static(f"site/icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
        for size in (192, 512)
    ]
    icons.append({"src": static("site/mark.svg"), "sizes": "any", "type": "image/svg+xml"})
    is_installed = files.is_installed()
    body = {
        "id": reverse("record"),
        "name": gettext("Kifu House: record a game"),
        "short_name": "Kifu House",
        "start_url": reverse("record-offline" if is_installed else "record"),
        "scope": reverse("record"),
        "display": "standalone",
        "background_color": "#fffdf7",
        "theme_color": "#37439a",
        "lang": translation.get_language(),
        "icons": icons,
    }
    response = JsonResponse(body, content_type="application/manifest+json")
    response["Cache-Control"] = "no-cache"
    return response


@require_safe
def rules(_request: HttpRequest, rules_digest: str) -> HttpResponse:
    """Send the archive of the rules. Another version's address is not found."""
    archive = files.bundle()
    if rules_digest != archive.digest:
        raise Http404
    response = HttpResponse(archive.data, content_type="application/zip")
    response["Cache-Control"] = FOREVER
    return response


@require_safe
def interpreter(request: HttpRequest, python_version: str, python_file: str) -> FileResponse:
    """Send a file of the Python interpreter, compressed if the browser accepts that."""
    if python_version != files.PYODIDE_VERSION or python_file not in files.INTERPRETER_FILES:
        raise Http404
    check_installed()
    path = files.interpreter_folder() / python_file
    packed = path.with_name(f"{python_file}.gz")
    is_packed = "gzip" in request.headers.get("Accept-Encoding", "") and packed.is_file()
    chosen = packed if is_packed else path
    response = FileResponse(chosen.open("rb"), content_type=files.INTERPRETER_FILES[python_file])
    if is_packed:
        response["Content-Encoding"] = "gzip"
    patch_vary_headers(response, ["Accept-Encoding"])
    response["Cache-Control"] = FOREVER
    return response
