"""Open data contains all public games and nothing else, is complete, and has the same numbers."""

import gzip
import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from django.core.management import CommandError, call_command

from analytics import services as stats_services
from analytics import tasks
from analytics.dumps.files import Fact, KindFiles, flat, nested, sha256_of
from analytics.dumps.reading import NotADump, open_dump, sums_of
from analytics.models import Cell, Snapshot, Tree
from analytics.reads import archive
from analytics.rollups.measures import split_trees
from games.registry import KINDS, judge
from replays import services as replay_services
from replays.models import Game
from tests.support.pages import get, get_json, missing

from .conftest import count_logs, store_logs
from .gorinto_logs import game_of, of_every_mode
from .logs import varied

pytestmark = pytest.mark.sqlite


@pytest.fixture
def folder(settings: Any, tmp_path: Path) -> Path:
    settings.DUMPS_DIR = tmp_path / "dumps"
    return settings.DUMPS_DIR


def logs_in(folder: Path, kind: str = "goryo", players: str = "people") -> list[str]:
    with gzip.open(folder / f"{kind}-{players}.ndjson.gz", "rt", encoding="utf-8") as file:
        return file.read().splitlines()


def test_the_sums_equal_those_of_its_logs_and_of_its_facts(folder: Path) -> None:
    count_logs([*varied(15), *of_every_mode()])
    snapshot = stats_services.make_dump()
    dump = open_dump(folder / snapshot.name)
    live = {cell.key: (cell.games, cell.sums) for cell in Cell.objects.filter(is_finished=True)}
    trees = {(row.cell.key, row.path): row.sums for row in Tree.objects.all()}
    assert trees
    assert {cell.key: (cell.games, cell.sums) for cell in Cell.of(snapshot)} == live
    assert {(row.cell.key, row.path): row.sums for row in Tree.of(snapshot)} == trees
    for replayed in (True, False):
        sums = {}
        for kind in KINDS:
            sums |= sums_of(dump, kind, replayed=replayed)
        parts = {key: (n, *split_trees(of_key)) for key, (n, of_key) in sums.items()}
        assert {key: (n, plain) for key, (n, plain, _) in parts.items()} == live
        assert trees == {
            (key, path): nodes for key, (*_, own) in parts.items() for path, nodes in own.items()
        }


def test_uncounted_games_are_in_it_and_the_same_games_give_the_same_bytes(folder: Path) -> None:
    ids = store_logs(varied(6))
    first = stats_services.make_dump()
    n = Game.objects.filter(is_finished=True).count()
    assert sum(cell.games for cell in Cell.of(first)) == n > 0
    stats_services.count_games(ids)
    second = stats_services.make_dump()
    assert second.name == f"{first.name}-2"
    assert first.manifest["files"] == second.manifest["files"]


def test_a_game_withdrawn_while_writing_is_not_published(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    count_logs(varied(6))
    before = stats_services.make_dump()
    close = KindFiles.close
    game = Game.objects.counting().filter(is_finished=True).earliest("pk")

    def closing(self: KindFiles) -> Any:
        replay_services.withdraw_games([game.pk])
        return close(self)

    monkeypatch.setattr(KindFiles, "close", closing)
    after = stats_services.make_dump()
    assert game.canonical not in logs_in(folder / before.name), "earlier dumps are cut"
    assert game.canonical not in logs_in(folder / after.name)
    assert {p.name for p in folder.iterdir()} == {before.name, after.name}, "nothing incomplete"


def test_a_stopped_dump_is_not_published(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    count_logs(varied(3))

    def full(*_: Any) -> None:
        raise OSError("no space left on device")

    with monkeypatch.context() as dying:
        dying.setattr("analytics.services.dump.write_lines", full)
        with pytest.raises(OSError, match="no space"):
            stats_services.make_dump()
    assert list(folder.iterdir()) == []
    assert not Snapshot.objects.exists()
    there = folder / stats_services.make_dump().name
    with pytest.raises(NotADump, match="no manifest"):
        open_dump(folder)
    with (there / "goryo-facts.parquet").open("ab") as file:
        file.write(b"x")
    with pytest.raises(NotADump, match="not the file"):
        open_dump(there)


def test_old_and_removed_dumps_are_deleted(folder: Path, settings: Any, client: Any) -> None:
    settings.DUMP_KEEP = 2
    count_logs(varied(3))
    names = [stats_services.make_dump().name for _ in range(3)]
    assert {p.name for p in folder.iterdir()} == set(names[1:])
    assert {d.name for d in archive.open_data()} == set(names[1:])
    assert client.get(f"/data/{names[0]}/manifest.json").status_code == 410
    call_command("dump", "--remove", names[1])
    assert {p.name for p in folder.iterdir()} == {names[2]}
    with pytest.raises(CommandError, match="There is no dump"):
        call_command("dump", "--remove", names[1])


def test_the_task_makes_a_dump_when_the_last_is_old(folder: Path, settings: Any) -> None:
    count_logs(varied(2))
    tasks.dump()
    assert not archive.open_data(), "DUMP_DAYS is 0"
    settings.DUMP_DAYS = 7
    tasks.dump()
    tasks.dump()
    (only,) = archive.open_data()
    Snapshot.objects.filter(pk=only.pk).update(made_at="2026-01-01T00:00Z")
    tasks.dump()
    assert len(archive.open_data()) == 2


@pytest.fixture(scope="class")
def made(class_db: None, module_dumps: Path) -> Snapshot:
    """A dump of games of two kinds; some are hidden, refused or unfinished."""
    count_logs([*varied(20), *of_every_mode(), game_of("2p-tactical", 7, 9)])
    count_logs(varied(3, seed=4, x_simulated=True))
    hidden, refused = Game.objects.filter(is_finished=True).order_by("pk")[:2]
    replay_services.withdraw_games([hidden.pk])
    Game.objects.filter(pk=refused.pk).update(refused_by="9.9")
    return stats_services.make_dump()


class TestDump:
    """One dump for all tests."""

    @pytest.fixture(autouse=True)
    def _share(self, made: Snapshot, module_dumps: Path) -> None:
        self.made, self.folder = made, module_dumps / made.name

    def test_all_public_games_are_in_it_and_nothing_else(self) -> None:
        public = Game.objects.counting().filter(is_finished=True)
        for kind in KINDS:
            for players, simulated in (("people", False), ("simulated", True)):
                wanted = public.filter(kind=kind, is_simulated=simulated).order_by("pk")
                logs = logs_in(self.folder, kind, players)
                assert logs == list(wanted.values_list("canonical", flat=True))
                assert self.made.manifest["kinds"][kind][players] == len(logs)
        everything = b"".join(
            gzip.decompress(p.read_bytes()) if p.suffix == ".gz" else p.read_bytes()
            for p in self.folder.iterdir()
        )
        absent = Game.objects.exclude(pk__in=public.values("pk"))
        assert absent.filter(is_finished=True).count() == 2
        assert absent.filter(is_finished=False).exists()
        for game in absent:
            assert game.public_id.encode() not in everything
            assert not game.is_finished or game.canonical.encode() not in everything

    def test_the_manifest_describes_every_file(self) -> None:
        manifest = json.loads((self.folder / "manifest.json").read_text())
        names = {file["name"] for file in manifest["files"]}
        assert names | {"manifest.json"} == {path.name for path in self.folder.iterdir()}
        for file in manifest["files"]:
            path = self.folder / file["name"]
            assert (path.stat().st_size, sha256_of(path)) == (file["size"], file["sha256"])
        assert manifest["versions"]["goryo"]["facts"] == KINDS["goryo"].counting.version
        assert self.made.manifest["sha256"] == sha256_of(self.folder / "manifest.json")
        fields = (self.folder / "FIELDS.md").read_text()
        for name in ("games", "facts"):
            for column in pq.read_schema(self.folder / f"goryo-{name}.parquet"):
                about = column.metadata[b"about"].decode()
                assert f"| `{column.name}` | {about} |" in fields
        assert "CC0" in (self.folder / "LICENCE.txt").read_text()

    def test_tables_agree_with_logs(self) -> None:
        for kind in KINDS:
            logs = {
                n == "simulated": logs_in(self.folder, kind, n) for n in ("people", "simulated")
            }
            facts: dict[str, list[Any]] = defaultdict(list)
            for row in pq.read_table(self.folder / f"{kind}-facts.parquet").to_pylist():
                facts[row.pop("id")].append(Fact(**row))
            for row in pq.read_table(self.folder / f"{kind}-games.parquet").to_pylist():
                game = Game.objects.get(public_id=row["id"])
                assert logs[row["is_simulated"]][row["line"]] == game.canonical
                assert (row["digest"], row["winner"]) == (game.digest, game.winner or "")
                (judged,) = judge(game.canonical.encode())
                right = KINDS[kind].counting.facts(judged.replay)
                assert nested(iter(facts[row["id"]])) == right
                assert list(flat(right)) == facts[row["id"]]

    def test_files_can_be_downloaded_whole_or_in_ranges(self, client: Any) -> None:
        path = f"/data/{self.made.name}/goryo-people.ndjson.gz"
        whole = client.get(path)
        data = b"".join(whole.streaming_content)
        assert data == (self.folder / "goryo-people.ndjson.gz").read_bytes()
        assert whole["Accept-Ranges"] == "bytes"
        assert int(whole["Content-Length"]) == len(data)
        n = len(data)
        ranges = {"0-9": (0, 10), "10-": (10, n), "-5": (n - 5, n), f"3-{10**9}": (3, n)}
        for given, (first, last) in ranges.items():
            part = get(client, path, 206, headers={"Range": f"bytes={given}"})
            assert b"".join(part.streaming_content) == data[first:last]
            assert part["Content-Range"] == f"bytes {first}-{last - 1}/{n}"
        beyond = get(client, path, 416, headers={"Range": f"bytes={n}-"})
        assert beyond["Content-Range"] == f"bytes */{n}"
        for odd in ("bytes=", "bytes=-", "bytes=a-b", "bytes=0-1,4-5", "lines=0-1"):
            get(client, path, headers={"Range": odd})
        get(client, path, headers={"Range": "bytes=0-9", "If-Range": '"other"'})
        get(client, path, 304, headers={"If-None-Match": whole["ETag"]})

    def test_only_files_of_the_manifest_are_served(self, client: Any) -> None:
        secrets = (self.folder.parent / "db.sqlite3", self.folder / "manifest.json.bak")
        for path in secrets:
            path.write_text("secret")
        for name in ("../db.sqlite3", "nothing.txt", "%2e%2e%2fdb.sqlite3", ".", secrets[1].name):
            get(client, f"/data/{self.made.name}/{name}", 404)
        for path in secrets:
            path.unlink()

    def test_the_page_and_the_api_list_dumps(self, client: Any) -> None:
        page = client.get("/data/").content.decode()
        (dump,) = client.get("/api/v1/data/").json()["dumps"]
        for file in dump["files"]:
            address = f"/data/{self.made.name}/{file['name']}"
            assert missing(page, address, file["sha256"]) == []
            assert file["url"].endswith(address)
        assert missing(page, "CC0", stats_services.dump.POLICY, "manage.py rebuild_figure") == []
        Snapshot.objects.all().delete()
        assert b"no dump yet" in get(client, "/data/").content
        assert get_json(client, "/api/v1/data/") == {"dumps": []}
