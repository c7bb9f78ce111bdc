"""Cited dumps stay, without what is no longer public; removed ones state what they were."""

import gzip
import os
import re
import shutil
import time
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from analytics import services as stats_services
from analytics.dumps.files import read_rows, sha256_of
from analytics.dumps.reading import open_dump, other_versions, players_of, sums_of
from analytics.models import Cell, PlayerCell, Snapshot
from analytics.services import retention
from analytics.services.dump import dump_if_due
from analytics.web.citing import Reference
from replays import services as replay_services
from replays.models import Game, Record
from replays.reads.games import shown_log
from tests.support.pages import get, get_json, get_page, missing

from .conftest import count_logs
from .gorinto_logs import of_every_mode
from .logs import game, varied
from .test_people import hide

pytestmark = pytest.mark.sqlite


@pytest.fixture
def folder(settings: Any, tmp_path: Path) -> Path:
    settings.DUMPS_DIR = tmp_path / "dumps"
    settings.DUMP_KEEP = 1
    return settings.DUMPS_DIR


def season() -> list[Any]:
    pairs = [("Annabel", "Ben"), ("Ben", "Cy"), ("Cy", "Annabel")]
    return [
        game(n, *pairs[n % 3], "goryo" if n % 2 else "samurai", f"2026-01-{1 + n:02}")
        for n in range(9)
    ]


def everything(folder: Path) -> bytes:
    """The content of all files of a dump."""
    return b"".join(map(content_of, folder.iterdir()))


def content_of(path: Path) -> bytes:
    if path.suffix == ".parquet":
        return str(list(read_rows(path))).encode()
    return gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()


def cite(client: Client, name: str, back: str = "") -> Any:
    return client.post(f"/data/{name}/cite/", {"back": back})


def test_a_cited_dump_stays_and_others_are_removed(folder: Path, client: Client) -> None:
    count_logs(varied(4))
    cited = stats_services.make_dump()
    assert cite(client, cited.name).status_code == 302
    other, newest = stats_services.make_dump(), stats_services.make_dump()
    assert {path.name for path in folder.iterdir()} == {cited.name, newest.name}
    assert Cell.of(cited).exists()
    assert not Cell.of(other).exists()
    assert not PlayerCell.of(other).exists()
    get(client, f"/stats/goryo/?snapshot={cited.name}")
    page = get_page(client, f"/data/{cited.name}/")
    assert missing(page, "It is cited, so it is kept.", cited.manifest["sha256"]) == []
    assert [dump["name"] for dump in get_json(client, "/api/v1/data/")["dumps"]] == [
        newest.name,
        cited.name,
    ]


def test_a_removed_dump_states_what_it_was(folder: Path, client: Client) -> None:
    count_logs(varied(4))
    old = stats_services.make_dump()
    stats_services.make_dump()
    page = get_page(client, f"/data/{old.name}/", 410)
    digests = [file["sha256"] for file in old.manifest["files"]]
    assert missing(page, *digests, old.manifest["sha256"], "rebuild_figure") == []
    assert f"/data/{old.name}/manifest.json" not in page
    get(client, f"/data/{old.name}/manifest.json", 410)
    assert cite(client, old.name).status_code == 410
    for address in ("/stats/goryo/", "/stats/goryo/roles/", "/players/"):
        there = get(client, f"{address}?snapshot={old.name}", 302)
        assert there["Location"] == f"/data/{old.name}/"
    assert f'href="/data/{old.name}/"' in get_page(client, "/data/")
    get(client, "/data/2020-01-01/", 404)


def test_the_name_of_a_removed_dump_is_not_used_again(folder: Path) -> None:
    count_logs(varied(2))
    first = stats_services.make_dump().name
    call_command("dump", "--remove", first)
    assert stats_services.make_dump().name == f"{first}-2"


def test_citing_has_a_limit(folder: Path, client: Client, rates: Any) -> None:
    name = stats_services.make_dump().name
    rates(cites="1/min")
    assert cite(client, name).status_code == 302
    answer = cite(client, name)
    assert answer.status_code == 429
    assert 0 < int(answer["Retry-After"]) <= 61


def test_staff_can_remove_a_cited_dump(folder: Path, client: Client) -> None:
    count_logs(varied(2))
    name = stats_services.make_dump().name
    cite(client, name)
    call_command("dump", "--remove", name)
    assert not (folder / name).exists()
    get(client, f"/data/{name}/", 410)


def test_a_dump_that_is_cited_while_it_is_removed_stays(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    count_logs(varied(2))
    old = stats_services.make_dump()
    read = retention._remove

    def cited_first(dumps: Any) -> Any:
        chosen = list(dumps)
        retention.cite_dump(old.name)
        return read(chosen)

    monkeypatch.setattr(retention, "_remove", cited_first)
    stats_services.make_dump()
    assert (folder / old.name).is_dir()
    assert Cell.of(old).exists()


class TestBox:
    """The box "Cite this"."""

    def test_a_live_page_leads_to_kept_numbers_without_scripts(
        self, folder: Path, client: Client
    ) -> None:
        count_logs(varied(6))
        live = get_page(client, "/stats/goryo/roles/?by=edition")
        assert "There is no dump yet whose numbers can be cited." in live
        name = stats_services.make_dump().name
        live = get_page(client, "/stats/goryo/roles/?by=edition")
        action, back = re.findall(r'action="([^"]*/cite/)".*?name="back" value="([^"]*)"', live)[0]
        assert "Live numbers change" in live
        answer = Client(enforce_csrf_checks=True).post(action, {"back": unescape(back)})
        assert answer.status_code == 302
        assert answer["Location"] == f"/stats/goryo/roles/?by=edition&snapshot={name}#cite-text"
        page = get_page(client, answer["Location"])
        address = f"http://testserver/stats/goryo/roles/?by=edition&snapshot={name}"
        assert missing(page, "These numbers are kept at this address.", address) == []
        assert f"snapshot {name}" in page.split('id="cite-text">')[1].split("</p>")[0]
        assert "/cite/" not in page

    @pytest.mark.parametrize(
        "page",
        ["", "roles/", "table/", "compare/", "spaces/", "length/", "routes/"],
    )
    def test_every_page_of_numbers_has_it(self, client: Client, folder: Path, page: str) -> None:
        count_logs(varied(8))
        text = get_page(client, f"/stats/goryo/{page}")
        assert missing(text, 'id="cite-text"', "@misc{kifuhouse-live-") == []

    def test_a_dump_has_it(self, folder: Path, client: Client) -> None:
        count_logs([*varied(3), *of_every_mode()])
        made = stats_services.make_dump()
        page = get_page(client, f"/data/{made.name}/")
        text = page.split('id="cite-text">')[1].split("</p>")[0]
        n = made.manifest["kinds"]["gorinto"]["people"]
        assert n > 1
        assert (
            missing(
                text,
                f"dump {made.name} (kifu-dump/1)",
                f"Gorinto: {n} human games, 0 simulated",
                f"SHA-256 of manifest.json: {made.manifest['sha256']}",
                f"http://testserver/data/{made.name}/",
            )
            == []
        )
        assert "This dump is deleted after some newer ones, unless it is cited." in page

    @pytest.mark.parametrize("back", ["//evil.example/", "https://evil.example/", "x", "", "/\\e"])
    def test_it_leads_to_no_other_site(self, folder: Path, client: Client, back: str) -> None:
        count_logs(varied(2))
        name = stats_services.make_dump().name
        assert cite(client, name, back)["Location"] == f"/data/{name}/"

    def test_only_a_post_keeps_a_dump(self, folder: Path, client: Client) -> None:
        count_logs(varied(2))
        name = stats_services.make_dump().name
        get(client, f"/data/{name}/cite/", 405)
        get(client, f"/stats/goryo/?snapshot={name}")
        assert Snapshot.objects.get(name=name).cited_at is None
        assert cite(client, "2020-01-01").status_code == 404

    def test_bibtex_escapes_its_signs(self) -> None:
        title = "100 % & more: a_b #1 $2 {x} ~y^z \\end"
        reference = Reference("key", title, "50 %", None, "http://x.example/a_b?c=1&d=2")
        assert reference.bibtex() == "\n".join(
            [
                "@misc{key,",
                "  author = {{Kifu House}},",
                r"  title = {{100 \% \& more: a\_b \#1 \$2 \{x\} \textasciitilde{}y"
                r"\textasciicircum{}z \textbackslash{}end}},",
                r"  note = {50 \%},",
                "  url = {http://x.example/a_b?c=1&d=2},",
                "}",
            ]
        )


class TestCut:
    """What is no longer public disappears from cited dumps."""

    @pytest.fixture
    def cited(self, folder: Path, client: Client) -> Snapshot:
        count_logs([*season(), *of_every_mode()])
        made = stats_services.make_dump()
        cite(client, made.name)
        return made

    def test_withdrawn_games_and_hidden_names_disappear(
        self, folder: Path, client: Client, cited: Snapshot
    ) -> None:
        figure = f"/api/v1/stats/goryo/roles/figure/?snapshot={cited.name}"
        before, numbers = get(client, figure).content, list(Cell.of(cited).values("sums"))
        first = cited.manifest["sha256"]
        gone, stays = Game.objects.filter(kind="goryo").order_by("pk")[:2]
        replay_services.withdraw_games([gone.pk])
        hide("annabel")
        assert gone.canonical.encode() in everything(folder / cited.name), "until the next dump"
        stats_services.make_dump()
        content = everything(folder / cited.name)
        assert gone.public_id.encode() not in content
        assert b"annabel" not in content.lower()
        assert stays.public_id.encode() in content
        assert get(client, figure).content == before
        assert list(Cell.of(cited).values("sums")) == numbers
        dump = open_dump(folder / cited.name)
        cited.refresh_from_db()
        assert cited.manifest["sha256"] == sha256_of(dump.folder / "manifest.json")
        assert dump.manifest["kinds"]["goryo"] == {"people": 8, "simulated": 0}
        for replayed in (True, False):
            sums = sums_of(dump, "goryo", replayed=replayed)
            assert sum(n for n, _ in sums.values()) == 8
        assert other_versions(dump)[0].startswith("1 game was removed from this dump by ")
        page = get_page(client, f"/data/{cited.name}/")
        assert "1 game that is no longer public was removed" in page
        (listed,) = [
            d for d in get_json(client, "/api/v1/data/")["dumps"] if d["name"] == cited.name
        ]
        assert listed["cut"]["games"] == 1
        assert listed["cut"]["first_sha256"] == first
        assert first in page

    def test_without_scheduled_dumps_they_disappear_within_a_day(
        self, folder: Path, cited: Snapshot, settings: Any
    ) -> None:
        settings.DUMP_DAYS = 0
        gone = Game.objects.filter(kind="goryo").order_by("pk")[0]
        assert dump_if_due() is None
        replay_services.withdraw_games([gone.pk])
        assert dump_if_due() is None
        assert gone.public_id.encode() in everything(folder / cited.name), "once a day"
        yesterday = time.time() - retention.CUT_SECONDS - 1
        os.utime(folder / retention.CUT_MARK, (yesterday, yesterday))
        assert dump_if_due() is None
        assert gone.public_id.encode() not in everything(folder / cited.name)
        assert Snapshot.objects.dumps().count() == 1

    def test_a_name_that_is_hidden_after_it_was_split_off_disappears(
        self, folder: Path, client: Client
    ) -> None:
        count_logs(season())
        replay_services.merge_names("annabel", "ben", "an administrator")
        made = stats_services.make_dump()
        cite(client, made.name)
        replay_services.split_names("annabel", ["ben"], "an administrator")
        hide("ben")
        stats_services.make_dump()
        assert b'"ben"' not in everything(folder / made.name).lower()
        (row,) = [row for row in players_of(open_dump(folder / made.name)) if row["name"] != "Cy"]
        assert (row["name"], row["keys"]) == ("Annabel", ["annabel"])

    def test_a_shown_name_without_games_does_not_reveal_a_hidden_one(
        self, folder: Path, client: Client
    ) -> None:
        count_logs(season())
        replay_services.merge_names("annie", "ben", "an administrator")
        made = stats_services.make_dump()
        cite(client, made.name)
        replay_services.split_names("annie", ["ben"], "an administrator")
        hide("ben")
        count_logs([game(20, "Annie", "Cy", "goryo", "2026-03-01")])
        stats_services.make_dump()
        assert b'"ben"' not in everything(folder / made.name).lower()
        page = get_page(client, f"/stats/goryo/ratings/?snapshot={made.name}")
        assert "Ben" not in page

    def test_lines_and_digests_fit_the_logs(self, folder: Path, cited: Snapshot) -> None:
        hide("annabel")
        replay_services.withdraw_games([Game.objects.filter(kind="goryo").earliest("pk").pk])
        stats_services.make_dump()
        for kind in ("goryo", "gorinto"):
            with gzip.open(folder / cited.name / f"{kind}-people.ndjson.gz", "rt") as file:
                logs = file.read().splitlines()
            for row in read_rows(folder / cited.name / f"{kind}-games.parquet"):
                game = Game.objects.get(public_id=row["id"])
                assert game.withdrawn_at is None
                assert logs[row["line"]] == shown_log(game)

    def test_a_dump_without_such_games_keeps_its_bytes(self, folder: Path, cited: Snapshot) -> None:
        manifest = (folder / cited.name / "manifest.json").read_bytes()
        count_logs(varied(2, seed=8))
        stats_services.make_dump()
        assert (folder / cited.name / "manifest.json").read_bytes() == manifest

    def test_missing_files_of_a_dump_do_not_keep_names_in_others(
        self, folder: Path, client: Client, cited: Snapshot
    ) -> None:
        other = stats_services.make_dump()
        cite(client, other.name)
        shutil.rmtree(folder / other.name)
        hide("annabel")
        assert retention.cut_dumps(folder) == [cited.name]
        assert b"annabel" not in everything(folder / cited.name).lower()

    def test_a_merged_game_is_still_public(self, folder: Path, cited: Snapshot) -> None:
        record = Record.objects.filter(game__kind="goryo").earliest("pk")
        Record.objects.filter(pk=record.pk).update(
            game=Game.objects.exclude(pk=record.game_id).latest("pk")
        )
        Game.objects.filter(pk=record.game_id).delete()
        stats_services.make_dump()
        assert record.public_id.encode() in everything(folder / cited.name)

    def test_a_process_that_dies_leaves_the_old_files(
        self, folder: Path, cited: Snapshot, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        replay_services.withdraw_games([Game.objects.filter(kind="goryo").earliest("pk").pk])
        replace = os.replace

        def dying(source: Any, target: Any) -> None:
            if Path(target).name == cited.name:
                raise OSError("killed")
            replace(source, target)

        with monkeypatch.context() as patch:
            patch.setattr(retention.os, "replace", dying)
            with pytest.raises(OSError, match="killed"):
                retention.cut_dumps(folder)
        assert not (folder / cited.name).exists()
        assert retention.cut_dumps(folder) == [cited.name]
        assert open_dump(folder / cited.name).manifest["cut"]["games"] == 1
        assert [path.name for path in folder.iterdir()] == [cited.name]
