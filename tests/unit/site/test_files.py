"""Uploads and dumps in a storage that hosts share: a folder, and a server that understands S3."""

import gzip
import hashlib
import urllib.request
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import storages
from django.test import Client
from django.utils import timezone

from analytics import services as stats_services
from goryo_site.runtime.files import file_storages
from replays.models import Game, RawFile, Upload, UploadSource, UploadState
from replays.services import Reading, drop_orphans, drop_refused, submit
from replays.services.withdrawal import delete_games
from tests.support.engine import bot_game, dump
from tests.support.s3 import CREDENTIALS, s3_server
from tests.unit.analytics.conftest import count_logs
from tests.unit.analytics.logs import varied

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(params=["folder", "s3"])
def shared(
    request: pytest.FixtureRequest, settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """A storage of both kinds, and an own folder for the dumps of this host."""
    settings.DUMPS_DIR = tmp_path / "dumps"
    for name, value in CREDENTIALS.items():
        monkeypatch.setenv(name, value)
    if request.param == "folder":
        url = f"file://{tmp_path}/shared"
        settings.STORAGES = {**settings.STORAGES, **file_storages(url)}
        yield
        return
    with s3_server() as url:
        settings.STORAGES = {**settings.STORAGES, **file_storages(url)}
        yield


def send(data: bytes) -> Upload:
    return submit(data, source=UploadSource.COMMAND, reading=Reading.NOW)


def objects(storage: str = "raw") -> list[str]:
    """Return the names of all stored objects."""
    of = storages[storage]
    return sorted(f"{day}/{name}" for day in of.listdir("")[0] for name in of.listdir(day)[1])


@pytest.mark.usefixtures("shared")
def test_bytes_are_in_the_storage_and_read_from_there() -> None:
    data = dump(bot_game("gorinto").plain())
    upload = send(data)
    row = RawFile.objects.get()
    assert upload.state == UploadState.DONE
    assert bytes(row.content) == b""
    assert row.data() == data
    assert objects() == [row.location]


@pytest.mark.usefixtures("shared")
def test_bytes_of_refused_uploads_are_removed_and_can_be_sent_again(settings: Any) -> None:
    settings.REFUSED_HOURS = 0.0
    data = b'[Game "goryo"]\nnonsense\n'
    assert send(data).state == UploadState.REFUSED
    first = RawFile.objects.get().location
    assert drop_refused() == 1
    assert objects() == []
    assert RawFile.objects.get().data() == b""
    send(data)
    again = RawFile.objects.get()
    assert again.data() == data
    assert again.location != first


@pytest.mark.usefixtures("shared")
def test_objects_without_a_row_are_removed_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    send(dump(bot_game("gorinto").plain()))
    (known,) = objects()
    orphan = storages["raw"].save(f"{known.partition('/')[0]}/orphan", ContentFile(b"x"))
    assert drop_orphans() == 0  # its transaction could still be open
    later = timezone.now() + timedelta(hours=2)
    monkeypatch.setattr("replays.services.refused_files.timezone.now", lambda: later)
    assert drop_orphans() == 1
    assert objects() == [known]
    assert orphan not in objects()


@pytest.mark.usefixtures("shared")
def test_a_dump_is_served_from_the_storage_and_loses_deleted_games() -> None:
    count_logs(varied(6, seed=2))
    snapshot = stats_services.make_dump()
    before = [line for line in logs_of(snapshot.name) if line]
    gone = Game.objects.filter(is_finished=True).earliest("pk")
    old = snapshot.files_at
    delete_games([gone.pk])
    stats_services.make_dump()
    snapshot.refresh_from_db()
    after = [line for line in logs_of(snapshot.name) if line]
    assert len(after) == len(before) - 1
    assert snapshot.files_at != old
    assert storages["dumps"].listdir("")[0].count(old) == 0 or not storages["dumps"].listdir(old)[1]


@pytest.mark.usefixtures("shared")
def test_a_host_without_the_files_of_a_dump_cuts_it(settings: Any, tmp_path: Path) -> None:
    count_logs(varied(6, seed=2))
    snapshot = stats_services.make_dump()
    before = logs_of(snapshot.name)
    delete_games([Game.objects.filter(is_finished=True).earliest("pk").pk])
    settings.DUMPS_DIR = tmp_path / "other-host"
    stats_services.make_dump()
    assert len(logs_of(snapshot.name)) == len(before) - 1


def logs_of(name: str) -> list[str]:
    """Return the logs of human and bot games of Goryō in a dump, as a user downloads them."""
    lines: list[str] = []
    for players in ("people", "simulated"):
        response = Client().get(f"/data/{name}/goryo-{players}.ndjson.gz")
        if response.status_code == 302:
            with urllib.request.urlopen(response["Location"]) as answer:
                data = answer.read()
        else:
            assert response.status_code == 200
            data = b"".join(response.streaming_content)  # type: ignore[attr-defined]
        lines += gzip.decompress(data).decode().splitlines()
    return lines


def test_other_addresses_of_storages_are_refused() -> None:
    for url in ("ftp://x/y", "s3://", "file://host/x", "s3://bucket?secret=1"):
        with pytest.raises(ValueError, match="Use s3://"):
            file_storages(url)
    assert file_storages("") == {}


def test_without_a_storage_bytes_are_in_the_row() -> None:
    data = dump(bot_game("gorinto").plain())
    send(data)
    row = RawFile.objects.get()
    assert (row.location, row.data()) == ("", data)
    assert hashlib.sha256(row.data()).hexdigest() == row.sha256
