"""Files of the open data: downloads with a check of their digest, and tables for pandas."""

import hashlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

from .bodies import DumpFile
from .connection import Connection
from .errors import KifuError

if TYPE_CHECKING:
    import pandas as pd


def download(connection: Connection, file: DumpFile, folder: Path) -> Path:
    """Download a file into a folder, unless it is there with the right digest. Return its path.

    Raises KifuError with the code `digest` if the bytes are not those of the manifest; then nothing
    is stored.
    """
    if file.name in ("", "..") or Path(file.name).name != file.name:
        raise KifuError(None, "bad_response", f"{file.name!r} is no file name.")
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / file.name
    if path.is_file() and _digest_of(path) == file.sha256:
        return path
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        digest = hashlib.sha256()
        with connection.stream(file.url) as pieces, part.open("wb") as output:
            for piece in pieces:
                digest.update(piece)
                output.write(piece)
        if digest.hexdigest() != file.sha256:
            detail = f"{file.name} does not match its SHA-256 in the manifest. Download it again."
            raise KifuError(None, "digest", detail)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return path


def _digest_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def read_table(path: Path) -> "pd.DataFrame":
    """Return a Parquet file of a dump as a data frame. Raises ImportError without the extra
    `pandas`.
    """
    import pandas as pd

    return pd.read_parquet(path)
