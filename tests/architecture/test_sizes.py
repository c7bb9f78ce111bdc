"""Small files, small functions: what a reader can hold."""

import ast

from tests.architecture.sources import APPS, sources

FILE_LINES = 450
FUNCTION_LINES = 50
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def test_no_file_is_longer_than_450_lines() -> None:
    long = {
        source.path: n
        for source in sources(*APPS, "tests")
        if (n := source.text.count("\n")) > FILE_LINES
    }
    assert long == {}


def test_no_function_is_longer_than_50_lines() -> None:
    long = {
        f"{source.path}:{node.lineno} {node.name}": n
        for source in sources(*APPS, "tests")
        for node in ast.walk(source.tree)
        if isinstance(node, FUNCTIONS)
        and (n := (node.end_lineno or 0) - node.lineno + 1) > FUNCTION_LINES
    }
    assert long == {}


def test_the_walk_sees_the_files() -> None:
    assert {source.path.partition("/")[0] for source in sources(*APPS)} == set(APPS)
    assert len(sources(*APPS)) > 100
