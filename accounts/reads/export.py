"""Everything of an account as a zip."""

import json
import zipfile
from collections.abc import Iterator
from tempfile import TemporaryFile
from typing import IO, Any

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.serializers.json import DjangoJSONEncoder
from django.utils.module_loading import import_string

from accounts.keys import account_of, keys_of
from accounts.models import (
    Authored,
    BrowserSession,
    ClaimedKey,
    Digest,
    Follow,
    PersonalToken,
    Webhook,
)
from replays.models import (
    AnnotationSet,
    Branch,
    Collection,
    CollectionMember,
    GameTag,
    Record,
    SeatLink,
    Upload,
)
from replays.reads.events import events_of
from replays.reads.records import owner_log

README = """\
account.json    your account, keys, tokens and webhooks (without their secrets), sessions
uploads.json    what you uploaded, with the results; files/ contains the files, without
                those of refused uploads, which are removed
games.ndjson    your games, one per line, with the log as the site stores it
notes.json      your notes on games, created while you were signed in or with a token
variations.json the same for variations
collections.json your collections with their games and notes
memberships.json the collections of others that you are a member of
tags.json      the tags of your games
events.json    your event pages with their games
seats.json     your seats in games
"""
CHUNK = 100
"""Games read at once."""


def export_zip(user: AbstractUser) -> IO[bytes]:
    """Return the zip as an open temporary file, from its start."""
    file = TemporaryFile()  # noqa: SIM115 - the response closes it
    keys = sorted(keys_of(user))
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("README.txt", _readme())
        archive.writestr("account.json", _json(_account(user)))
        archive.writestr("uploads.json", _json(list(_uploads(keys))))
        uploads = Upload.objects.filter(uploader__in=keys, raw__removed_at__isnull=True)
        for upload in uploads.select_related("raw").iterator(1):
            archive.writestr(f"files/{upload.public_id}", upload.raw.data())
        with archive.open("games.ndjson", "w") as games:
            for game in _games(keys):
                games.write((_json(game, indent=None) + "\n").encode())
        archive.writestr("notes.json", _json(list(_notes(user))))
        archive.writestr("variations.json", _json(list(_variations(user))))
        archive.writestr("collections.json", _json(list(_collections(keys))))
        archive.writestr("memberships.json", _json(list(_memberships(keys))))
        archive.writestr("tags.json", _json(list(_tags(keys))))
        archive.writestr("events.json", _json(list(_events(keys))))
        archive.writestr("seats.json", _json(list(_seats(keys))))
        for name, (path, _) in settings.EXPORT_PARTS.items():
            archive.writestr(name, _json(list(import_string(path)(keys))))
    file.seek(0)
    return file


def _readme() -> str:
    return README + "".join(
        f"{name:<15} {meaning}\n" for name, (_, meaning) in settings.EXPORT_PARTS.items()
    )


def _json(value: Any, indent: int | None = 2) -> str:
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False, indent=indent)


def _account(user: AbstractUser) -> dict[str, Any]:
    account = account_of(user)
    sets: dict[str, Any] = {
        "keys": (ClaimedKey, ("origin", "claimed_at")),
        "tokens": (
            PersonalToken,
            ("name", "scopes", "created_at", "expires_at", "last_used_at"),
        ),
        "webhooks": (Webhook, ("url", "games", "events", "created_at", "paused_for")),
        "sessions": (BrowserSession, ("browser", "signed_in_at")),
        "follows": (Follow, ("kind", "key", "created_at")),
        "digests": (Digest, ("period", "sent_at", "n_games")),
    }
    rows = {
        name: list(model.objects.filter(user_id=user.pk).values(*fields))
        for name, (model, fields) in sets.items()
    }
    return {
        "email": user.email,
        "name": account.name,
        "statistics": account.statistics,
        "link": account.link,
        "digest": account.digest,
        "language": account.language,
        "created_at": account.created_at,
        **rows,
    }


def _uploads(keys: list[str]) -> Iterator[dict[str, Any]]:
    fields = (
        "public_id", "filename", "source", "received_at", "state", "n_games", "n_stored",
        "n_merged", "n_continued", "n_duplicate", "n_refused", "n_unreadable",
    )  # fmt: skip
    yield from Upload.objects.filter(uploader__in=keys).values(*fields).iterator(CHUNK)


def _games(keys: list[str]) -> Iterator[dict[str, Any]]:
    records = Record.objects.filter(owner__in=keys, is_current=True).select_related("game")
    for record in records.iterator(CHUNK):
        yield {
            "id": record.game.public_id,
            "record": record.public_id,
            "kind": record.game.kind,
            "stored_at": record.stored_at,
            "log": json.loads(owner_log(record)),
        }


def _notes(user: AbstractUser) -> Iterator[dict[str, Any]]:
    written = Authored.objects.filter(user_id=user.pk).values("public_id")
    sets = AnnotationSet.objects.filter(public_id__in=written).select_related("game")
    for row in sets.prefetch_related("notes").iterator(CHUNK):
        notes = row.notes.values("step", "text", "glyph", "shapes")
        fields = {"id": row.public_id, "game": row.game.public_id, "view": row.view}
        yield {**fields, "title": row.title, "author": row.author, "notes": list(notes)}


def _variations(user: AbstractUser) -> Iterator[dict[str, Any]]:
    written = Authored.objects.filter(user_id=user.pk).values("public_id")
    for row in Branch.objects.filter(public_id__in=written).select_related("game").iterator(CHUNK):
        yield {
            "id": row.public_id,
            "game": row.game.public_id,
            "name": row.name,
            "from_step": row.game_step,
            "events": row.events,
        }


def _collections(keys: list[str]) -> Iterator[dict[str, Any]]:
    rows = Collection.objects.filter(owner__in=keys)
    for row in rows.iterator(CHUNK):
        games = row.entries.values_list("game__public_id", "note")
        yield {
            "id": row.public_id,
            "title": row.title,
            "description": row.description,
            "visibility": row.visibility,
            "games": [{"id": game, "note": note} for game, note in games],
        }


def _tags(keys: list[str]) -> Iterator[dict[str, Any]]:
    tags = GameTag.objects.filter(owner__in=keys).order_by("pk")
    for game, label in tags.values_list("game__public_id", "label").iterator(CHUNK):
        yield {"game": game, "label": label}


def _memberships(keys: list[str]) -> Iterator[dict[str, Any]]:
    rows = CollectionMember.objects.filter(key__in=keys).order_by("pk")
    fields = rows.values_list("collection__public_id", "name", "joined_at")
    for collection, name, joined_at in fields.iterator(CHUNK):
        yield {"collection": collection, "name": name, "joined_at": joined_at}


def _events(keys: list[str]) -> Iterator[dict[str, Any]]:
    for row in events_of(keys).iterator(CHUNK):
        yield {
            "id": row.public_id,
            "title": row.title,
            "description": row.description,
            "place": row.place,
            "starts_on": row.starts_on,
            "ends_on": row.ends_on,
            "names": list(row.spellings.values_list("name", flat=True)),
            "games": list(row.games.values_list("public_id", flat=True)),
        }


def _seats(keys: list[str]) -> Iterator[dict[str, Any]]:
    rows = SeatLink.objects.filter(key__in=keys).order_by("pk")
    fields = rows.values_list("game__public_id", "role", "linked_at")
    for game, role, linked_at in fields.iterator(CHUNK):
        yield {"game": game, "role": role, "linked_at": linked_at}
