"""An edition is a value with policies: no code outside the editions' own file asks which one it
is.
"""

import ast
from collections.abc import Iterator
from functools import cache
from importlib import import_module

from games.registry import KINDS
from tests.architecture.sources import APPS, Source, sources

HOME = "/rules/editions.py"


@cache
def edition_words() -> frozenset[str]:
    """The names of all editions of all games, as logs write them."""
    homes = [import_module(f"games.{slug}.rules.editions") for slug in KINDS]
    return frozenset(str(name) for home in homes for name in home.EDITIONS)


def questions(tree: ast.AST) -> Iterator[int]:
    """Lines that compare something with an edition's name, by operator, membership or `match`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            asked = [node.left, *node.comparators]
        elif isinstance(node, ast.MatchValue):
            asked = [node.value]
        else:
            continue
        if any(_names_an_edition(part) for one in asked for part in _parts(one)):
            yield node.lineno if isinstance(node, ast.Compare) else node.value.lineno


def _parts(node: ast.expr) -> list[ast.expr]:
    return node.elts if isinstance(node, ast.Tuple | ast.List | ast.Set) else [node]


def _names_an_edition(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and node.value.split("-")[0] in edition_words()
    )


def offences(found: tuple[Source, ...]) -> list[str]:
    return [
        f"{source.path}:{line}"
        for source in found
        if not source.path.endswith(HOME)
        for line in questions(source.tree)
    ]


def test_nobody_asks_which_edition_it_is() -> None:
    assert offences(sources(*APPS)) == []


def test_the_names_are_those_of_the_games() -> None:
    assert edition_words() >= {"2019", "2021", "2024"}


def test_the_rule_catches_what_it_is_there_for() -> None:
    for offence in (
        'x = edition == "2024"',
        'if edition in ("2019", "2021"): pass',
        'match edition:\n    case "2021": pass',
        'x = "2024-advanced" != name',
    ):
        assert list(questions(ast.parse(offence))), offence
    assert not list(questions(ast.parse('x = policies.must_affirm == "yes"')))


def test_every_game_has_a_home_for_its_editions() -> None:
    homes = {source.path for source in sources("games") if source.path.endswith(HOME)}
    assert homes == {f"games/{slug}{HOME}" for slug in KINDS}
