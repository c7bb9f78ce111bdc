"""The games are pure: they use only the standard library, without randomness, clock, files, network
or processes.
"""

import ast
import sys
from collections.abc import Iterator

import pytest

from tests.architecture.sources import imported, sources

BARRED_MODULES = {
    "asyncio", "glob", "http", "logging", "multiprocessing", "os", "pathlib", "random", "requests",
    "secrets", "shutil", "signal", "socket", "sqlite3", "subprocess", "tempfile", "threading",
    "time", "urllib", "uuid",
}  # fmt: skip
BARRED_CALLS = {
    "open", "print", "input", "eval", "exec", "compile", "__import__", "breakpoint", "globals",
}  # fmt: skip
BARRED_METHODS = {"now", "utcnow", "today"}


def offences(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield line and name of everything that pure code may not use."""
    for line, module in imported(tree):
        if module in BARRED_MODULES:
            yield line, module
        elif module != "games" and module not in sys.stdlib_module_names:
            yield line, f"{module} (not in the standard library)"
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in BARRED_CALLS:
                yield node.lineno, f"{name}()"
            case ast.Call(func=ast.Attribute(attr=name)) if name in BARRED_METHODS:
                yield node.lineno, f".{name}()"


def test_games_are_pure() -> None:
    found = [
        f"{source.path}:{line} {name}"
        for source in sources("games")
        for line, name in offences(source.tree)
    ]
    assert found == []


@pytest.mark.parametrize(
    "code",
    [
        "import random", "from time import monotonic", "import numpy as np",
        "def f():\n    import django.conf", "open('x')", "print(1)", "datetime.now()",
    ],
)  # fmt: skip
def test_impure_code_is_detected(code: str) -> None:
    assert list(offences(ast.parse(code)))


def test_pure_code_is_accepted() -> None:
    code = "import json\nfrom games.core import record\njson.dumps(1)"
    assert not list(offences(ast.parse(code)))
