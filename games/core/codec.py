"""Canonical JSON and digests, shared by every game (log-format page, "canonical form")."""

import hashlib
import json
from typing import Any

_encode = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")
).encode


def canonical_json(value: Any) -> str:
    """JSON with sorted keys, separators `,` and `:`, and nothing escaped that need not be.

    Raises ValueError for a number that is not finite.
    """
    return _encode(value)


def sha256_hex(text: str) -> str:
    """SHA-256 of the text in UTF-8, in hex."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()
