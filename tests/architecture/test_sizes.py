"""Files and functions are small; lines of templates are short, so that changes can be reviewed."""

import ast
import re

from tests.architecture.sources import APPS, ROOT, sources

TEMPLATE_LINE = 160
FILE_LINES = 450
FUNCTION_LINES = 50
FOLDERS = (*APPS, "tests", "clients", "packages")
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def test_no_file_is_longer_than_450_lines() -> None:
    lengths = {source.path: source.text.count("\n") for source in sources(*FOLDERS)}
    assert {path: n for path, n in lengths.items() if n > FILE_LINES} == {}


def test_no_function_is_longer_than_50_lines() -> None:
    lengths = {
        f"{source.path}:{node.lineno} {node.name}": (node.end_lineno or 0) - node.lineno + 1
        for source in sources(*FOLDERS)
        for node in ast.walk(source.tree)
        if isinstance(node, FUNCTIONS)
    }
    assert {name: n for name, n in lengths.items() if n > FUNCTION_LINES} == {}


def test_all_apps_are_examined() -> None:
    assert {source.path.partition("/")[0] for source in sources(*APPS)} == set(APPS)
    assert len(sources(*APPS)) > 100


def test_no_line_of_a_template_is_longer_than_160_characters() -> None:
    paths = [path for app in APPS for path in (ROOT / app).rglob("*.html")]
    long = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in paths
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > TEMPLATE_LINE
    ]
    assert long == []
    assert len(paths) > 60


def test_sizes_have_one_unit() -> None:
    """Limits are binary, so pages, messages and documents write MiB."""
    files = [
        *ROOT.glob("*/templates/**/*.html"),
        *ROOT.glob("*/locale/**/*.po"),
        *ROOT.glob("replays/static/**/*.js"),
        *(ROOT / "docs").glob("*.md"),
    ]
    files = [file for file in files if file.name not in ("dependencies.md", "measures.md")]
    wrong = [f for f in files if re.search(r"[0-9)}s] (MB|kB)\b", f.read_text("utf-8"))]
    assert wrong == []
