"""Queries of the records of a game."""

import json
from collections import Counter
from collections.abc import Iterable

from games.registry import read_replay, write_text
from games.registry import text_as_sent as as_sent
from replays.models import AnnotationSet, Game, RawFile, Record, ShownName
from replays.reads.names import hidden_names, names_of_log, without_hidden
from replays.text.masks import without_names


def records_of(game: Game) -> list[tuple[Record, int]]:
    """Return the current records of a game, oldest first, each with the number of its revision."""
    rows = list(Record.objects.filter(game=game).defer("log").order_by("pk"))
    revisions = Counter(row.public_id for row in rows)
    return [(row, revisions[row.public_id]) for row in rows if row.is_current]


def revisions_of(record: Record) -> list[Record]:
    """Return all revisions of a record, oldest first, for its owner and for administrators."""
    rows = Record.objects.filter(game=record.game_id, public_id=record.public_id)
    return list(rows.select_related("game").order_by("pk"))


def notes_of_records(game: Game) -> list[AnnotationSet]:
    """Return the sets of notes that merged records of a game brought, with their notes."""
    sets = AnnotationSet.objects.filter(game=game, edit_key="", hidden_at__isnull=True)
    return list(sets.order_by("pk").select_related("game").prefetch_related("notes"))


def own_record(game: Game, owners: Iterable[str]) -> Record | None:
    """Return the latest current record of a game that has one of these owners; None if there is
    none.
    """
    owners = [owner for owner in owners if owner]
    if not owners:
        return None
    rows = Record.objects.filter(game=game, owner__in=owners, is_current=True)
    return rows.order_by("pk").last()


def record_log(game: Game, public_id: str) -> str:
    """Return the own log of a current record of a game, in canonical form without hidden names.
    Raises Record.DoesNotExist.
    """
    rows = Record.objects.select_related("game").filter(game=game, is_current=True)
    return shown_log(rows.get(public_id=public_id))


AS_SENT_MAX = 4 * 1024 * 1024
"""Most bytes of a file in which the text of a record is searched."""


def text_as_sent(game: Game, public_id: str) -> str | None:
    """Return the text of a current record of a game as it was sent. None if it contains a hidden
    name, or its file is too large or gone. Raises Record.DoesNotExist.
    """
    records = Record.objects.select_related("game", "upload")
    record = records.get(game=game, is_current=True, public_id=public_id)
    if record.upload is None or shown_log(record) != record.canonical:
        return None
    files = RawFile.objects.filter(
        pk=record.upload.raw_id, size__lte=AS_SENT_MAX, removed_at__isnull=True
    )
    file = files.first()
    return None if file is None else as_sent(file.data(), record.position)


def shown_log(record: Record) -> str:
    """Return the log of a record or revision in canonical form without hidden names."""
    log, choices = owner_log(record), record.game.name_choices
    players = enumerate(json.loads(log)["players"]) if choices else ()
    chosen = {n: choices[p["role"]] for n, p in players if p["role"] in choices and p.get("name")}
    initials = [n for n, choice in chosen.items() if choice == ShownName.INITIALS]
    return without_names(log, chosen, initials) if chosen else log


def owner_log(record: Record) -> str:
    """Return the log of a record or revision as its owner may see it: without the names that their
    persons hid everywhere, but with those that the owner hid in the game.
    """
    hidden = hidden_names(names_of_log(record.canonical))
    return without_hidden(record.canonical, hidden)


def log_as_text(log: str) -> str:
    """Return a log as text, to be edited; empty if the current engine refuses it."""
    try:
        return write_text(read_replay(log).record)
    except ValueError:
        return ""
