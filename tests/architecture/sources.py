"""The Python files of the project, parsed once."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
APPS = ("games", "replays", "analytics", "accounts", "rooms", "moderation", "goryo_site")


class Source(NamedTuple):
    """A file: path relative to the root of the project, text and syntax tree."""

    path: str
    text: str
    tree: ast.Module


@cache
def sources(*folders: str) -> tuple[Source, ...]:
    """Return all files of these folders except migrations, which Django writes."""
    found = []
    for path in (path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))):
        if "migrations" not in path.parts:
            text = path.read_text(encoding="utf-8")
            found.append(Source(path.relative_to(ROOT).as_posix(), text, ast.parse(text)))
    return tuple(found)


def imported(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield line and top module of every absolute import, also inside functions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name.partition(".")[0]
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node.lineno, str(node.module).partition(".")[0]
