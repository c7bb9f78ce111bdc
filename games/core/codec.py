"""Canonical JSON and digests (log-format page, "Canonical form")."""

import hashlib
import json
from typing import Any

_encode = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")
).encode


def canonical_json(value: Any) -> str:
    """Return JSON with sorted keys, the separators `,` and `:`, and only necessary escapes.

    Raises ValueError for a number that is not finite.
    """
    return _encode(value)


def sha256_hex(text: str) -> str:
    """Return the SHA-256 of a text in UTF-8, in hex."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()
