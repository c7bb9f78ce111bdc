"""The release id: changes whenever the code does, for ETags."""

import hashlib
from pathlib import Path

PACKAGES = ("games", "replays", "analytics", "accounts", "rooms", "moderation", "goryo_site")


def code_digest(base: Path) -> str:
    """Return twelve hex digits of a digest of sources, templates and translations."""
    digest = hashlib.sha256()
    for package in PACKAGES:
        for path in sorted((base / package).rglob("*")):
            if path.suffix in (".py", ".html", ".json", ".svg", ".css", ".js", ".ttf", ".po"):
                digest.update(path.relative_to(base).as_posix().encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()[:12]
