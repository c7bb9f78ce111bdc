"""The Python client reads and changes games of a real site, here in this process."""

import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from analytics.services import make_dump
from kifu_house import Client, KifuError
from kifu_house.events import lines_of, read_events
from replays.models import Game, Upload, UploadState
from tests.architecture.sources import ROOT
from tests.unit.analytics.conftest import count_logs
from tests.unit.analytics.logs import varied
from tests.unit.replays.logs import whole_game

from .conftest import SITE, CheckedSite, Connect

SAMPLE = ROOT / "samples" / "2024-exorcism.txt"
KEY = "a-secret-key-of-the-tests"
pytestmark = pytest.mark.django_db


@pytest.fixture
def client(connect: Connect) -> Client:
    return connect(owner_key=KEY)


def test_one_upload_is_stored_then_a_duplicate(client: Client) -> None:
    (first,) = client.upload(SAMPLE).games
    result = client.upload(SAMPLE.read_text(encoding="utf-8"))
    (again,) = result.games
    assert (first.status, again.status, again.id) == ("stored", "duplicate", first.id)
    assert result.is_complete
    assert result.is_accepted
    assert client.game(str(first.id)).players[0].name == "Jane"


def test_several_logs_have_a_result_each(client: Client) -> None:
    result = client.upload(SAMPLE, whole_game(1), b'[Game "goryo"]\n\nplam e4')
    assert [game.status for game in result.games] == ["stored", "stored", "refused"]
    assert not result.is_accepted
    assert result.games[2].findings[0].legal == []
    assert len(result.uploads) == 3


def test_a_refused_log_has_findings_and_corrections(client: Client) -> None:
    broken = SAMPLE.read_text(encoding="utf-8").replace("\nplan e4", "\nplam e4")
    for dry_run in (True, False):
        result = client.upload(broken, dry_run=dry_run)
        (game,) = result.games
        assert (game.status, game.is_accepted, game.id) == ("refused", False, None)
        assert game.findings[0].fix is not None
        assert game.findings[0].line == 14
    assert Game.objects.count() == 0


def test_a_check_stores_nothing(client: Client) -> None:
    result = client.upload(SAMPLE, dry_run=True)
    assert (result.games[0].status, result.uploads, result.is_complete) == ("stored", [], True)
    assert not Game.objects.exists()
    with pytest.raises(ValueError, match="no log"):
        client.upload()


def test_a_new_owner_key_is_used_from_then_on(connect: Connect) -> None:
    client, stranger = connect(), connect()
    result = client.upload(SAMPLE, visibility="private", public_from="2999-01-31T18:00Z")
    assert result.owner_key == client.owner_key is not None
    (game,) = client.my_games()
    assert (game.visibility, game.public_from and game.public_from.year) == ("private", 2999)
    with pytest.raises(KifuError, match="404 not_found"):
        stranger.game(game.id)


def test_changes_of_own_games_are_undone(client: Client) -> None:
    ids = [str(client.upload(whole_game(seed)).games[0].id) for seed in (1, 2)]
    hidden = client.set_visibility(*ids, visibility="unlisted")
    assert {game.visibility for game in hidden.games} == {"unlisted"}
    assert {game.visibility for game in client.undo(hidden).games} == {"public"}
    assert client.delete(*ids).games[0].deleted_at is not None
    assert [game.deleted_at for game in client.restore(*ids).games] == [None, None]


def test_lists_are_read_over_all_pages(
    client: Client, site: CheckedSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kifu_house.client.PAGE", 2)
    ids = [client.upload(whole_game(seed)).games[0].id for seed in range(5)]
    site.requests.clear()
    assert [game.id for game in client.games(kind="goryo", simulated="all")] == ids[::-1]
    assert len(site.requests) == 3
    assert all(request.url.params["kind"] == "goryo" for request in site.requests)
    assert [game.id for game in client.my_games()] == ids[::-1]
    assert not list(client.games(kind="goryo", simulated=True, from_="2999-01-01"))
    with pytest.raises(KifuError) as caught:
        next(client.games(colour="red"))
    assert (caught.value.code, caught.value.status) == ("unknown_parameter", 400)
    assert "colour" in caught.value.detail


def test_a_game_is_read_in_all_its_forms(client: Client) -> None:
    game_id = str(client.upload(SAMPLE).games[0].id)
    game = client.game(game_id)
    assert game.records[0].revision == 1
    steps = client.steps(game_id, "samurai", belief=True)
    assert (steps.view, steps.belief) == ("samurai", True)
    assert len(steps.steps) == game.n_events == len(client.log(game_id)["events"])
    assert len(client.frames(game_id).frames) == game.n_events + 1
    assert client.log_text(game_id).startswith('[Game "goryo"]')


def test_legal_events_are_chosen_part_by_part(client: Client) -> None:
    log = whole_game(1)
    log = {key: value for key, value in log.items() if key != "outcome"}
    log["events"] = log["events"][:2]
    chosen: list[Any] = []
    for _ in range(30):
        legal = client.legal(log, chosen=chosen)
        if legal.whole is not None:
            break
        choice = legal.choices[0]
        chosen = [*legal.chosen, (choice.path, choice.value)]
    assert legal.due == "plan"
    assert legal.whole is not None
    checked = client.upload({**log, "events": [*log["events"], legal.whole]}, dry_run=True)
    assert checked.is_accepted
    with pytest.raises(KifuError) as caught:
        client.legal('[Game "goryo"]\n\nplam')
    assert (caught.value.status, caught.value.code) == (422, "log_refused")
    assert caught.value.findings


def test_an_upload_is_read_by_a_worker(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    upload = client.upload(*map(whole_game, range(3))).uploads[0]
    row = Upload.objects.get(public_id=upload.id)
    Upload.objects.filter(pk=row.pk).update(state=UploadState.READING)
    waited: list[float] = []

    def read(seconds: float) -> None:
        waited.append(seconds)
        Upload.objects.filter(pk=row.pk).update(state=UploadState.DONE)

    monkeypatch.setattr(time, "sleep", read)
    with pytest.raises(KifuError, match="timeout"):
        client.wait(upload, timeout=0)
    status = client.wait(upload.id)
    assert (status.state, len(status.games), len(waited)) == ("done", 1, 1)


def test_events_continue_after_the_last_one(
    client: Client, site: CheckedSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each stream ends here at once; the client opens the next one after it."""
    first, second = (client.upload(whole_game(seed)).games[0].id for seed in (1, 2))
    waited: list[float] = []

    def play_on(seconds: float) -> None:
        waited.append(seconds)
        client.upload(whole_game(2 + len(waited)))

    monkeypatch.setattr(time, "sleep", play_on)
    events = client.events(since="2026-01-01T00:00Z")
    found = [next(events) for _ in range(4)]
    assert [event.id for event in found[:2]] == [first, second]
    assert len({event.id for event in found}) == 4
    assert waited == [3.0, 3.0]
    assert site.requests[-1].headers["Last-Event-ID"] == found[2].cursor


def test_events_are_read_from_any_pieces() -> None:
    sent = b'retry: 5\n\n: hello\r\n\r\nid: c1\n\nid: c2\nevent: game\ndata: {"a":\ndata: 1}\n\n'
    whole = list(read_events(lines_of([sent])))
    assert list(read_events(lines_of(sent[at : at + 1] for at in range(len(sent))))) == whole
    assert [event for event in whole if event.name] == [
        ("retry", "5", ""),
        ("game", '{"a":\n1}', "c2"),
    ]


def test_another_record_of_a_game_is_merged(client: Client) -> None:
    lines = SAMPLE.read_text(encoding="utf-8").splitlines(keepends=True)
    (first,) = client.upload("".join(ln for ln in lines if not ln.startswith("[Goryo"))).games
    (merged,) = client.upload(SAMPLE).games
    assert (merged.status, merged.id) == ("merged", first.id)
    assert merged.added is not None
    assert merged.added.names == {"goryo": "Jane"}


def test_statistics_and_open_data(client: Client, settings: Any, tmp_path: Path) -> None:
    settings.DUMPS_DIR = tmp_path / "dumps"
    count_logs(varied(6))
    make_dump()
    assert client.roles("goryo", by="edition")["overall"]["games"]["total"] > 0
    key = client.metrics("goryo")["metrics"][0]["key"]
    assert client.metric("goryo", key, simulated=False)["definition"]
    assert client.balance("goryo")["definition"]
    assert client.ratings("goryo")["definition"]
    (dump,) = client.dumps()
    games = client.table(dump, "goryo-games", tmp_path / "files")
    assert len(games) == dump.kinds["goryo"]["people"] + dump.kinds["goryo"]["simulated"]
    with pytest.raises(KeyError):
        client.table(dump, "chess-games", tmp_path / "files")


def test_a_damaged_file_is_not_stored(
    client: Client, site: CheckedSite, settings: Any, tmp_path: Path
) -> None:
    settings.DUMPS_DIR = tmp_path / "dumps"
    count_logs(varied(2))
    make_dump()
    (dump,) = client.dumps()
    file = dump.file("goryo-people.ndjson.gz")
    folder = tmp_path / "files"
    path = client.download(file, folder)
    n_requests = len(site.requests)
    assert client.download(file, folder) == path
    assert len(site.requests) == n_requests, "the file is there"
    path.write_bytes(b"damaged")
    assert client.download(file, folder).read_bytes() != b"damaged"
    stored = tmp_path / "dumps" / dump.name / file.name
    stored.write_bytes(stored.read_bytes()[:-1])
    path.unlink()
    with pytest.raises(KifuError, match="digest"):
        client.download(file, folder)
    assert list(folder.iterdir()) == []


def test_a_token_is_sent_and_refused(connect: Connect) -> None:
    with pytest.raises(KifuError) as caught:
        next(connect(token="kifu_unknown").games())
    assert (caught.value.status, caught.value.code) == (401, "invalid_token")


def test_another_site_is_an_error() -> None:
    transport = httpx.MockTransport(lambda _: httpx.Response(200, text="<html>"))
    with (
        Client(SITE, transport=transport) as client,
        pytest.raises(KifuError, match="bad_response"),
    ):
        client.dumps()
