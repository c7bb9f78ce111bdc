"""The place in a file a finding speaks of: its line, and a caret under its column."""

import re
from collections.abc import Sequence

from games.log.container import is_packed, read_documents, unpacked_size
from replays.text.labels import clean_label

LOOKED_AT = 1024 * 1024  # larger files are not opened again for a picture of a line
WIDTH = 100
BEFORE = 60
_LINE_END = re.compile(r"\r\n|\r|\n")


def lines_of(data: bytes) -> dict[str, list[str]]:
    """The lines of each document of a file by its label, as findings count them; nothing where the
    file is large, unpacked too, and none for a label that several documents share.
    """
    is_large = len(data) > LOOKED_AT
    if is_large or (is_packed(data) and unpacked_size(data, LOOKED_AT) > LOOKED_AT):
        return {}
    lines: dict[str, list[str]] = {}
    for document in read_documents(data):
        label = clean_label(document.label)
        lines[label] = [] if label in lines else _LINE_END.split(document.text)
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
