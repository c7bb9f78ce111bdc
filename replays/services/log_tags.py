"""Changing the tags of an own log: event, site, round, date, source, and the names of players. It
is a correction, so earlier revisions stay and statistics follow.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from replays.access.quotas import Quota
from replays.access.viewer import Viewer
from replays.models import Game, Record, UploadSource
from replays.reads.records import own_record, owner_log
from replays.services.corrections import Correction, correct_game
from replays.text.names import MAX_NAME, clean_line

from .errors import refusal

TAGS = {
    "event": "event",
    "site": "site",
    "round": "x_round",
    "date": "played_at",
    "source": "source",
}
"""Fields of a form, and the keys of a log."""
NAME = "name-"
"""Prefix of the fields with names, before the role."""


def tags_of(record: Record) -> dict[str, str]:
    """Return the tags of an own log by field. A name that its person hid everywhere is missing."""
    log = json.loads(owner_log(record))
    values = {field: str(log.get(key) or "") for field, key in TAGS.items()}
    hidden = {
        player["role"]
        for player, shown in zip(
            json.loads(record.canonical)["players"], log["players"], strict=True
        )
        if "name" in player and "name" not in shown
    }
    names = {
        f"{NAME}{player['role']}": str(player.get("name") or "")
        for player in log["players"]
        if player["role"] not in hidden
    }
    return {**values, **names}


def change_tags(
    viewer: Viewer, game: Game, sent: Mapping[str, str], quotas: Sequence[Quota] = ()
) -> Correction:
    """Store a revision of the viewer's log of a game with these tags; an empty one is removed, and
    fields that are missing stay. Raises Refusal, OverQuota and Http404 as `correct_game`.
    """
    record = own_record(game, viewer.keys)
    if record is None:
        raise refusal(403, "not_owner", gettext("Only the uploader of a log can correct it."))
    log, before = json.loads(record.canonical), tags_of(record)
    for field in sent.keys() & before.keys():
        value = clean_line(sent[field])
        if len(value) > MAX_NAME:
            too_long = gettext("Too long: at most {most} characters.")
            raise refusal(422, "too_long", too_long, most=MAX_NAME)
        if value != before[field]:
            _set(log, field, value)
    data = json.dumps(log, ensure_ascii=False).encode()
    return correct_game(game, data, owner=record.owner, source=UploadSource.PAGE, quotas=quotas)


def _set(log: dict[str, Any], field: str, value: str) -> None:
    if field in TAGS:
        of, key = log, TAGS[field]
    else:
        role = field.removeprefix(NAME)
        of, key = next(player for player in log["players"] if player["role"] == role), "name"
    if value:
        of[key] = value
    else:
        of.pop(key, None)
