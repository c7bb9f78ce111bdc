"""Names that the owner of a game hides in it: absent from everything that is sent."""

import gzip
import json
import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.test import Client

from analytics import services as stats_services
from analytics.models import Contribution, HiddenContribution
from analytics.services.retention import cut_dumps
from games.goryo.rules.board import default_board
from replays import services
from replays.models import (
    AnnotationSet,
    Board,
    Collection,
    EventTag,
    Game,
    Seat,
    Upload,
    UploadItem,
)
from replays.reads.own_games import own_games, own_names
from replays.text.names import handle_of, name_key
from tests.support.walk import clear_text_caches, fill, routes
from tests.unit.replays.logs import as_json

from .owners import call, header, key_of, play, send, stored, viewer

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite(in_turn=True)]

NAME, OTHER = "Zebedee Quux", "Maribel Frobnitz"


def named(seed: int = 1, **changes: Any) -> dict[str, Any]:
    """Return a log with a name in every place that can have one."""
    log = play(seed)
    roles = [player["role"] for player in log["players"]]
    log["players"] = [
        {"role": role, "name": name} for role, name in zip(roles, (NAME, OTHER), strict=True)
    ]
    log |= {"event": f"Cup of {NAME}", "site": f"at {NAME}'s", "source": NAME}
    log |= {"tags": [NAME], "x_notes": {"of": [NAME]}}
    log["events"][0] |= {"note": f"{NAME} hesitates", "x_clock": NAME}
    return {**log, **changes}


def counted() -> None:
    """Count all games, and check the sums against the logs."""
    call_command("sweep_games", verbosity=0)
    assert list(stats_services.recount(check_only=True)) == []


def everything(game: Game, ids: dict[str, str]) -> dict[str, bytes]:
    """Return what every route answers to a stranger, by address."""
    clear_text_caches()
    client, found = Client(), {}
    values = {
        "group": "legal",
        "slug": "goryo", "rule": "2.1", "kind": "goryo", "metric": "rounds", "pk": "1",
        "rules_digest": "0", "python_version": "0", "python_file": "x",
        "number": "1", "step": "1", "record_id": game.public_id, "section": "games",
        "page": "games", "secret": "x", "name": "x", "file": "x", "token": "t" * 43,
        "game_id": game.public_id, "invitation_id": "i" * 12, "member_id": "1", "code": "2" * 8,
        "handle": handle_of(name_key(NAME)), "rest": "games/", "role": "goryo",
    }  # fmt: skip
    for name, path in [*routes(), ("api-upload", "api/v1/uploads/<public_id:public_id>/")]:
        if path.startswith(("admin/", "it/")) or "film" in name:
            continue
        kind = next((kind for kind in ids if kind in name), "")
        for form in ("json", "txt", "svg") if "form>" in path else ("",):
            filled = fill(path, {**values, "form": form, "public_id": ids.get(kind, "")
                                 or game.public_id})  # fmt: skip
            for query in QUERIES.get(name, ("",)):
                address = f"{filled}?{query}" if query else filled
                found[address] = b"".join(client.get(address))
    return found


QUERIES = {
    "games": ("simulated=all", "player=zebedee+quux"),
    "api-games": ("simulated=all", "player=zebedee+quux"),
    "api-games-stream": ("log=1",),
    "search": ("q=quux",),
    "search-suggestions": ("q=quux",),
    "api-search": ("q=quux",),
}


def with_notes(game: Game) -> dict[str, str]:
    """Write notes, a variation, a tag and a collection with the name; return their ids."""
    notes, _ = services.begin_notes(game, "public", title=f"for {NAME}", author=NAME)
    services.put_note(notes, 1, text=f"as {NAME} said")
    services.set_listed(notes, is_listed=True)
    branch = services.begin_branch(game, 1, "omniscient", name=f"if {NAME} had")[0]
    services.set_listed(branch, is_listed=True)
    upload = game.records.get().upload
    assert upload is not None
    Upload.objects.update(filename=f"{NAME}.json")
    UploadItem.objects.update(label=f"{NAME}.txt")
    services.tag_games(viewer("ann"), [game.public_id], [f"for {NAME}"])
    texts = services.Texts("Finals", "", "public")
    collection = services.create_collection(key_of("ann"), texts)
    services.add_games(collection, viewer("ann"), [game.public_id])
    services.write_entry(collection, game.public_id, f"well played, {NAME}")
    return {
        "note": notes.public_id,
        "branch": branch.public_id,
        "review": services.begin_review(game, services.Shown(1, "public"))[0].public_id,
        "upload": upload.public_id,
        "collection": collection.public_id,
    }


def test_a_hidden_name_is_in_no_answer() -> None:
    game = stored(named(), "ann")
    ids = with_notes(game)
    counted()
    before = everything(game, ids)
    assert sum(NAME.encode() in body for body in before.values()) > 15
    role = game.seats.get(position=0).role
    changed = call("PATCH", f"games/{game.public_id}/", "ann", names={role: "none"})
    [own] = changed["games"]
    assert own["names"][0] == {"role": role, "name": NAME, "shown": "none"}
    assert own["players"][0]["name"] is None
    game.refresh_from_db()
    leaks = [
        address
        for address, body in everything(game, ids).items()
        if b"zebedee" in re.sub(rb'value="zebedee quux"|zebedee\+quux', b"", body).lower()
    ]
    assert leaks == []
    log = Client().get(f"/api/v1/games/{game.public_id}/log/").json()
    assert log["tags"] == ["a player"]
    assert log["players"][1]["name"] == OTHER
    counted()
    call("POST", "my-games/undo/", "ann", undo=changed["undo"])
    counted()
    after = everything(Game.objects.get(), ids)
    assert {a for a, b in after.items() if NAME.encode() in b} >= {
        a for a, b in before.items() if NAME.encode() in b and "games/" in a
    }


@pytest.mark.parametrize("by", ["owner", "staff"])
def test_other_spellings_in_earlier_notes_are_in_no_answer(by: str) -> None:
    """Notes, tags and texts of the log that were stored before the name was hidden."""
    short, spellings = "Qx", ("zébedee quux", "ＺＥＢＥＤＥＥ  Quux", "Zebe\u200bdee\nQuux")
    text = f"{spellings[0]}, {spellings[1]} and {spellings[2]} beat {short} twice"
    log = named(event=f"Cup {spellings[0]}", source=spellings[1], x_notes={spellings[0]: text})
    log["players"][1]["name"] = short
    log["events"][0] |= {"note": text}
    game = stored(log, "ann")
    ids = with_notes(game)
    notes = AnnotationSet.objects.get()
    services.name_notes(notes, title=f"for {spellings[0]}", author=short)
    services.put_note(notes, 1, text=text)
    services.write_entry(Collection.objects.get(), game.public_id, text)
    counted()
    assert "ébedee" in Client().get(f"/api/v1/notes/{notes.public_id}/").content.decode()
    if by == "owner":
        call("PATCH", f"games/{game.public_id}/", "ann", names="none")
    else:
        services.hide_names(name_key(NAME), "staff")
        services.hide_names(name_key(short), "staff")
    leak = re.compile("[Zz][eé]be\u200b?dee|ＺＥＢＥ|[Qq]uux|Ｑｕｕｘ|\\bQx\\b")
    leaks = [
        (address, found[0])
        for address, body in everything(game, ids).items()
        if "quux" not in address  # they repeat the query
        and not address.endswith(".png")
        and (found := leak.search(body.decode(errors="replace")))
    ]
    assert leaks == []
    shown = Client().get(f"/api/v1/notes/{notes.public_id}/").json()
    assert shown["notes"][0]["text"] == "a player, a player and a player beat a player twice"
    assert shown["author"] == "a player"


def test_the_tag_of_an_event_loses_the_name_and_gets_it_back() -> None:
    game = stored(named(x_round=f"{NAME} plays"), "ann")
    assert EventTag.objects.get(game=game).name == f"Cup of {NAME}"
    undo = call("PATCH", f"games/{game.public_id}/", "ann", names="initials")["undo"]
    tag = EventTag.objects.get(game=game)
    assert "Quux" not in f"{tag.name} {tag.place} {tag.round}"
    assert "quux" not in f"{tag.name_key} {tag.handle}"
    call("POST", "my-games/undo/", "ann", undo=undo)
    assert EventTag.objects.get(game=game).name == f"Cup of {NAME}"


def test_a_migration_finds_other_spellings_in_stored_rows() -> None:
    board = {**default_board().data, "id": "a garden", "name": "Garden of ZÉBEDEE quux"}
    game = stored(named(board=board, event="Cup of zébedee quux"), "ann")
    call("PATCH", f"games/{game.public_id}/", "ann", names="none")
    EventTag.objects.update(name="Cup of zébedee quux", name_key="cup of zébedee quux")
    Board.objects.filter(digest=game.board_digest).update(
        name=board["name"], data=board, is_masked=False
    )
    migration = import_module("replays.migrations.0031_mask_spellings")
    migration.mask_again(apps, None)
    tag, stored_board = EventTag.objects.get(), Board.objects.get(digest=game.board_digest)
    assert (tag.name, tag.name_key) == ("Cup of a player", "cup of a player")
    assert (stored_board.name, stored_board.is_masked) == ("Garden of a player", True)
    assert "ZÉBEDEE" not in json.dumps(stored_board.data, ensure_ascii=False)
    assert stored_board.data["spaces"] == board["spaces"]


def test_a_hidden_name_leaves_the_statistics_of_a_set() -> None:
    game = stored(named(), "ann", "private")
    collection = services.create_collection(key_of("ann"), services.Texts("Own", "", "private"))
    services.add_games(collection, viewer("ann"), [game.public_id])
    counted()
    assert "quux" in json.dumps(HiddenContribution.objects.get().seats).lower()
    call("PATCH", f"games/{game.public_id}/", "ann", names="none")
    assert "quux" not in json.dumps(HiddenContribution.objects.get().seats).lower()


def test_the_own_names_of_many_games_are_few_queries(django_assert_num_queries: Any) -> None:
    games = [stored(named(seed), "ann") for seed in (1, 2, 3)]
    ids = [game.public_id for game in games[:2]]
    call("POST", "my-games/changes/", "ann", ids=ids, names="none")
    services.hide_names(name_key(OTHER), "staff")
    rows = list(own_games(viewer("ann")))
    with django_assert_num_queries(2):
        found = own_names(rows)
    shown = [[name for _, name, _ in found[game.pk]] for game in games]
    assert shown == [[NAME, None]] * 3


def test_initials_are_no_player() -> None:
    game = stored(named(), "ann")
    counted()
    call("POST", "my-games/changes/", "ann", ids=[game.public_id], names="initials")
    assert set(Seat.objects.values_list("initials", "name")) == {("Z. Q.", None), ("M. F.", None)}
    body = Client().get(f"/api/v1/games/{game.public_id}/").json()
    assert body["players"][0] == {"role": body["players"][0]["role"], "name": None,
                                  "initials": "Z. Q."}  # fmt: skip
    text = Client().get(f"/games/{game.public_id}/log.txt").content.decode()
    assert '"Z. Q."' in text
    assert "Z. Q. v M. F." in Client().get(f"/games/{game.public_id}/").content.decode()
    counted()
    assert [seat["name"] for seat in Contribution.objects.get().seats] == [None, None]
    assert Client().get("/api/v1/games/?player=z.").json()["games"] == []
    person = services.hide_names("zebedee quux", "staff")
    assert "Z. Q." not in Client().get(f"/games/{game.public_id}/log.txt").content.decode()
    services.show_names(person, "staff")
    assert '"Z. Q."' in Client().get(f"/games/{game.public_id}/log.txt").content.decode()
    counted()


def test_a_choice_is_about_the_own_log_only() -> None:
    """The log of another uploader stays as it is, and counts with its names if it is older."""
    first = send(named(x_by="Ann"), "ann")["id"]
    assert send(named(x_by="Ben"), "ben", status=200)["status"] == "merged"
    changed = call("PATCH", f"games/{first}/", "ben", names="none")
    [own] = changed["games"]
    assert own["id"] != first
    assert NAME not in str(Client().get(f"/api/v1/games/{own['id']}/log/").json())
    assert NAME in str(Client().get(f"/api/v1/games/{first}/log/").json())
    counted()
    assert Contribution.objects.get().game.public_id == first
    call("POST", "my-games/undo/", "ben", undo=changed["undo"])
    assert Game.objects.count() == 1
    counted()


def test_a_log_with_hidden_names_takes_none_from_others() -> None:
    game = stored(named(), "ann")
    call("PATCH", f"games/{game.public_id}/", "ann", names="none")
    other = send(named(source="Ben"), "ben")
    assert other["status"] == "stored"
    assert other["same_moves_as"] == game.public_id
    assert "Zebedee" not in str(Client().get(f"/api/v1/games/{game.public_id}/").json())
    own = send(named(x_more="later"), "ann", status=200)
    assert own["status"] == "merged", "the own logs stay one game, with the choice"
    assert "Zebedee" not in str(Client().get(f"/api/v1/games/{game.public_id}/log/").json())


def test_a_correction_keeps_the_choice_and_shows_the_owner_the_name() -> None:
    game = stored(named(), "ann")
    role = game.seats.get(position=0).role
    call("PATCH", f"games/{game.public_id}/", "ann", names={role: "none"})
    client = Client(headers=header("ann"))
    revisions = client.get(f"/api/v1/games/{game.public_id}/revisions/").json()
    assert NAME in str(revisions)
    corrected = client.put(
        f"/api/v1/games/{game.public_id}/", as_json(named(site="Rome")), "application/json"
    )
    assert corrected.json()["changed"]
    assert NAME not in str(Client().get(f"/api/v1/games/{game.public_id}/log/").json())
    assert Game.objects.get().hidden_seats == 1


@pytest.mark.parametrize("names", ["everything", {"goryo": "no"}, {"unknown": "none"}])
def test_a_wrong_choice_is_refused(names: Any) -> None:
    game = stored(named(), "ann")
    body = call("PATCH", f"games/{game.public_id}/", "ann", 422, names=names)
    assert body["error"]["code"] == "names"
    call("PATCH", f"games/{game.public_id}/", "ben", 403, names="none")


def test_the_board_of_a_player_loses_the_name() -> None:
    log = named()
    board = {**default_board().data, "id": f"{NAME}'s garden", "name": f"Garden of {NAME}"}
    game = stored({**log, "board": board}, "ann")
    counted()
    assert NAME in Board.objects.get(digest=game.board_digest).title
    changed = call("PATCH", f"games/{game.public_id}/", "ann", names="none")
    for path in (f"/games/{game.public_id}/", "/games/", "/stats/goryo/", "/api/v1/games/"):
        assert "Zebedee" not in Client().get(path).content.decode(), path
    assert Board.objects.get(digest=game.board_digest).title == "Garden of a player"
    call("POST", "my-games/undo/", "ann", undo=changed["undo"])
    assert Board.objects.get(digest=game.board_digest).title == f"Garden of {NAME}"


def test_dumps_lose_the_name_within_a_day(tmp_path: Path, settings: Any) -> None:
    settings.DUMPS_DIR = tmp_path
    first, second = (stored(named(seed), "ann") for seed in (1, 2))
    counted()
    made = stats_services.make_dump()
    services.change_games(viewer("ann"), [first.public_id], names="none")
    assert cut_dumps(tmp_path) == [made.name]
    assert cut_dumps(tmp_path) == []
    lines = gzip.decompress((tmp_path / made.name / "goryo-people.ndjson.gz").read_bytes())
    logs = [json.loads(line) for line in lines.splitlines()]
    assert sum(NAME in str(log) for log in logs) == 1
    assert NAME in (tmp_path / made.name / "players.ndjson").read_text()
    services.change_games(viewer("ann"), [second.public_id], names="none")
    cut_dumps(tmp_path)
    assert "zebedee" not in (tmp_path / made.name / "players.ndjson").read_text().lower()
