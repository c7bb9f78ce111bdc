"""Open data: what everybody may see and nothing else, whole or not at all, and the same numbers."""

import gzip
import json
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from django.core.management import CommandError, call_command

from analytics import services as stats_services
from analytics import tasks
from analytics.dumps.files import KindFiles, flat, nested, sha256_of
from analytics.dumps.reading import NotADump, open_dump, sums_of
from analytics.models import Cell, Snapshot, Tree
from analytics.reads import archive
from analytics.rollups.trees import parted
from games.registry import KINDS, judge
from replays import services as replay_services
from replays.models import Game

from .gorinto_logs import game_of, of_every_mode
from .logs import varied

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path) -> Path:
    settings.DUMPS_DIR = tmp_path / "dumps"
    return settings.DUMPS_DIR


def logs_in(folder: Path, name: str, kind: str = "goryo", who: str = "people") -> list[str]:
    text = gzip.decompress((folder / name / f"{kind}-{who}.ndjson.gz").read_bytes()).decode()
    return text.splitlines()


def rows_in(path: Path) -> list[dict[str, Any]]:
    return pq.read_table(path).to_pylist()


def test_what_everybody_may_see_is_in_it_and_nothing_else(counted: Any, folder: Path) -> None:
    counted(varied(20))
    counted(varied(3, seed=4, x_simulated=True))
    counted([*of_every_mode(), game_of("2p-tactical", 7, 9)])
    hidden, refused = Game.objects.filter(is_finished=True).order_by("pk")[:2]
    replay_services.withdraw_games([hidden.pk])
    Game.objects.filter(pk=refused.pk).update(refused_by="9.9")
    snapshot = stats_services.make_dump()
    open_ones = Game.objects.counting().filter(is_finished=True)
    for kind in KINDS:
        for who, simulated in (("people", False), ("simulated", True)):
            wanted = open_ones.filter(kind=kind, is_simulated=simulated).order_by("pk")
            there = logs_in(folder, snapshot.name, kind, who)
            assert there == list(wanted.values_list("canonical", flat=True))
            assert snapshot.manifest["kinds"][kind][who] == len(there)
    everything = b"".join(
        gzip.decompress(p.read_bytes()) if p.suffix == ".gz" else p.read_bytes()
        for p in (folder / snapshot.name).iterdir()
    )
    for gone in (hidden, refused):
        assert gone.public_id.encode() not in everything
        assert gone.canonical.encode() not in everything
    unfinished = Game.objects.filter(is_finished=False)
    assert unfinished.exists()
    for game in unfinished:
        assert game.public_id.encode() not in everything


def test_the_manifest_tells_every_file_truly(counted: Any, folder: Path) -> None:
    counted(varied(6))
    snapshot = stats_services.make_dump()
    there = folder / snapshot.name
    manifest = json.loads((there / "manifest.json").read_text())
    assert {f["name"] for f in manifest["files"]} == {p.name for p in there.iterdir()} - {
        "manifest.json"
    }
    for file in manifest["files"]:
        path = there / file["name"]
        assert (path.stat().st_size, sha256_of(path)) == (file["size"], file["sha256"])
    assert manifest["versions"]["goryo"]["facts"] == KINDS["goryo"].counting.version
    assert snapshot.manifest["sha256"] == sha256_of(there / "manifest.json")
    fields = (there / "FIELDS.md").read_text()
    for name in ("games", "facts"):
        for column in pq.read_schema(there / f"goryo-{name}.parquet"):
            about = column.metadata[b"about"].decode()
            assert f"| `{column.name}` | {about} |" in fields
    assert "CC0" in (there / "LICENCE.txt").read_text()


def test_tables_and_logs_say_the_same(counted: Any, folder: Path) -> None:
    counted(varied(15))
    counted(of_every_mode())
    snapshot = stats_services.make_dump()
    there = folder / snapshot.name
    for kind in KINDS:
        logs = {False: logs_in(folder, snapshot.name, kind), True: []}
        facts: dict[str, list[Any]] = {}
        for row in rows_in(there / f"{kind}-facts.parquet"):
            facts.setdefault(row.pop("id"), []).append(row)
        for row in rows_in(there / f"{kind}-games.parquet"):
            game = Game.objects.get(public_id=row["id"])
            assert logs[row["is_simulated"]][row["line"]] == game.canonical
            assert (row["digest"], row["winner"]) == (game.digest, game.winner or "")
            (judged,) = judge(game.canonical.encode())
            right = KINDS[kind].counting.facts(judged.replay)
            from analytics.dumps.files import Fact

            assert nested(Fact(**fact) for fact in facts.get(row["id"], [])) == right
            assert list(flat(right)) == [Fact(**fact) for fact in facts.get(row["id"], [])]


def test_its_sums_are_those_of_its_logs_and_of_its_facts(counted: Any, folder: Path) -> None:
    counted(varied(15))
    counted(of_every_mode())
    snapshot = stats_services.make_dump()
    dump = open_dump(folder / snapshot.name)
    live = {cell.key: (cell.games, cell.sums) for cell in Cell.objects.filter(is_finished=True)}
    ways = {(row.cell.key, row.path): row.sums for row in Tree.objects.all()}
    assert ways
    assert {cell.key: (cell.games, cell.sums) for cell in Cell.of(snapshot)} == live
    kept = Tree.of(snapshot)
    assert {(row.cell.key, row.path): row.sums for row in kept} == ways
    for replayed in (True, False):
        found: dict[Any, Any] = {}
        for kind in KINDS:
            found |= sums_of(dump, kind, replayed=replayed)
        parts = {key: (n, *parted(sums)) for key, (n, sums) in found.items()}
        assert {key: (n, sums) for key, (n, sums, _) in parts.items()} == live
        again = {
            (key, place): sums
            for key, (_, _, trees) in parts.items()
            for place, sums in trees.items()
        }
        assert again == ways


def test_games_that_nobody_has_counted_yet_are_in_it(store: Any, folder: Path) -> None:
    store(varied(5))
    snapshot = stats_services.make_dump()
    n = Game.objects.filter(is_finished=True).count()
    assert sum(cell.games for cell in Cell.of(snapshot)) == n > 0


def test_the_same_games_make_the_same_bytes(counted: Any, folder: Path) -> None:
    counted(varied(8))
    one, two = stats_services.make_dump(), stats_services.make_dump()
    assert two.name == f"{one.name}-2"
    digests = [{f["name"]: f["sha256"] for f in s.manifest["files"]} for s in (one, two)]
    assert digests[0] == digests[1]


def test_a_game_withdrawn_while_it_is_written_is_not_published(
    counted: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted(varied(8))
    victim = Game.objects.filter(is_finished=True).order_by("pk")[0]
    close = KindFiles.close

    def closing(self: KindFiles) -> Any:
        replay_services.withdraw_games([victim.pk])
        return close(self)

    monkeypatch.setattr(KindFiles, "close", closing)
    snapshot = stats_services.make_dump()
    assert victim.canonical not in logs_in(folder, snapshot.name)
    assert [p.name for p in folder.iterdir()] == [snapshot.name], "nothing half made is left"


def test_a_writer_that_dies_publishes_nothing(
    counted: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted(varied(3))

    def full(*_: Any) -> None:
        raise OSError("no space left on device")

    with monkeypatch.context() as dying:
        dying.setattr("analytics.services.dump.write_lines", full)
        with pytest.raises(OSError, match="no space"):
            stats_services.make_dump()
    assert list(folder.iterdir()) == []
    assert not Snapshot.objects.exists()
    stats_services.make_dump()


def test_old_dumps_go_and_a_removed_one_goes_at_once(
    counted: Any, folder: Path, settings: Any, client: Any
) -> None:
    settings.DUMP_KEEP = 2
    counted(varied(3))
    names = [stats_services.make_dump().name for _ in range(3)]
    assert {p.name for p in folder.iterdir()} == set(names[1:])
    assert {d.name for d in archive.open_data()} == set(names[1:])
    assert client.get(f"/data/{names[0]}/manifest.json").status_code == 404
    call_command("dump", "--remove", names[1])
    assert {p.name for p in folder.iterdir()} == {names[2]}
    with pytest.raises(CommandError, match="There is no dump"):
        call_command("dump", "--remove", names[1])


def test_the_job_makes_one_when_the_last_is_old(counted: Any, settings: Any) -> None:
    counted(varied(2))
    tasks.dump()
    assert not archive.open_data(), "never by itself where DUMP_DAYS is 0"
    settings.DUMP_DAYS = 7
    tasks.dump()
    tasks.dump()
    (only,) = archive.open_data()
    Snapshot.objects.filter(pk=only.pk).update(made_at="2026-01-01T00:00Z")
    tasks.dump()
    assert len(archive.open_data()) == 2


def test_a_withdrawn_game_is_absent_from_the_next_dump(counted: Any, folder: Path) -> None:
    counted(varied(6))
    first = stats_services.make_dump()
    game = Game.objects.filter(is_finished=True).order_by("pk")[0]
    replay_services.withdraw_games([game.pk])
    second = stats_services.make_dump()
    assert game.canonical in logs_in(folder, first.name), "the policy on the page says so"
    assert game.canonical not in logs_in(folder, second.name)


def test_a_dump_that_was_changed_is_none(counted: Any, folder: Path) -> None:
    counted(varied(3))
    there = folder / stats_services.make_dump().name
    with pytest.raises(NotADump, match="no manifest"):
        open_dump(folder)
    with (there / "goryo-facts.parquet").open("ab") as file:
        file.write(b"x")
    with pytest.raises(NotADump, match="not the file"):
        open_dump(there)


class TestFiles:
    """Files over HTTP."""

    @pytest.fixture
    def base(self, counted: Any) -> str:
        counted(varied(12))
        return f"/data/{stats_services.make_dump().name}"

    def test_whole_ranges_and_what_is_not_there(self, base: str, client: Any, folder: Path) -> None:
        path = f"{base}/goryo-people.ndjson.gz"
        whole = client.get(path)
        data = b"".join(whole.streaming_content)
        assert data == (folder / base.split("/")[2] / "goryo-people.ndjson.gz").read_bytes()
        assert whole["Accept-Ranges"] == "bytes"
        assert int(whole["Content-Length"]) == len(data)
        for asked, first, last in (
            ("bytes=0-9", 0, 10),
            ("bytes=10-", 10, len(data)),
            ("bytes=-5", len(data) - 5, len(data)),
            (f"bytes=3-{10**9}", 3, len(data)),
        ):
            part = client.get(path, headers={"Range": asked})
            assert part.status_code == 206
            assert b"".join(part.streaming_content) == data[first:last]
            assert part["Content-Range"] == f"bytes {first}-{last - 1}/{len(data)}"
        beyond = client.get(path, headers={"Range": f"bytes={len(data)}-"})
        assert (beyond.status_code, beyond["Content-Range"]) == (416, f"bytes */{len(data)}")
        for odd in ("bytes=", "bytes=-", "bytes=a-b", "bytes=0-1,4-5", "lines=0-1"):
            assert client.get(path, headers={"Range": odd}).status_code == 200
        stale = {"Range": "bytes=0-9", "If-Range": '"other"'}
        assert client.get(path, headers=stale).status_code == 200
        known = client.get(path, headers={"If-None-Match": whole["ETag"]})
        assert known.status_code == 304

    @pytest.mark.parametrize(
        "file", ["../db.sqlite3", "nothing.txt", "%2e%2e%2fdb.sqlite3", ".", "manifest.json.bak"]
    )
    def test_only_files_of_the_manifest_are_given(
        self, base: str, client: Any, folder: Path, file: str
    ) -> None:
        (folder / "db.sqlite3").write_text("secret")
        (folder / base.split("/")[2] / "manifest.json.bak").write_text("secret")
        assert client.get(f"{base}/{file}").status_code == 404

    def test_page_and_api_list_them(self, base: str, client: Any) -> None:
        page = client.get("/data/").content.decode()
        body = client.get("/api/v1/data/").json()
        (dump,) = body["dumps"]
        for file in dump["files"]:
            assert f"{base}/{file['name']}" in page
            assert file["sha256"] in page
            assert file["url"].endswith(f"{base}/{file['name']}")
        assert "CC0" in page
        assert stats_services.dump.POLICY in page
        assert "manage.py rebuild_figure" in page

    def test_without_a_dump_the_page_says_so(self, client: Any) -> None:
        page = client.get("/data/")
        assert page.status_code == 200
        assert "no dump yet" in page.content.decode()
        assert client.get("/api/v1/data/").json() == {"dumps": []}
