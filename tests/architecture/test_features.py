"""docs/features.md contains each row once and names tests that exist."""

import ast
import re
from pathlib import Path

from tests.support.documents import document

TESTS = Path(__file__).parent.parent
ROW = re.compile(r"\| ([A-Z])(\d+) \| [^|]+ \| ([^|]+) \|")
ROWS = {"A": 12, "B": 7, "C": 18, "E": 12, "F": 7, "G": 4, "H": 4, "I": 12}
NOT_BUILT = "not built"


def test_every_row_has_tests_that_exist() -> None:
    rows = [row for line in document("features").splitlines() if (row := ROW.fullmatch(line))]
    assert {row[1] for row in rows} == ROWS.keys()
    numbers = {group: [int(row[2]) for row in rows if row[1] == group] for group in ROWS}
    assert numbers == {group: list(range(1, count + 1)) for group, count in ROWS.items()}
    for row in rows:
        tests = re.findall(r"`([^`]+)::([^`]+)`", row[3])
        assert bool(tests) != (row[3] == NOT_BUILT), row[0]
        for path, name in tests:
            tree = ast.parse((TESTS / path).read_text(encoding="utf-8"))
            names = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
            assert name in names, (path, name)
