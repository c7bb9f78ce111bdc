"""An edition is a value with policies: only the module of the editions compares their names."""

import ast
from collections.abc import Iterator
from functools import cache
from importlib import import_module

import pytest

from games.registry import KINDS
from tests.architecture.sources import APPS, sources

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


def test_the_names_are_those_of_the_games() -> None:
    assert edition_names() >= {"2019", "2021", "2024"}


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
