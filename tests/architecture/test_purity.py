"""The games are pure: they use only the standard library, without randomness, clock, files, network
or processes. An edition is a value with policies: only the module of the editions compares their
names.
"""

import ast
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module

import pytest

from games.registry import KINDS
from tests.architecture.sources import APPS, imported, sources

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


HOME = "/rules/editions.py"


@cache
def edition_names() -> frozenset[str]:
    """Return the names of all editions of all games, as in logs."""
    modules = [import_module(f"games.{slug}.rules.editions") for slug in KINDS]
    return frozenset(str(name) for module in modules for name in module.EDITIONS)


def comparisons(tree: ast.AST) -> Iterator[int]:
    """Yield lines that compare with the name of an edition: operators, membership or `match`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            line, operands = node.lineno, [node.left, *node.comparators]
        elif isinstance(node, ast.MatchValue):
            line, operands = node.value.lineno, [node.value]
        else:
            continue
        if any(_names_an_edition(part) for operand in operands for part in _parts(operand)):
            yield line


def _parts(node: ast.expr) -> list[ast.expr]:
    return node.elts if isinstance(node, ast.Tuple | ast.List | ast.Set) else [node]


def _names_an_edition(node: ast.AST) -> bool:
    value = node.value if isinstance(node, ast.Constant) else None
    return isinstance(value, str) and value.split("-")[0] in edition_names()


def test_no_other_module_compares_editions() -> None:
    found = [
        f"{source.path}:{line}"
        for source in sources(*APPS)
        if not source.path.endswith(HOME)
        for line in comparisons(source.tree)
    ]
    assert found == []


@pytest.mark.parametrize(
    ("code", "is_found"),
    [
        ('x = edition == "2024"', True),
        ('if edition in ("2019", "2021"): pass', True),
        ('match edition:\n    case "2021": pass', True),
        ('x = "2024-advanced" != name', True),
        ('x = policies.must_affirm == "yes"', False),
    ],
)
def test_comparisons_are_found(code: str, is_found: bool) -> None:
    assert bool(list(comparisons(ast.parse(code)))) == is_found


def test_every_game_has_a_module_for_its_editions() -> None:
    paths = {source.path for source in sources("games") if source.path.endswith(HOME)}
    assert paths == {f"games/{slug}{HOME}" for slug in KINDS}
    assert edition_names() >= {"2019", "2021", "2024"}
