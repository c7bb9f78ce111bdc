"""Which form of the rules a process of the site uses: the modules of `games/`, or their compiled
copy in `var/compiled` (docs/adr/0008). Both behave alike; the copy is faster.
"""

import hashlib
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "var" / "compiled"
STAMP = "SOURCES"
"""The file of the copy with the digest of what it was made from (`scripts/compile_games.py`)."""


def use_compiled(folder: Path = FOLDER, sources: Path = ROOT) -> bool:
    """Let this process import `games` from the compiled copy if it is current, unless
    `KIFU_COMPILED=0`; return whether it does.
    """
    stamp = folder / STAMP
    if os.environ.get("KIFU_COMPILED", "1") != "1" or "games" in sys.modules or not stamp.is_file():
        return False
    if stamp.read_text(encoding="utf-8").strip() != digest_of(sources):
        return False
    sys.path.insert(0, str(folder))
    return True


def digest_of(sources: Path) -> str:
    """Return the SHA-256 of the Python version, of all files of `games/` and of the script that
    compiles them, in hex.
    """
    digest = hashlib.sha256(str(sys.implementation.cache_tag).encode())
    found = (sources / "games").rglob("*")
    files = [path for path in found if path.suffix in (".py", ".json")]
    for path in (*sorted(files), sources / "scripts" / "compile_games.py"):
        digest.update(str(path.relative_to(sources)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()
