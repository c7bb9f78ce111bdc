"""Where Plotly's script comes from: the installed `plotly` package, served by us like any other
static file.
"""

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
    """Finds `plotly/plotly.min.js` and nothing else of the package (its notebook bundle is as large
    again).
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.storage = FileSystemStorage(location=_package_data())
        self.storage.prefix = PREFIX  # type: ignore[attr-defined]  # where collectstatic puts it

    def check(self, **_: Any) -> list[Any]:
        """Nothing to configure, so nothing to check."""
        return []

    def find(self, path: str, find_all: bool = False, **_: Any) -> Any:
        """The script's place on disk, for the development server."""
        if path != f"{PREFIX}/{SCRIPT}":
            return []
        place = self.storage.path(SCRIPT)
        return [place] if find_all else place

    def list(
        self, ignore_patterns: Iterable[str] | None
    ) -> Iterator[tuple[str, FileSystemStorage]]:
        """The script, for collectstatic."""
        if not matches_patterns(SCRIPT, list(ignore_patterns or [])):
            yield SCRIPT, self.storage


def _package_data() -> Path:
    """The folder of the installed package, found without importing it. Raises RuntimeError where it
    is not installed.
    """
    spec = find_spec("plotly")
    if spec is None or spec.origin is None:
        raise RuntimeError("the plotly package is not installed; its script is served from it")
    return Path(spec.origin).parent / "package_data"
