"""Excerpts of a file for findings: the line, and a caret under the column."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from games.log.container import is_packed, read_documents, unpacked_size
from replays.text.names import clean_label

MAX_BYTES = 1024 * 1024  # larger files have no excerpts
WIDTH = 100
BEFORE = 60
_BAD_BYTE = re.compile("[\ud800-\udfff]")
_LINE_END = re.compile(r"\r\n|\r|\n")


def lines_of(data: bytes) -> dict[str, list[str]]:
    """Return the lines of each document of a file by label, as findings count them. Large files
    (also unpacked) have none, nor do labels that several documents share.
    """
    is_large = len(data) > MAX_BYTES
    if is_large or (is_packed(data) and unpacked_size(data, MAX_BYTES) > MAX_BYTES):
        return {}
    lines: dict[str, list[str]] = {}
    for document in read_documents(data):
        label = clean_label(document.label)
        text = _BAD_BYTE.sub("\N{REPLACEMENT CHARACTER}", document.text)
        lines[label] = [] if label in lines else _LINE_END.split(text)
    return lines


def excerpt(lines: Sequence[str], line: int | None, column: int | None) -> tuple[str, str]:
    """Return a part of the line, and the line below it with the caret; empty if the position does
    not exist.
    """
    if line is None or not 1 <= line <= len(lines):
        return "", ""
    text = "".join(c if c.isprintable() else " " for c in lines[line - 1])
    at = min((column or 1) - 1, len(text))
    start = max(0, at - BEFORE)
    window = text[start : start + WIDTH]
    head, tail = "…" if start else "", "…" if start + WIDTH < len(text) else ""
    return f"{head}{window}{tail}", " " * (len(head) + at - start) + "^"


def corrected(lines: Sequence[str], fix: Mapping[str, Any]) -> str:
    """Return the line that a correction of a text log leaves, or the line it adds; empty if it
    removes the line, or corrects a JSON log.
    """
    if "line" not in fix or not 1 <= fix["line"] <= len(lines):
        return ""
    line, start = lines[fix["line"] - 1], fix["column"] - 1
    if "\n" in fix["text"]:
        return str(fix["text"].strip())
    whole = line[:start] + fix["text"] + line[start + fix["length"] :]
    return whole.strip() if len(whole) <= WIDTH else ""
