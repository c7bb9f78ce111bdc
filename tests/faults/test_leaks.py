"""Hidden information stays hidden: rows A093 to A118 of the list of public fault reports.

The fugitive is the Goryō, the hunters are the Samurai; the reveal is `discover`. Twins are two
games that differ only in hidden information. Every route for unfinished twins: `test_walk.py`.
"""

import json
import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client

from replays import services as replay_services
from replays.models import Game, Upload
from tests.faults import samples
from tests.faults.endpoints import API, uploaded
from tests.support.openapi import JSON
from tests.support.pages import get
from tests.support.walk import fill, routes, timeless
from tests.unit.replay_page.samples import BENT, SHORT, first_chase

REVEAL = 6
"""The step of `discover`."""
BEFORE = REVEAL - 1
CHAT = "hiding at c3 SECRETCHAT"
in_hiding_views = pytest.mark.parametrize("view", ["samurai", "public"])


def stored(client: Client, log: str) -> Game:
    """Store this log alone, under an id that is always the same."""
    Game.objects.all().delete()
    uploaded(client, log)
    Game.objects.update(public_id="twin00000001")
    return Game.objects.get()


def twin(number: int, *, ends: bool = True) -> str:
    """Return one of two games whose only difference is hidden until the reveal."""
    parts = ({"plan": SHORT, "bound": "fan"}, {"plan": BENT, "bound": "flower"})[number]
    log = first_chase(**parts, secret=f"{CHAT} {number}")
    log = log.replace("haunt vase b4", f'haunt vase b4 x_diary="\\"{CHAT} {number}\\""')
    return log + "discover\nresign samurai\n" if ends else log


@pytest.fixture
def game(client: Client) -> Game:
    """The first twin."""
    return stored(client, twin(0))


def get_json(client: Client, game: Game, path: str, view: str) -> Any:
    return client.get(f"{API}{game.public_id}/{path}/?as={view}").json()[path]


def steps_before_the_reveal(client: Client, number: int, view: str) -> dict[str, list[Any]]:
    """Return the steps of a twin that a view is sent, by endpoint."""
    game = stored(client, twin(number))
    page, api = f"/games/{game.public_id}", f"{API}{game.public_id}"
    found = {
        "steps": client.get(f"{api}/steps/?as={view}&belief=1").json()["steps"],
        "frames": get_json(client, game, "frames", view),
    }
    for name, address in {
        "page": f"{page}/?as={view}",
        "page at the reveal": f"{page}/?as={view}&step={REVEAL}",
        "belief": f"{page}/?as={view}&belief=uniform",
        "embed": f"/embed/{game.public_id}/?as={view}",
        "file": f"{page}/replay.html?as={view}",
        "Italian": f"/it{page}/?as={view}",
    }.items():
        text = client.get(address).content.decode()
        data = re.search(r'<script type="application/json"[^>]*>(.*?)</script>', text, re.S)
        assert data, name
        found[name] = json.loads(data[1])["frames"]
    begun = client.post(f"{api}/branches/", {"step": BEFORE, "as": view}, "application/json").json()
    branch = client.get(f"/api/v1/branches/{begun['id']}/steps/?as={view}&belief=1")
    found["branch"] = branch.json()["steps"]
    return {
        name: [step for step in steps if step["step"] < REVEAL] for name, steps in found.items()
    }


def values_of(value: Any, key: str) -> Iterator[Any]:
    """Yield every value of this key at any depth."""
    if isinstance(value, dict) and key in value:
        yield value[key]
    for inner in value.values() if isinstance(value, dict) else value:
        if isinstance(inner, dict | list):
            yield from values_of(inner, key)


@in_hiding_views
def test_steps_before_the_reveal_contain_nothing_hidden(view: str, client: Client) -> None:
    """A092, A093, A095, A099, A100, A104, A108, A113: also the start, computed values, the previous
    step, prefetched steps, paths and shades.
    """
    first, second = (steps_before_the_reveal(client, number, view) for number in (0, 1))
    assert len(first) == 9
    for name, steps in first.items():
        assert len(steps) >= BEFORE, name
        assert steps == second[name], name
        assert CHAT not in json.dumps(steps), name
        assert not any(values_of(steps, "plan")), name
        assert not any(step["state"]["bound"] for step in steps if "state" in step), name


def test_the_comparison_can_fail(client: Client) -> None:
    first, second = (steps_before_the_reveal(client, number, "goryo") for number in (0, 1))
    assert [name for name in first if first[name] == second[name]] == []


@in_hiding_views
def test_from_the_reveal_on_only_revealed_information_is_shown(view: str, client: Client) -> None:
    """A104: the next plan is hidden again."""
    shown = []
    for second in ("c3 b3 b2 c2 > d2", "c3 c4 c5 d5 > e5"):
        rest = f"discover\nplan {second}\ngreen move d2\nresign samurai\n"
        game = stored(client, first_chase() + rest)
        steps = get_json(client, game, "steps", view)
        revealed = [bool(step["state"]["revealed"]) for step in steps]
        assert revealed[BEFORE - 1 : REVEAL] == [False, True]
        assert all(step["state"]["plan"] is None for step in steps)
        shown.append((steps[:-1], get_json(client, game, "frames", view)[:-1]))
    assert shown[0] == shown[1]


@in_hiding_views
def test_the_list_of_moves_contains_no_hidden_detail(view: str, client: Client) -> None:
    """A094"""
    entries = []
    for number in (0, 1):
        game = stored(client, twin(number))
        events = [step["event"] for step in get_json(client, game, "steps", view)]
        hidden = [event for event in events if event["type"] in ("bind", "plan")]
        assert hidden == [{"type": "bind"}, {"type": "plan"}]
        assert all(not key.startswith("x_") for event in events for key in event)
        page = client.get(f"/games/{game.public_id}/?as={view}").content.decode()
        entries.append(re.findall(r"<li[^>]*><a href=.*?</li>\n", page, re.S)[:BEFORE])
    assert len(entries[0]) == BEFORE
    assert entries[0] == entries[1]


WITH_VIEW = (
    "/games/{id}/", "/games/{id}/step-2.svg", "/games/{id}/step-2.png", "/games/{id}/replay.html",
    "/games/{id}/replay.gif", "/games/{id}/replay.webp", "/games/{id}/share/", "/embed/{id}/",
    "/api/v1/games/{id}/steps/", "/api/v1/games/{id}/frames/", "/it/games/{id}/",
)  # fmt: skip
with_view = pytest.mark.parametrize("address", WITH_VIEW)


def query(address: str, view: str, step: str = "") -> dict[str, str]:
    """Return the parameters that select a view; films are short here."""
    film = {"from": "2", "to": "3"} if address.endswith((".gif", ".webp")) else {}
    return {"as": view, **film, **({"step": step} if step and "api" not in address else {})}


@with_view
def test_an_unknown_view_is_refused(address: str, client: Client, game: Game) -> None:
    """A095"""
    for view in ("S1", "", "Samurai", "omniscient ", "samurai,goryo"):
        answer = get(client, address.format(id=game.public_id), 400, data={"as": view})
        assert SHORT.encode() not in answer.content


@with_view
def test_only_the_public_view_of_an_unfinished_game_is_shown(address: str, client: Client) -> None:
    """A096, A105: to anonymous clients, users, staff, and the uploader."""
    address = address.format(id=stored(client, twin(0, ends=False)).public_id)
    users = get_user_model().objects
    clients = [client, Client(), Client(), Client()]
    clients[2].force_login(users.create_user("user"))
    clients[3].force_login(users.create_superuser("boss", password="x" * 20))
    for reader in clients:
        statuses = {
            view: reader.get(address, query(address, view)).status_code
            for view in ("omniscient", "goryo", "samurai", "public")
        }
        assert statuses == {"omniscient": 403, "goryo": 403, "samurai": 200, "public": 200}
    answers = [reader.get(address, query(address, "public")) for reader in clients[1:]]
    assert len({timeless(answer.content) for answer in answers}) == 1


def test_an_unfinished_game_is_in_no_win_rate(client: Client) -> None:
    """A105"""
    for ends in (False, True):
        stored(client, twin(0, ends=ends))
        call_command("sweep_games", verbosity=0)
        roles = client.get("/api/v1/stats/goryo/roles/").json()["overall"]["roles"]
        assert [bool(role["n"]) for role in roles.values()] == [ends, ends]


@in_hiding_views
def test_hidden_notes_and_fields_are_in_no_answer(view: str, client: Client, game: Game) -> None:
    """A106, A108: those of hidden events, at any step up to the end."""
    for path, step in product(WITH_VIEW, ("", "3", "7")):
        address = path.format(id=game.public_id)
        body = client.get(address, query(address, view, step)).content
        assert b"SECRETCHAT" not in body, (address, step)
    assert b"SECRETCHAT" in client.get(f"/games/{game.public_id}/?as=goryo").content


@pytest.mark.parametrize(("own", "other"), [("goryo", "samurai"), ("samurai", "goryo")])
def test_notes_on_the_view_of_one_side_are_shown_only_there(
    own: str, other: str, client: Client, game: Game
) -> None:
    """A110"""
    notes, _ = replay_services.begin_notes(game, own, title="mine")
    replay_services.put_note(notes, 3, text="SECRETNOTE of mine", glyph="!")
    address = f"/notes/{notes.public_id}/"
    picture = f"/games/{game.public_id}/step-3.svg"
    assert b"SECRETNOTE" in client.get(f"{address}?as={own}&step=3").content
    for view in (other, "public"):
        assert b"SECRETNOTE" not in client.get(f"{address}?as={view}&step=3").content
        answer = client.get(picture, {"as": view, "notes": notes.public_id})
        assert (answer.status_code, b"SECRETNOTE" in answer.content) == (403, False)


STEP = {"game", "step", "event", "state", "belief"}
BELIEF = {"hypotheses", "possible", "certain", "targets", "bound"}
STATE = {
    "round", "phase", "pawn", "samurai", "called", "actions_left", "green", "red", "types",
    "broken", "sealed", "spirits", "gong", "draws_due", "bag", "sprint_left", "false_trail_left",
    "mistakes", "bound", "plan", "revealed", "winner", "reason",
}  # fmt: skip


@in_hiding_views
def test_a_view_has_exactly_its_fields(view: str, client: Client, game: Game) -> None:
    """A111: before a field is added here, check that it contains no hidden information."""
    for belief in ("", "&belief=1"):
        for step in client.get(f"{API}{game.public_id}/steps/?as={view}{belief}").json()["steps"]:
            assert set(step) <= STEP
            assert set(step["state"]) == STATE
            assert set(step.get("belief") or BELIEF) == BELIEF


@in_hiding_views
def test_an_answered_question_changes_only_its_space(view: str, client: Client) -> None:
    """A112: on a space of her route, next to the target."""
    found = []
    for number in (0, 1):
        steps = get_json(client, stored(client, twin(number)), "steps", view)
        before, after = (steps[at]["state"] for at in (3, 4))
        assert after["green"] == ["c3"]
        found.append(({key for key in STATE if before[key] != after[key]}, after))
    assert found[0] == found[1]
    assert found[0][0] == {"green", "actions_left"}


def test_a_download_names_only_its_game(client: Client) -> None:
    """A114: no upload, no file name, no uploader, no other game of the same archive."""
    members = {
        "PRIVATEFOLDER/one.json": samples.as_json(samples.log(1)),
        "PRIVATEFOLDER/two.json": samples.as_json(
            {**samples.named("Otherjane", "Otherjohn"), "events": samples.LOG["events"][:4]}
        ),
    }
    sent = SimpleUploadedFile("PRIVATENAME.zip", samples.zipped(members))
    client.post(API, {"file": sent}, HTTP_IDEMPOTENCY_KEY="PRIVATEKEY of the uploader")
    game, other = (Game.objects.get(seats__name=name) for name in ("Jane", "Otherjane"))
    upload = Upload.objects.get()
    secrets = ("PRIVATE", upload.public_id, other.public_id, "Otherjane", upload.uploader)
    for path in (
        *(path for path in WITH_VIEW if not path.endswith((".gif", ".webp"))),
        "/games/{id}/log.json", "/games/{id}/log.txt", "/games/{id}/card.png",
        "/oembed/?url=http://testserver/games/{id}/", "/api/v1/games/{id}/",
    ):  # fmt: skip
        answer = get(Client(), path.format(id=game.public_id))
        text = answer.content.decode("latin-1") + str(answer.headers)
        assert [secret for secret in secrets if secret in text] == [], path


def test_a_withdrawn_game_is_answered_like_an_unknown_one(game: Game) -> None:
    """A115: every route with the id of the game, its notes or branches, with every safe method."""
    client = Client(raise_request_exception=False)
    notes, _ = replay_services.begin_notes(game, "public", title="PRIVATETITLE")
    branch, _ = replay_services.begin_branch(game, 3, "samurai", name="PRIVATENAME")
    replay_services.withdraw_games([game.pk])
    unknown, n_compared = "x" * 12, 0
    ids = {"notes/<": notes.public_id, "branches/<": branch.public_id}
    paths = [path for _, path in routes() if "public_id" in path]
    paths = [
        path
        for path in paths
        if not re.search("upload|webhooks/|my-events/|^events/|^it/events/", path)
    ]
    for path, method in product(paths, ("GET", "HEAD", "OPTIONS")):
        withdrawn = next((ids[part] for part in ids if part in path), game.public_id)
        answers = []
        for public_id in (withdrawn, unknown):
            values = {"public_id": public_id, "record_id": public_id, "game_id": public_id}
            values |= {
                "invitation_id": public_id,
                "member_id": "1",
                "rest": "goryo/",
                "role": "goryo",
            }
            address = fill(path, values | {"form": "json", "step": "3", "number": "1"})
            answer = client.generic(method, address)
            body = timeless(answer.content.replace(public_id.encode(), b""))
            answers.append((answer.status_code, body, answer.headers.get("ETag")))
        assert answers[0] == answers[1], (method, path)
        assert answers[0][0] in (404, 405) or method == "OPTIONS", (method, path)
        n_compared += 1
    assert n_compared > 100


def test_the_api_has_no_html_forms(client: Client, game: Game) -> None:
    """A118: only JSON, whatever the client accepts."""
    for path, method in product(("", f"{game.public_id}/", f"{game.public_id}/steps/"),
                                ("GET", "OPTIONS")):  # fmt: skip
        answer = client.generic(method, f"{API}{path}", HTTP_ACCEPT="text/html")
        assert answer.status_code in (200, 406), (method, path)
        assert answer["Content-Type"] in JSON, (method, path)
        assert b"<option" not in answer.content
