"""Rules are pure: the standard library only, and of that no chance, clock, file, network or
process.
"""

import ast
import sys
from collections.abc import Iterator

from tests.architecture.sources import imported, sources

BARRED_MODULES = frozenset(
    [
        "asyncio",
        "glob",
        "http",
        "logging",
        "multiprocessing",
        "os",
        "pathlib",
        "random",
        "requests",
        "secrets",
        "shutil",
        "signal",
        "socket",
        "sqlite3",
        "subprocess",
        "tempfile",
        "threading",
        "time",
        "urllib",
        "uuid",
    ]
)
BARRED_CALLS = frozenset(
    ["open", "print", "input", "eval", "exec", "compile", "__import__", "breakpoint", "globals"]
)
BARRED_METHODS = frozenset(["now", "utcnow", "today"])


def offences(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and name of what pure code may not use."""
    for line, module in imported(tree):
        if module in BARRED_MODULES:
            yield line, module
        elif module != "games" and module not in sys.stdlib_module_names:
            yield line, f"{module} (not of the standard library)"
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        called = node.func
        if isinstance(called, ast.Name) and called.id in BARRED_CALLS:
            yield node.lineno, f"{called.id}()"
        if isinstance(called, ast.Attribute) and called.attr in BARRED_METHODS:
            yield node.lineno, f".{called.attr}()"


def test_games_are_pure() -> None:
    found = [
        f"{source.path}:{line} {name}"
        for source in sources("games")
        for line, name in offences(source.tree)
    ]
    assert found == []


def test_the_rule_catches_what_it_is_there_for() -> None:
    for offence in (
        "import random",
        "from time import monotonic",
        "import numpy as np",
        "def f():\n    import django.conf",
        "open('x')",
        "print(1)",
        "datetime.now()",
    ):
        assert list(offences(ast.parse(offence))), offence
    assert not list(
        offences(ast.parse("import json\nfrom games.core import record\njson.dumps(1)"))
    )
