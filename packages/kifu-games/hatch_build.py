"""Builds the wheel from `games/`: copies it as the package `kifu_games`, adds the modules of
`additions/`, and compiles the translations.

In the repository the package is called `games`. In an installed package this name would be
too general: many projects have a folder `games`, which would hide it or be hidden by it. So the
copy has another name, also in its imports (docs/adr/0019). Sources in an installed package are
never edited, so nothing has to be converted back.
"""

import ast
import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NAME, NEW_NAME = "games", "kifu_games"
_PARTS = "core|log|recorder|registry|goryo|gorinto|kyoto"
_MODULE = re.compile(rf"\b{NAME}\.(?=(?:{_PARTS})\b)")


class Hook(BuildHookInterface[Any]):
    """Called by hatchling before and after it writes the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - hatchling calls it
        """Prepare the package in a temporary folder."""
        here = Path(self.root)
        self._folder = TemporaryDirectory(prefix="kifu-games-")
        target = Path(self._folder.name)
        make_package(here.parents[1] / NAME, here / "additions", target)
        build_data["force_include"][str(target)] = NEW_NAME

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Delete the temporary folder."""
        self._folder.cleanup()


def make_package(games: Path, additions: Path, target: Path) -> None:
    """Write the package into a folder. Raises ValueError if a module imports `games` in a way that
    is not renamed.
    """
    for path in sorted(games.rglob("*")):
        copy = target / path.relative_to(games)
        match path.suffix:
            case ".py":
                _write(copy, renamed(path.read_text(encoding="utf-8")))
            case ".json":
                _write(copy, path.read_text(encoding="utf-8"))
            case ".po":
                _compile(path, copy.with_suffix(".mo"))
    for path in sorted(additions.glob("*.py")):
        _write(target / path.name, renamed(path.read_text(encoding="utf-8")))
    _write(target / "py.typed", "")


def renamed(source: str) -> str:
    """Return a module with the new name of the package. Raises ValueError if the earlier one is
    still imported.
    """
    changed = _MODULE.sub(f"{NEW_NAME}.", source)
    for node in ast.walk(ast.parse(changed)):
        match node:
            case ast.Import(names=names):
                modules = [alias.name for alias in names]
            case ast.ImportFrom(module=str(module)):
                modules = [module]
            case _:
                continue
        if any(module.partition(".")[0] == NAME for module in modules):
            raise ValueError(f"Line {node.lineno} imports {modules}: add it to _PARTS.")
    return changed


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _compile(path: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    with path.open("rb") as source, target.open("wb") as output:
        write_mo(output, read_po(source))
