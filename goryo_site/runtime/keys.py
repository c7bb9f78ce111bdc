"""The site's secret key: given, or made once for a site that keeps everything in its own folder."""

import os
import secrets
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

N_BYTES = 48
NEEDED = (
    "SECRET_KEY is not set. A site with a database of its own needs one: 50 or more random "
    "characters in the environment, the same for every process. To make one: "
    "python3 -c 'import secrets; print(secrets.token_urlsafe(48))'"
)


def secret_key(given: str, path: Path, *, may_make: bool) -> str:
    """The given key, else the one kept at `path` (made on first use, readable by its owner alone).

    Raises ImproperlyConfigured where none is given and none may be made.
    """
    if given:
        return given
    if not may_make:
        raise ImproperlyConfigured(NEEDED)
    try:
        return _kept(path)
    except FileNotFoundError:
        return _made(path)


def _kept(path: Path) -> str:
    kept = path.read_text(encoding="ascii").strip()
    if len(kept) < N_BYTES:
        raise ImproperlyConfigured(f"{path} holds no key. Delete it and a new one is made.")
    return kept


def _made(path: Path) -> str:
    # Written whole under another name and then linked: of two processes that start at once, one
    # wins and both read it.
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(secrets.token_urlsafe(N_BYTES))
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
    return _kept(path)
