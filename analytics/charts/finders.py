"""The script of Plotly, served from the installed `plotly` package as a static file."""

from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from django.contrib.staticfiles.finders import BaseFinder
from django.contrib.staticfiles.utils import matches_patterns
from django.core.files.storage import FileSystemStorage

SCRIPT = "plotly.min.js"
PREFIX = "plotly"


class PlotlyFinder(BaseFinder):
    """Finds `plotly/plotly.min.js`, and no other file of the package."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.storage = FileSystemStorage(location=_package_data())
        self.storage.prefix = PREFIX  # type: ignore[attr-defined]  # where collectstatic puts it

    def find(self, path: str, find_all: bool = False, **_: Any) -> Any:
        """Return the path of the script on disk, for the development server."""
        if path != f"{PREFIX}/{SCRIPT}":
            return []
        path = self.storage.path(SCRIPT)
        return [path] if find_all else path

    def list(
        self, ignore_patterns: Iterable[str] | None
    ) -> Iterator[tuple[str, FileSystemStorage]]:
        """Yield the script, for collectstatic."""
        if not matches_patterns(SCRIPT, list(ignore_patterns or [])):
            yield SCRIPT, self.storage


def _package_data() -> Path:
    """Return the folder of the installed package, without importing it. Raises RuntimeError without
    the package.
    """
    spec = find_spec("plotly")
    if spec is None or spec.origin is None:
        raise RuntimeError("the plotly package is not installed; its script is served from it")
    return Path(spec.origin).parent / "package_data"
