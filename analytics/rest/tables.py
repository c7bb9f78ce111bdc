"""Tables as CSV files whose text a spreadsheet does not run as formulas."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from csv import DictWriter
from typing import Any

from django.http import HttpResponse

OPERATORS = "=+-@\N{MINUS SIGN}"
"""Characters that begin a formula, in any width."""
_PART = re.compile(r"[;\t\r\n]+|[^;\t\r\n]+")
"""Spreadsheets of some languages separate cells by `;`, whatever the quotes."""
_BLANK = {"Cf", "Cc", "Zs", "Zl", "Zp"}


def csv_response(
    name: str, fields: Iterable[str], rows: Iterable[Mapping[str, Any]]
) -> HttpResponse:
    """Return a table as a file. Keys that are not among the fields are omitted."""
    fields = tuple(fields)
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    writer = DictWriter(response, fields, extrasaction="ignore")
    writer.writerow({field: as_cell(field) for field in fields})
    writer.writerows({key: as_cell(value) for key, value in row.items()} for row in rows)
    return response


def as_cell(value: Any) -> Any:
    """Return a value as a cell. Text that a spreadsheet could run begins with an apostrophe, and so
    does a part of it after a `;`, a tab or a line end. Numbers stay as they are.

    >>> as_cell("=1+1"), as_cell("Ann;＝1"), as_cell("Ann-Jo"), as_cell(-12)
    ("'=1+1", "Ann;'＝1", 'Ann-Jo', -12)
    """
    if not isinstance(value, str):
        return value
    text = _PART.sub(lambda part: f"'{part[0]}" if _is_formula(part[0]) else part[0], value)
    return f"'{text}" if text[:1] in ("\t", "\r", "\n") else text


def _is_formula(text: str) -> bool:
    """Return whether the first visible character begins a formula."""
    for character in text:
        if unicodedata.category(character) not in _BLANK:
            return unicodedata.normalize("NFKC", character)[:1] in OPERATORS
    return False
