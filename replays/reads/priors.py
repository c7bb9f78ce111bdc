"""Fitted priors of a game (`manage.py fit_prior`), read again when the file changes."""

import json
from typing import Any, NamedTuple

from django.conf import settings


class Fitted(NamedTuple):
    """A file of priors as plain data, with its time of modification."""

    stamp: int
    data: Any


_read: dict[str, Fitted] = {}


def fitted_priors(kind: str) -> Fitted | None:
    """Return the priors of a game, or None if none were fitted. Raises ValueError for a file that
    is not JSON, which is an internal error.
    """
    path = settings.PRIORS_DIR / f"{kind}.json"
    try:
        stamp = path.stat().st_mtime_ns
    except FileNotFoundError:
        return None
    if kind not in _read or _read[kind].stamp != stamp:
        _read[kind] = Fitted(stamp, json.loads(path.read_text(encoding="utf-8")))
    return _read[kind]
