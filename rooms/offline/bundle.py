"""What the page for recording without a connection downloads: the rules with their templates and
texts in one archive, the Python interpreter for browsers, and static files.

The archive is made from the running code, and its digest is part of its address. So a page never
gets rules of another version than its own.
"""

import hashlib
import io
import posixpath
import re
import zipfile
from collections.abc import Iterator
from functools import lru_cache
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.contrib.staticfiles import finders

PYODIDE_VERSION = "0.29.3"
"""The version of the interpreter, which `scripts/pyodide.sh` pins with its digest."""
INTERPRETER_FILES = {
    "pyodide.mjs": "text/javascript",
    "pyodide.asm.js": "text/javascript",
    "pyodide.asm.wasm": "application/wasm",
    "python_stdlib.zip": "application/zip",
    "pyodide-lock.json": "application/json",
}
"""The files of the interpreter and their types. `scripts/pyodide.sh` installs them."""
LIBRARIES = ("jinja2", "markupsafe")
MODULES = ("__init__.py", "offline/__init__.py", "offline/console.py", "offline/environment.py")
"""Modules of `rooms` in the archive."""
CATALOGUES = ("games", "replays", "rooms")
STYLES = (
    *("site/tokens.css", "site/site.css", "site/files.css"),
    *("replays/play.css", "replays/replay.css", "replays/board.css", "replays/panels.css"),
    "rooms/room.css",
)
SCRIPTS = ("site/theme.js", "site/site.js", "rooms/offline.js")
SOURCES = ("rooms/templates", "rooms/offline", "rooms/web", "goryo_site/templates",
           "goryo_site/locale")  # fmt: skip
"""Folders of what draws the page."""
PICTURES = ("site/mark.svg", "site/icon-192.png", "site/icon-512.png")
_IMPORT = re.compile(r"""(?:\bfrom|\bimport)\s*\(?\s*["'](\.{1,2}/[^"']+)["']""")
_URL = re.compile(r"""url\(["']?([^"')]+)["']?\)""")
_EPOCH = (1980, 1, 1, 0, 0, 0)


class Bundle(NamedTuple):
    """The archive of the rules, and the digest of its contents."""

    data: bytes
    digest: str


def interpreter_folder() -> Path:
    """Return the folder of the interpreter's files."""
    return Path(settings.PYODIDE_DIR) / PYODIDE_VERSION


def is_installed() -> bool:
    """Return whether the interpreter is installed; else nothing works without a connection."""
    folder = interpreter_folder()
    return all((folder / name).is_file() for name in INTERPRETER_FILES)


@lru_cache(maxsize=1)
def bundle() -> Bundle:
    """Return the archive of the running code."""
    files = dict(sorted(_files()))
    digest = hashlib.sha256()
    output = io.BytesIO()
    with zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in files.items():
            digest.update(f"{name}\0{len(data)}\0".encode() + data)
            archive.writestr(zipfile.ZipInfo(name, _EPOCH), data, zipfile.ZIP_DEFLATED, 9)
    return Bundle(output.getvalue(), digest.hexdigest()[:20])


def _files() -> Iterator[tuple[str, bytes]]:
    """Yield the names and contents of the archive."""
    for name, path in chain(_modules(), _templates(), _catalogues()):
        yield name, path.read_bytes()


def _modules() -> Iterator[tuple[str, Path]]:
    base = settings.BASE_DIR
    for path in (base / "games").rglob("*"):
        if path.suffix in (".py", ".json"):
            yield str(path.relative_to(base)), path
    for name in MODULES:
        yield f"rooms/{name}", base / "rooms" / name
    for library in LIBRARIES:
        spec = find_spec(library)
        for folder in (spec and spec.submodule_search_locations) or ():
            for path in Path(folder).glob("*.py"):
                yield f"{library}/{path.name}", path


def _templates() -> Iterator[tuple[str, Path]]:
    base = settings.BASE_DIR
    for app in ("replays", "rooms"):
        for path in (base / app / "jinja2" / app).glob("*.html"):
            yield f"templates/{app}/{path.name}", path
    for path in (base / "replays/templates/replays/replay_symbols").glob("*.svg"):
        yield f"templates/replays/replay_symbols/{path.name}", path


def _catalogues() -> Iterator[tuple[str, Path]]:
    for app in CATALOGUES:
        for path in (settings.BASE_DIR / app / "locale").glob("*/LC_MESSAGES/django.mo"):
            yield f"locale/{app}.{path.parts[-3]}.mo", path


@lru_cache(maxsize=1)
def static_names() -> tuple[str, ...]:
    """Return the static files that the page needs, with all that their styles and scripts need."""
    todo, found = [*STYLES, *SCRIPTS, *PICTURES], dict[str, None]()
    while todo:
        name = todo.pop()
        path = finders.find(name)
        if name in found or not isinstance(path, str):
            continue
        found[name] = None
        pattern = {".js": _IMPORT, ".css": _URL}.get(Path(name).suffix)
        if pattern is not None:
            text = Path(path).read_text(encoding="utf-8")
            used = (other for other in pattern.findall(text) if not other.startswith("data:"))
            todo += [posixpath.normpath(posixpath.join(name, "..", other)) for other in used]
    return tuple(sorted(found))


@lru_cache(maxsize=1)
def page_version() -> str:
    """Return the version of the page: it is another one if anything changes that the page uses."""
    digest = hashlib.sha256(f"{bundle().digest} {PYODIDE_VERSION}".encode())
    for name in static_names():
        found = finders.find(name)
        if isinstance(found, str):
            digest.update(name.encode() + Path(found).read_bytes())
    for folder in SOURCES:
        for file in sorted((settings.BASE_DIR / folder).rglob("*")):
            if file.suffix in (".html", ".js", ".mo", ".py"):
                digest.update(file.read_bytes())
    return digest.hexdigest()[:20]
