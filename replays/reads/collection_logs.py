"""The logs of a collection as a zip file, made while it is sent."""

import json
from collections.abc import Iterator
from io import RawIOBase
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.db.models import QuerySet

from replays.models import Collection, CollectionGame
from replays.reads.downloads import download_name, log_text
from replays.reads.games import is_log_open

CHUNK = 100
"""Games that are read at once."""
CONTENTS = "collection.json"
_TIME = (1980, 1, 1, 0, 0, 0)
"""The earliest time of a zip file, so that equal contents have equal bytes."""


class _Sink(RawIOBase):
    """Collects what a zip file writes until it is sent."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def writable(self) -> bool:
        """Return True."""
        return True

    def write(self, data: Any, /) -> int:
        """Collect bytes."""
        self._parts.append(bytes(data))
        return len(data)

    def take(self) -> bytes:
        """Return what was collected since the last time."""
        data = b"".join(self._parts)
        self._parts.clear()
        return data


def zip_of(collection: Collection, entries: QuerySet[CollectionGame]) -> Iterator[bytes]:
    """Yield a zip file with the log of each finished game in canonical JSON without hidden names,
    and `collection.json`: texts of the collection, and ids, files and notes of its games in order.
    """
    sink, rows = _Sink(), list[dict[str, Any]]()
    with ZipFile(sink, "w", ZIP_DEFLATED) as archive:
        for entry in entries.select_related("game").iterator(CHUNK):
            game = entry.game
            name = download_name(game, "json") if is_log_open(game) else ""
            rows.append({"id": game.public_id, "file": name or None, "note": entry.shown_note})
            if name:
                _write(archive, name, log_text(game, "json"))
                yield sink.take()
        contents = {
            "id": collection.public_id,
            "title": collection.title,
            "description": collection.description,
            "games": rows,
        }
        _write(archive, CONTENTS, json.dumps(contents, ensure_ascii=False, indent=1))
    yield sink.take()


def _write(archive: ZipFile, name: str, text: str) -> None:
    info = ZipInfo(name, _TIME)
    info.compress_type = ZIP_DEFLATED
    archive.writestr(info, text.encode())
