"""Sources of event streams (`replays.streams`): new public games, and the progress of an upload."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Max, QuerySet
from django.urls import reverse

from replays.intake.publishing import STREAM
from replays.models import Game, ItemStatus, Upload
from replays.reads.upload_status import upload_stream
from replays.streams.hub import Event

BATCH_SIZE = 100
COLUMNS = ("public_id", "public_number", "kind", "is_simulated")


@dataclass(frozen=True, slots=True)
class PublicGames:
    """Finished games, when they become public. Cursors are those of `reads.stream`. `root` is the
    address of the site, without a slash at its end.
    """

    root: str

    @property
    def name(self) -> str:
        """The name to wake."""
        return STREAM

    def latest(self) -> int:
        """Return the number of the latest game that is public now."""
        return self._games().aggregate(latest=Max("public_number"))["latest"] or 0

    def after(self, cursor: int) -> Sequence[Event]:
        """Return the next games."""
        games = self._games().filter(public_number__gt=cursor)
        rows = games.order_by("public_number").only(*COLUMNS)[:BATCH_SIZE]
        return [self._event(game) for game in rows]

    def _games(self) -> QuerySet[Game]:
        return Game.objects.listed().filter(is_finished=True).order_by()

    def _event(self, game: Game) -> Event:
        number = int(game.public_number or 0)
        data = {
            "id": game.public_id,
            "url": self.root + reverse("replay", args=[game.public_id]),
            "api": self.root + reverse("api-game", args=[game.public_id]),
            "kind": game.kind,
            "simulated": game.is_simulated,
            "cursor": f"c{number}",
        }
        return Event(number, "game", _line(data))


@dataclass(frozen=True, slots=True)
class UploadProgress:
    """The progress of an upload. Its cursor grows with each game that was read, and at the end."""

    pk: int

    @property
    def name(self) -> str:
        """The name to wake."""
        return upload_stream(self.pk)

    def latest(self) -> int:
        """Return the cursor of the present state."""
        upload = self._upload()
        return _progress(upload) if upload else 0

    def after(self, cursor: int) -> Sequence[Event]:
        """Return the present state, if it is a later one."""
        upload = self._upload()
        if upload is None:
            return [Event(cursor + 1, "removed", "{}", is_last=True)]
        if _progress(upload) <= cursor:
            return []
        data = {
            "state": upload.state,
            "n_read": upload.next_position,
            **{f"n_{status}": getattr(upload, f"n_{status}") for status in ItemStatus},
        }
        name = "done" if upload.is_settled else "progress"
        return [Event(_progress(upload), name, _line(data), is_last=upload.is_settled)]

    def _upload(self) -> Upload | None:
        return Upload.objects.filter(pk=self.pk).first()


def _progress(upload: Upload) -> int:
    return 2 * upload.next_position + upload.is_settled


def _line(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
