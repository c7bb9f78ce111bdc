"""The parts of an event chosen so far, as a query parameter."""

import json
from typing import Any

from games.core.choosing import Parts

MAX_LENGTH = 4000
"""Characters of the parameter `chosen`, or of an event in a form."""
MAX_PARTS = 80


def parse_json(text: str, max_length: int) -> Any:
    """Return the value of a JSON text; None if it is invalid or too long."""
    if len(text) > max_length:
        return None
    try:
        value = json.loads(text)
        json.dumps(value, ensure_ascii=False).encode()  # an unpaired surrogate can't be sent
    except (ValueError, RecursionError):
        return None
    return value


def parse_choices(text: str) -> Parts | None:
    """Return the parts in the parameter `chosen`, a JSON list of [path, value]; None if invalid."""
    rows = parse_json(text, MAX_LENGTH)
    if not isinstance(rows, list) or len(rows) > MAX_PARTS or not all(map(_is_part, rows)):
        return None
    return tuple((path, value) for path, value in rows)


def _is_part(row: Any) -> bool:
    if not (isinstance(row, list) and len(row) == 2 and isinstance(row[0], str)):
        return False
    return row[1] is None or isinstance(row[1], str | int | bool)


def choices_text(parts: Parts) -> str:
    """Return the parameter `chosen` for some parts."""
    return json.dumps([list(part) for part in parts], ensure_ascii=False, separators=(",", ":"))
