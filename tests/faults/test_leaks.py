"""What is hidden stays hidden: rows A092 to A118 of the list of public fault reports.

The fugitive is the Goryō, the hunters are the Samurai; the reveal is `discover`. Twins are two
games that differ in what is hidden alone. Every route of the site for twins that are unfinished:
`tests/unit/replays/test_secrets.py`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client

from replays import services as replay_services
from replays.models import Game, Upload
from tests.faults import samples
from tests.faults.doors import API
from tests.support.walk import fill, routes
from tests.unit.replay_page.samples import BENT, SHORT, first_chase

pytestmark = pytest.mark.django_db
HIDING = ("samurai", "public")
REVEAL = 6
"""The step of `discover`."""
AFTER = "discover\nplan {second}\ngreen move d2\nresign samurai\n"
SECOND = "c3 b3 b2 c2 > d2", "c3 c4 c5 d5 > e5"
"""Plans of the second round, which nobody discovers."""
CHAT = "hiding at c3 SECRETCHAT"


def stored(client: Client, log: str) -> Game:
    """The log alone in the keep, under an id that is always the same."""
    Game.objects.all().delete()
    answer = client.post(API, log.encode(), content_type="text/plain")
    assert answer.status_code == 201, answer.content
    Game.objects.update(public_id="twin00000001")
    return Game.objects.get()


def twin(number: int, *, ends: bool = True) -> str:
    """A game of which only the hidden differs from the other's up to the reveal."""
    parts = ({"plan": SHORT, "bound": "fan"}, {"plan": BENT, "bound": "flower"})[number]
    log = first_chase(**parts, secret=f"{CHAT} {number}")
    log = log.replace("haunt vase b4", f'haunt vase b4 x_diary="\\"{CHAT} {number}\\""')
    return log + "discover\nresign samurai\n" if ends else log


def in_script(text: str) -> Any:
    """The data that a page or file holds for its script."""
    found = re.search(r'<script type="application/json"[^>]*>(.*?)</script>', text, re.S)
    assert found
    return json.loads(found[1])


def steps_seen(client: Client, game: Game, view: str) -> Iterator[tuple[str, list[Any]]]:
    """Every list of steps that a view is sent, by door."""
    place, api = f"/games/{game.public_id}", f"/api/v1/games/{game.public_id}"
    yield "steps", client.get(f"{api}/steps/?as={view}&belief=1").json()["steps"]
    yield "frames", client.get(f"{api}/frames/?as={view}").json()["frames"]
    for name, address in {
        "page": f"{place}/?as={view}",
        "page at the reveal": f"{place}/?as={view}&step={REVEAL}",
        "belief": f"{place}/?as={view}&belief=uniform",
        "embed": f"/embed/{game.public_id}/?as={view}",
        "file": f"{place}/replay.html?as={view}",
        "Italian": f"/it{place}/?as={view}",
    }.items():
        yield name, in_script(client.get(address).content.decode())["frames"]
    begun = client.post(f"{api}/branches/", {"step": 5, "as": view}, "application/json").json()
    branch = client.get(f"/api/v1/branches/{begun['id']}/steps/?as={view}&belief=1")
    yield "branch", branch.json()["steps"]


def before_the_reveal(name: str, steps: list[Any]) -> list[Any]:
    """Those of a list that come before the reveal."""
    return [step for step in steps if step["step"] < REVEAL]


def named(value: Any, key: str) -> Iterator[Any]:
    """Everything under a key, however deep."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if name == key:
                yield inner
            yield from named(inner, key)
    elif isinstance(value, list):
        for inner in value:
            yield from named(inner, key)


@pytest.mark.parametrize("view", HIDING)
def test_no_copy_of_a_step_before_the_reveal_holds_what_is_hidden(
    view: str, client: Client
) -> None:
    """A092, A093, A095, A099, A100, A104, A108, A113: the start too, what is worked out, the step
    shown before, what is fetched ahead, paths and shades.
    """
    seen = []
    for number in (0, 1):
        game = stored(client, twin(number))
        lists = dict(steps_seen(client, game, view))
        seen.append({name: before_the_reveal(name, steps) for name, steps in lists.items()})
    assert len(seen[0]) == 9
    for name in seen[0]:
        assert len(seen[0][name]) >= REVEAL - 1, name
        assert seen[0][name] == seen[1][name], name
        assert CHAT not in json.dumps(seen[0][name]), name
        assert not any(named(seen[0][name], "plan")), name
        states = [step["state"] for step in seen[0][name] if "state" in step]
        assert not any(state["bound"] for state in states), name


def test_the_comparison_can_fail(client: Client) -> None:
    found = []
    for number in (0, 1):
        game = stored(client, twin(number))
        lists = dict(steps_seen(client, game, "goryo"))
        found.append({name: before_the_reveal(name, steps) for name, steps in lists.items()})
    assert [name for name in found[0] if found[0][name] == found[1][name]] == []


@pytest.mark.parametrize("view", HIDING)
def test_at_the_reveal_and_after_only_what_was_revealed(view: str, client: Client) -> None:
    """A104: the next plan is as hidden as the first was."""
    shown = []
    for second in SECOND:
        log = first_chase() + AFTER.format(second=second)
        game = stored(client, log)
        steps = client.get(f"/api/v1/games/{game.public_id}/steps/?as={view}").json()["steps"]
        assert [bool(step["state"]["revealed"]) for step in steps[REVEAL - 2 : REVEAL]] == [
            False, True,
        ]  # fmt: skip
        assert all(step["state"]["plan"] is None for step in steps)
        frames = client.get(f"/api/v1/games/{game.public_id}/frames/?as={view}").json()["frames"]
        shown.append((steps[:-1], frames[:-1]))
    assert shown[0] == shown[1]


@pytest.mark.parametrize("view", HIDING)
def test_the_list_of_moves_tells_that_she_planned_and_not_what(view: str, client: Client) -> None:
    """A094"""
    game = stored(client, twin(0))
    steps = client.get(f"/api/v1/games/{game.public_id}/steps/?as={view}").json()["steps"]
    assert [step["event"] for step in steps if step["event"]["type"] in ("bind", "plan")] == [
        {"type": "bind"}, {"type": "plan"},
    ]  # fmt: skip
    assert all(not key.startswith("x_") for step in steps for key in step["event"])
    page = client.get(f"/games/{game.public_id}/?as={view}").content.decode()
    entries = re.findall(r"<li[^>]*><a href=.*?</li>\n", page, re.S)[: REVEAL - 1]
    hers = stored(client, twin(1))
    other = client.get(f"/games/{hers.public_id}/?as={view}").content.decode()
    assert len(entries) == REVEAL - 1
    assert entries == re.findall(r"<li[^>]*><a href=.*?</li>\n", other, re.S)[: REVEAL - 1]


AS = (
    "/games/{id}/", "/games/{id}/step-2.svg", "/games/{id}/step-2.png", "/games/{id}/replay.html",
    "/games/{id}/replay.gif", "/games/{id}/replay.webp", "/games/{id}/share/", "/embed/{id}/",
    "/api/v1/games/{id}/steps/", "/api/v1/games/{id}/frames/", "/it/games/{id}/",
)  # fmt: skip


def asked(address: str, view: str, step: str = "") -> dict[str, str]:
    """A view in the words of an address; films are short here."""
    is_film = address.endswith((".gif", ".webp"))
    film = {"from": "2", "to": "3"} if is_film else {}
    return {"as": view, **film, **({"step": step} if step and "api" not in address else {})}


@pytest.mark.parametrize("address", AS)
def test_a_view_there_is_not_is_refused_and_never_the_whole(address: str, client: Client) -> None:
    """A095"""
    game = stored(client, twin(0))
    for view in ("S1", "", "Samurai", "omniscient ", "samurai,goryo"):
        answer = client.get(address.format(id=game.public_id), {"as": view})
        assert answer.status_code == 400, view
        assert SHORT.encode() not in answer.content


@pytest.mark.parametrize("address", AS)
def test_nobody_is_shown_more_than_the_public_of_a_game_that_may_go_on(
    address: str, client: Client
) -> None:
    """A096, A105: a stranger, a reader who logged in, the staff; the sender as well."""
    game = stored(client, twin(0, ends=False))
    place = address.format(id=game.public_id)
    staff = Client()
    staff.force_login(get_user_model().objects.create_superuser("boss", password="x" * 20))
    user = Client()
    user.force_login(get_user_model().objects.create_user("somebody"))
    for reader in (client, Client(), user, staff):
        statuses = {
            view: reader.get(place, asked(address, view)).status_code
            for view in ("omniscient", "goryo", "samurai", "public")
        }
        assert statuses == {"omniscient": 403, "goryo": 403, "samurai": 200, "public": 200}
    answers = [reader.get(place, asked(address, "public")) for reader in (Client(), user, staff)]
    tokens = re.compile(rb'csrfmiddlewaretoken" value="[^"]*"')
    assert len({tokens.sub(b"", answer.content) for answer in answers}) == 1


def test_a_game_that_may_go_on_is_in_no_win_rate(client: Client) -> None:
    """A105"""
    found = []
    for ends in (False, True):
        stored(client, twin(0, ends=ends))
        call_command("sweep_games", verbosity=0)
        roles = client.get("/api/v1/stats/goryo/roles/").json()["overall"]["roles"]
        found.append([role["n"] for role in roles.values()])
    assert not any(found[0])
    assert all(found[1])


@pytest.mark.parametrize("view", HIDING)
def test_no_channel_tells_where_she_hides(view: str, client: Client) -> None:
    """A106, A108: her notes and her own fields are in no body of a hiding view, to the end."""
    game = stored(client, twin(0))
    for address in AS:
        place = address.format(id=game.public_id)
        for step in ("", "3", "7"):
            body = client.get(place, asked(address, view, step)).content
            assert b"SECRETCHAT" not in body, (place, step)
    whole = client.get(f"/games/{game.public_id}/?as=goryo").content
    assert b"SECRETCHAT" in whole


@pytest.mark.parametrize(
    ("own", "others"), [("goryo", ("samurai", "public")), ("samurai", ("goryo", "public"))]
)
def test_notes_on_what_one_side_sees_are_on_that_side_alone(
    own: str, others: tuple[str, ...], client: Client
) -> None:
    """A110"""
    game = stored(client, twin(0))
    notes, _ = replay_services.begin_notes(game, own, title="mine")
    replay_services.put_note(notes, 3, text="SECRETNOTE of mine", glyph="!")
    place = f"/notes/{notes.public_id}/"
    picture = f"/games/{game.public_id}/step-3.svg"
    assert b"SECRETNOTE" in client.get(f"{place}?as={own}&step=3").content
    for view in others:
        assert b"SECRETNOTE" not in client.get(f"{place}?as={view}&step=3").content
        answer = client.get(picture, {"as": view, "notes": notes.public_id})
        assert (answer.status_code, b"SECRETNOTE" in answer.content) == (403, False)


STEP = {"game", "step", "event", "state", "belief"}
BELIEF = {"hypotheses", "possible", "certain", "targets", "bound"}
STATE = {
    "round", "phase", "pawn", "samurai", "called", "actions_left", "green", "red", "types",
    "broken", "sealed", "spirits", "gong", "draws_due", "bag", "sprint_left", "false_trail_left",
    "mistakes", "bound", "plan", "revealed", "winner", "reason",
}  # fmt: skip


@pytest.mark.parametrize("view", HIDING)
def test_a_view_has_the_fields_it_has_and_no_other(view: str, client: Client) -> None:
    """A111: a field that is added here must be shown to say nothing hidden."""
    game = stored(client, twin(0))
    for query in (f"as={view}", f"as={view}&belief=1"):
        for step in client.get(f"/api/v1/games/{game.public_id}/steps/?{query}").json()["steps"]:
            assert set(step) <= STEP
            assert set(step["state"]) == STATE
            assert set(step.get("belief") or BELIEF) == BELIEF


@pytest.mark.parametrize("view", HIDING)
def test_a_question_uncovers_its_answer_alone(view: str, client: Client) -> None:
    """A112: on a space where she was, and where the tile beside it is her target."""
    found = []
    for number in (0, 1):
        game = stored(client, twin(number))
        steps = client.get(f"/api/v1/games/{game.public_id}/steps/?as={view}").json()["steps"]
        before, after = (steps[at]["state"] for at in (3, 4))
        assert after["green"] == ["c3"]
        changed = {key for key in STATE if before[key] != after[key]}
        found.append((changed, after))
    assert found[0] == found[1]
    assert found[0][0] == {"green", "actions_left"}


def test_what_is_taken_away_names_only_itself(client: Client) -> None:
    """A114: no upload, no file's name, no sender, no other game of the same archive."""
    members = {
        "PRIVATEFOLDER/one.json": samples.as_json(samples.log(1)),
        "PRIVATEFOLDER/two.json": samples.as_json(
            {**samples.named("Otherjane", "Otherjohn"), "events": samples.LOG["events"][:4]}
        ),
    }
    sent = SimpleUploadedFile("PRIVATENAME.zip", samples.zipped(members))
    client.post(API, {"file": sent}, HTTP_IDEMPOTENCY_KEY="PRIVATEKEY of the sender")
    game, other = (Game.objects.get(seats__name=name) for name in ("Jane", "Otherjane"))
    upload = Upload.objects.get()
    stranger = Client()
    secret = ("PRIVATE", upload.public_id, other.public_id, "Otherjane", upload.sender)
    doors = [
        *(address for address in AS if "gif" not in address and "webp" not in address),
        "/games/{id}/log.json", "/games/{id}/log.txt", "/games/{id}/card.png",
        "/oembed/?url=http://testserver/games/{id}/", "/api/v1/games/{id}/",
    ]  # fmt: skip
    for door in doors:
        answer = stranger.get(door.format(id=game.public_id))
        assert answer.status_code == 200, door
        said = answer.content.decode("latin-1") + str(answer.headers)
        assert [word for word in secret if word in said] == [], door


METHODS = ("GET", "HEAD", "OPTIONS")


def test_of_a_game_taken_away_nothing_is_told_that_an_unknown_one_would_not_tell() -> None:
    """A115: every route with a game's id, by every way of asking; the same for its notes and
    branches.
    """
    client = Client(raise_request_exception=False)
    game = stored(client, twin(0))
    notes, _ = replay_services.begin_notes(game, "public", title="PRIVATETITLE")
    branch, _ = replay_services.begin_branch(game, 3, "samurai", name="PRIVATENAME")
    replay_services.withdraw_games([game.pk])
    unknown, compared = "x" * 12, 0
    own = {"notes": notes.public_id, "note": notes.public_id, "branch": branch.public_id}
    for _, path in routes():
        if "public_id" not in path or "upload" in path:
            continue
        part = next((one for one in own if f"{one}s/<public_id" in path), "")
        there = own.get(part, game.public_id)
        for method in METHODS:
            said = []
            for public_id in (there, unknown):
                values = {"public_id": public_id, "form": "json", "step": "3"}
                answer = client.generic(method, fill(path, values))
                body = answer.content.replace(public_id.encode(), b"")
                body = re.sub(rb"\b[0-9a-f]{16}\b", b"", body)
                said.append((answer.status_code, body, answer.headers.get("ETag")))
            assert said[0] == said[1], (method, path)
            assert said[0][0] in (404, 405) or method == "OPTIONS", (method, path)
            compared += 1
    assert compared > 100


def test_the_api_has_no_forms_to_browse(client: Client) -> None:
    """A118: JSON alone, whatever a browser would like better."""
    game = stored(client, twin(0))
    for path in ("", f"{game.public_id}/", f"{game.public_id}/steps/"):
        for method in ("GET", "OPTIONS"):
            answer = client.generic(method, f"{API}{path}", HTTP_ACCEPT="text/html")
            assert answer.status_code in (200, 406), (method, path)
            assert answer["Content-Type"].startswith("application/json"), (method, path)
            assert b"<option" not in answer.content
