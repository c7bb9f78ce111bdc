"""The place in a file a finding speaks of: its line, and a caret under its column."""

from collections.abc import Sequence

from games.log.container import read_documents

LOOKED_AT = 1024 * 1024  # larger files are not opened again for a picture of a line
WIDTH = 100
BEFORE = 60


def lines_of(data: bytes) -> dict[str, list[str]]:
    """The lines of each document of a file by its label; nothing where the file is large."""
    if len(data) > LOOKED_AT:
        return {}
    lines: dict[str, list[str]] = {}
    for document in read_documents(data):
        lines.setdefault(document.label, document.text.splitlines())
    return lines


def excerpt(lines: Sequence[str], line: int | None, column: int | None) -> tuple[str, str]:
    """The line (a window of it) and the line below it that holds the caret; empty where there is no
    such place.
    """
    if line is None or not 1 <= line <= len(lines):
        return "", ""
    text = "".join(c if c.isprintable() else " " for c in lines[line - 1])
    at = min((column or 1) - 1, len(text))
    start = max(0, at - BEFORE)
    window = text[start : start + WIDTH]
    head, tail = "…" if start else "", "…" if start + WIDTH < len(text) else ""
    return f"{head}{window}{tail}", " " * (len(head) + at - start) + "^"
