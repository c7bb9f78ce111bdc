"""The parts of an event that were chosen so far, as an address carries them."""

import json
from typing import Any

from games.core.choosing import Parts

LONGEST = 4000
"""Characters of `chosen` in an address."""
PARTS_MAX = 80


def chosen_of(text: str) -> Parts | None:
    """The parts that `chosen` of an address says: JSON, a list of [path, value]. None where it says
    something else.
    """
    if len(text) > LONGEST:
        return None
    try:
        rows = json.loads(text)
        json.dumps(rows, ensure_ascii=False).encode()  # half a surrogate pair can be sent nowhere
    except (ValueError, RecursionError):
        return None
    if not isinstance(rows, list) or len(rows) > PARTS_MAX:
        return None
    if not all(_is_part(row) for row in rows):
        return None
    return tuple((row[0], row[1]) for row in rows)


def _is_part(row: Any) -> bool:
    if not (isinstance(row, list) and len(row) == 2 and isinstance(row[0], str)):
        return False
    return row[1] is None or isinstance(row[1], str | int | bool)


def text_of(parts: Parts) -> str:
    """`chosen` of an address for these parts."""
    return json.dumps([list(part) for part in parts], ensure_ascii=False, separators=(",", ":"))
