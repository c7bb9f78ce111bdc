"""The table of rows names tests that exist, and each row once."""

import ast
import re
from pathlib import Path

TESTS = Path(__file__).parent.parent
ROW = re.compile(r"\| (A\d{3}) \| ([^|]+) \| ([^|]+) \|")


def test_every_row_has_tests_that_exist() -> None:
    table = (Path(__file__).parent / "rows.md").read_text(encoding="utf-8")
    lines = [line for line in table.splitlines() if line.startswith("| A")]
    rows = [ROW.fullmatch(line) for line in lines]
    assert all(rows)
    ids = [row[1] for row in rows if row]
    assert ids == sorted(set(ids))
    for row in rows:
        named = re.findall(r"`([^`]+)::([^`]+)`", row[3]) if row else []
        assert named, row
        for path, name in named:
            tree = ast.parse((TESTS / path).read_text(encoding="utf-8"))
            there = {one.name for one in tree.body if isinstance(one, ast.FunctionDef)}
            assert name in there, (path, name)
