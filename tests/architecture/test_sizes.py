"""Files and functions are small."""

import ast

from tests.architecture.sources import APPS, sources

FILE_LINES = 450
FUNCTION_LINES = 50
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def test_no_file_is_longer_than_450_lines() -> None:
    lengths = {source.path: source.text.count("\n") for source in sources(*APPS, "tests")}
    assert {path: n for path, n in lengths.items() if n > FILE_LINES} == {}


def test_no_function_is_longer_than_50_lines() -> None:
    lengths = {
        f"{source.path}:{node.lineno} {node.name}": (node.end_lineno or 0) - node.lineno + 1
        for source in sources(*APPS, "tests")
        for node in ast.walk(source.tree)
        if isinstance(node, FUNCTIONS)
    }
    assert {name: n for name, n in lengths.items() if n > FUNCTION_LINES} == {}


def test_all_apps_are_examined() -> None:
    assert {source.path.partition("/")[0] for source in sources(*APPS)} == set(APPS)
    assert len(sources(*APPS)) > 100
