"""The project's own Python files, parsed once."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
APPS = ("games", "replays", "analytics", "goryo_site")


class Source(NamedTuple):
    """A file: its path from the project's root, its text and its syntax tree."""

    path: str
    text: str
    tree: ast.Module


@cache
def sources(*folders: str) -> tuple[Source, ...]:
    """All files of these folders but migrations, which Django writes."""
    return tuple(_read(folders))


def _read(folders: tuple[str, ...]) -> Iterator[Source]:
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            if "/migrations/" not in name:
                text = path.read_text(encoding="utf-8")
                yield Source(name, text, ast.parse(text, name))


def imported(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and top module of every absolute import, also of those inside functions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name.partition(".")[0]
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node.lineno, str(node.module).partition(".")[0]
