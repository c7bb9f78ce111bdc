"""The secret key: from the environment, or generated once for the embedded site."""

import os
import secrets
from contextlib import suppress
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

N_BYTES = 48
MISSING_KEY = (
    "SECRET_KEY is not set. A site with DATABASE_URL needs one in its environment: 50 or more "
    "random characters, the same for every process. Generate one with: "
    "python3 -c 'import secrets; print(secrets.token_urlsafe(48))'"
)


def secret_key(given: str, path: Path, *, may_generate: bool) -> str:
    """Return the given key or the one stored at `path`, generated on first use with mode 0600.

    Raise ImproperlyConfigured if no key is given and none may be generated.
    """
    if given:
        return given
    if not may_generate:
        raise ImproperlyConfigured(MISSING_KEY)
    if not path.exists():
        _generate(path)
    key = path.read_text(encoding="ascii").strip()
    if len(key) < N_BYTES:
        raise ImproperlyConfigured(f"{path} contains no key. Delete it to generate a new one.")
    return key


def _generate(path: Path) -> None:
    # Written under another name and then linked: if two processes start at once, both use the same
    # key.
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(secrets.token_urlsafe(N_BYTES))
    try:
        with suppress(FileExistsError):
            os.link(draft, path)
    finally:
        draft.unlink()
