"""The table `rows.md` names tests that exist, and contains each row once."""

import ast
import re
from pathlib import Path

TESTS = Path(__file__).parent.parent
ROW = re.compile(r"\| (A\d{3}) \| ([^|]+) \| ([^|]+) \|")


def test_every_row_has_tests_that_exist() -> None:
    table = (Path(__file__).parent / "rows.md").read_text(encoding="utf-8")
    rows = [ROW.fullmatch(line) for line in table.splitlines() if line.startswith("| A")]
    ids = [row[1] for row in rows if row]
    assert len(ids) == len(rows)
    assert ids == sorted(set(ids))
    for row in filter(None, rows):
        tests = re.findall(r"`([^`]+)::([^`]+)`", row[3])
        assert tests, row
        for path, name in tests:
            tree = ast.parse((TESTS / path).read_text(encoding="utf-8"))
            names = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
            assert name in names, (path, name)
