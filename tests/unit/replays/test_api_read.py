"""GET of games, steps, logs, uploads."""

import json
import re
from typing import Any
from urllib.parse import quote

import jsonschema_rs
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from replays import services as replay_services
from replays.models import Game, Upload
from replays.rest.game import with_aliases
from tests.support.pages import get, page, present

from .logs import UNFINISHED, as_json, json_log, many, numbered, submit, text_log

pytestmark = pytest.mark.django_db
LIST = "/api/v1/games/"


def store(data: bytes) -> Game:
    submit(data)
    return Game.objects.latest("id")


def ids(client: Client, query: str) -> list[str]:
    return [game["id"] for game in get(client, LIST + query).json()["games"]]


def walk(client: Client, address: str, direction: str) -> tuple[list[list[str]], str]:
    """Return the ids on each page from an address on, and the address of the last page."""
    body = get(client, address).json()
    pages, last = [[game["id"] for game in body["games"]]], address
    if body[direction]:
        rest, last = walk(client, body[direction], direction)
        pages += rest
    return pages, last


def test_pages_contain_each_game_once_in_both_directions(client: Client) -> None:
    """A154: a bulk import has one time for all; a new game meanwhile moves nothing."""
    store(many(120))
    pages, last = walk(client, LIST + "?limit=7", "next")
    forward = [game for page in pages for game in page]
    assert len(forward) == len(set(forward)) == 120
    store(as_json(numbered(500)))
    pages, _ = walk(client, last, "previous")
    assert [game for page in reversed(pages) for game in page][-120:] == forward


FILTERS = {
    "": "ann bob cut",
    "simulated=yes": "bot left",
    "simulated=all": "ann bob bot cut left",
    "player=ANN": "ann",  # both seats, one game (A153)
    "player=%EF%BC%A1nn": "ann",
    "edition=2021": "bob",
    "mode=advanced": "bob",
    "mode=standard": "ann cut",
    "winner=goryo": "ann bob",
    "finished=no": "cut",
    "winner=none": "cut",
    "winner=none&simulated=all": "cut left",
    "reason=resign&finished=yes": "ann bob",
    "month=2024-07": "ann bob",
    "from=2024-07-02&to=2024-07-02": "bob",
    "from=2024-07-01&to=2024-07-02": "ann bob",
    "to=2024-06-30": "",
    "board={digest}": "ann bob cut",
    "board=house-1": "ann bob cut",
    "board=other": "",
    "kind=goryo&player=b": "bob",
    "edition=2019": "",
    "reason=stuck": "",
}


def test_filters(client: Client) -> None:
    women = [{"role": "goryo", "name": "Ann"}, {"role": "samurai", "name": "ann"}]
    bob = {"players": [{"role": "goryo", "name": "Bob"}], "played_at": "2024-07-02T23:59:00+01:00"}
    games = {
        "ann": json_log(players=women, played_at="2024-07-01"),
        "bob": json_log(**bob, ruleset={"edition": "2021", "advanced": True}),
        "cut": numbered(1, events=json_log()["events"][:3]),
        "bot": numbered(2, x_simulated=True),
        "left": numbered(3, events=[{"type": "abandon"}], x_simulated=True),
    }
    names = {store(as_json(log)).public_id: name for name, log in games.items()}
    digest = Game.objects.latest("id").board_digest
    for query, expected in FILTERS.items():
        found = sorted(names[game] for game in ids(client, f"?{query.format(digest=digest)}"))
        assert found == expected.split(), query
        assert client.get(f"/games/?{query.format(digest=digest)}").status_code in (200, 302)


CURSORS = (
    "zzz", "cD1hYmM=", "cD0lMDA=", "cD0xZTk5", "cD0" + "5" * 60, "!!!", "**", "%00", "=", "====",
    "bz0x!", "eA==", "bz0x*", "cD0x\n", "é", " ", "cD1h",
)  # fmt: skip


@pytest.mark.parametrize(
    "query",
    ["rolle=goryo", "from=2024-02-30", "to=yesterday", "from=2024-07-02&to=2024-07-01",
     "month=2024-13", "winner=me", "kind=chess", "simulated=maybe", "mode=1x", "limit=0",
     "limit=-1", "limit=201", "limit=abc", "limit=9999999999", "player=%E2%80%8B", "page=2",
     "cursor=", "edition=2021&edition=2024", "owned=1", "player=" + "x" * 201,
     *(f"cursor={quote(cursor)}" for cursor in CURSORS)],
)  # fmt: skip
def test_invalid_parameters_are_400_and_never_all_games(client: Client, query: str) -> None:
    submit(many(2))
    answer = get(client, f"{LIST}?{query}", 400)
    assert ("cursor" if query.startswith("cursor=") else "") in answer.json()["error"]["message"]
    if "limit" not in query and "cursor" not in query and query != "page=2":
        text = page(client, f"/games/?{query}", 400)
        assert "note-bad" in text
        assert present(text, *ids(client, "")) == []


UNKNOWN = [
    ("edition=1999", "2019, 2021, 2024"),
    ("reason=foo", "revenge, spirits"),
    ("mode=x", "standard, advanced"),
    ("winner=me", "goryo, samurai"),
    ("kind=chess", "goryo"),
    ("simulated=maybe", "no, yes, all"),
    ("finished=2", "yes, no"),
]


@pytest.mark.parametrize(("query", "known"), UNKNOWN)
def test_an_unknown_value_lists_the_known_ones(client: Client, query: str, known: str) -> None:
    """Also without stored games: the values are those of the rules."""
    name = query.partition("=")[0]
    error = get(client, f"{LIST}?{query}", 400).json()["error"]
    assert list(error["fields"]) == [name]
    assert error["message"].startswith(f"{name}: ")
    assert known in error["message"]
    assert known in page(client, f"/games/?{query}", 400)


@pytest.mark.parametrize(
    "path",
    [
        "/games/ab%00c/", "/games/x%00/log.json", "/uploads/ab%00/", "/uploads/?id=nothing",
        "/api/v1/games/ab%00c/", "/api/v1/uploads/a%00/", "/api/v1/games/%F0%9F%98%80/steps/",
        "/games/AAAAAAAAAAAAA/",
        # A188: raw files have no address, and primary keys are no ids
        "/raw/1", "/raw/1/", "/media/1", "/api/v1/raw/1/", "/api/v1/uploads/1/", "/uploads/1/",
        "/api/v1/games/1/", "/games/1/",
    ],
)  # fmt: skip
def test_unknown_addresses_are_not_found(client: Client, path: str) -> None:
    submit(text_log())
    get(client, path, 404)


def test_the_number_of_queries_does_not_depend_on_rows(
    client: Client, django_assert_max_num_queries: Any
) -> None:
    """A192."""
    store(many(60))
    counts = []
    for limit in (5, 50):
        with CaptureQueriesContext(connection) as captured:
            client.get(f"{LIST}?limit={limit}")
        counts.append(len(captured))
    assert counts[0] == counts[1] <= 4
    assert not any("canonical" in query["sql"] for query in captured)
    upload = Upload.objects.get()
    api, page = f"/api/v1/uploads/{upload.public_id}/", upload.get_absolute_url()
    for path, limit in {"/games/": 12, "/": 12, api: 6, page: 8}.items():
        with django_assert_max_num_queries(limit):
            client.get(path)


def test_one_game_and_its_304(client: Client) -> None:
    game = store(text_log())
    address = f"{LIST}{game.public_id}/"
    answer = get(client, address)
    body = answer.json()
    assert body["views"] == ["omniscient", "goryo", "samurai", "public"]
    assert body["outcome"] == {"winner": "goryo", "winners": ["goryo"], "reason": "resign"}
    assert body["digest"] == game.digest
    assert "no-cache" in answer["Cache-Control"]
    stored = {"If-None-Match": answer["ETag"]}
    assert get(client, address, 304, headers=stored).content == b""
    replay_services.withdraw_games([game.pk])
    get(client, address, 404, headers=stored)


def test_steps_of_a_finished_game_in_every_view(client: Client) -> None:
    game = store(text_log())
    address = f"{LIST}{game.public_id}/steps/"
    whole = client.get(address).json()
    assert (whole["view"], len(whole["steps"])) == ("omniscient", game.n_events)
    assert whole["steps"][0]["event"] == {"type": "bind", "object": "mask"}
    assert whole["steps"][2]["state"]["plan"]["target"] == "c3"
    steps = get(client, address + "?as=samurai&belief=1").json()["steps"]
    assert steps[0]["event"] == {"type": "bind"}
    assert steps[2]["state"]["plan"] is None
    assert set(steps[2]["belief"]) == {"hypotheses", "possible", "certain", "targets", "bound"}
    queries = ("", "?as=samurai", "?as=samurai&belief=1", "?as=public")
    tags = {get(client, address + query)["ETag"] for query in queries}
    assert len(tags) == 4, "A184: no view is ever taken for another"


def test_an_unfinished_game_reveals_no_secrets(client: Client) -> None:
    """A105: the log may be of a game that still goes on."""
    game = store(UNFINISHED.replace("discover\n", "").encode())
    base = f"{LIST}{game.public_id}/"
    shown = {"views": ["public", "samurai"], "digest": None}
    assert get(client, base).json().items() >= shown.items(), "a digest would answer guesses"
    assert get(client, base + "steps/").json()["view"] == "public"
    for refused in ("steps/?as=goryo", "steps/?as=omniscient", "log/", "log/?form=text"):
        assert get(client, base + refused, 403).json()["error"]["code"] == "game_unfinished"
    own = f"/games/{game.public_id}/"
    for form in ("json", "txt"):
        get(client, f"{own}log.{form}", 403)
    steps = (base, base + "steps/", base + "steps/?as=samurai&belief=1")
    for address in (*steps, own, "/games/", "/"):
        text = page(client, address)
        assert present(text, '"object": "mask"', game.digest) == []
        assert not re.search(r'"target":\s*"c3"', text)


@pytest.mark.parametrize("query", ["?as=jane", "?belief=2", "?view=samurai"])
def test_steps_with_bad_parameters(client: Client, query: str) -> None:
    get(client, f"{LIST}{store(text_log()).public_id}/steps/{query}", 400)


def test_the_log_is_returned_in_both_forms(client: Client) -> None:
    game = store(text_log())
    as_text = client.get(f"{LIST}{game.public_id}/log/?form=text")
    as_object = client.get(f"{LIST}{game.public_id}/log/")
    assert json.loads(as_object.content) == json.loads(game.canonical)
    for answer, suffix in ((as_text, "txt"), (as_object, "json")):
        name = f"goryo-2024-{game.public_id}.{suffix}"
        assert answer["Content-Disposition"] == f'attachment; filename="{name}"'
        assert answer["X-Content-Type-Options"] == "nosniff"
        again = replay_services.check_all([answer.content])[0]
        assert again.drafts[0].game["digest"] == game.digest
    assert client.get(f"/games/{game.public_id}/log.txt").content == as_text.content
    get(client, f"{LIST}{game.public_id}/log/?form=pdf", 400)


def test_a_title_is_not_in_the_name_of_the_download(client: Client) -> None:
    """A176."""
    for title in ('a"; filename="evil.html', "x\r\nSet-Cookie: y", "../../etc", "t" * 400):
        game = store(as_json(json_log(event=title, site=title)))
        answer = client.get(f"/games/{game.public_id}/log.json")
        name = f"goryo-2024-{game.public_id}.json"
        assert answer["Content-Disposition"] == f'attachment; filename="{name}"'
        assert "Set-Cookie" not in answer


def test_states_of_uploads(client: Client, enqueued: list[int]) -> None:
    """A064: never null, never for ever."""
    get(client, "/api/v1/uploads/AAAAAAAAAAAA/", 404)
    upload = submit(many(1))
    for state in ("received", "reading", "done", "refused", "fault"):
        Upload.objects.filter(pk=upload.pk).update(state=state, fault_id="abc123")
        body = client.get(f"/api/v1/uploads/{upload.public_id}/").json()
        assert (body["state"], bool(body["message"])) == (state, True)
        assert (body["poll_seconds"] is None) == (state in {"done", "refused", "fault"})
        assert (body["fault_id"] == "abc123") == (state == "fault")
        get(client, f"/uploads/{upload.public_id}/")


def test_results_of_an_upload_have_pages(client: Client) -> None:
    submit(many(130))
    address = f"/api/v1/uploads/{Upload.objects.get().public_id}/"
    first = client.get(address).json()
    rest = client.get(f"{address}?after={first['next_after']}").json()
    positions = [row["position"] for row in first["games"] + rest["games"]]
    assert (positions, rest["next_after"]) == (list(range(130)), None)
    get(client, f"{address}?after=x", 400)


def test_the_schemas(client: Client) -> None:
    paths = client.get("/api/v1/schema/").json()["paths"]
    assert {f"{LIST}{{public_id}}/steps/", "/api/v1/uploads/{public_id}/"} <= set(paths)
    statuses = {"201", "202", "207", "409", "413", "415", "422", "429"}
    assert statuses <= set(paths[LIST]["post"]["responses"])
    schema = client.get("/api/v1/schema/log.json").json()
    jsonschema_rs.Draft202012Validator(schema).validate(json_log())  # and the schema
    with pytest.raises(jsonschema_rs.ValidationError):
        jsonschema_rs.Draft202012Validator(schema).validate({"game": "goryo"})


def test_belief_is_throttled(client: Client, rates: Any) -> None:
    rates(belief="2/min")
    address = f"{LIST}{store(text_log()).public_id}/steps/?as=samurai"
    costly = [client.get(address + "&belief=1") for _ in range(3)]
    assert [answer.status_code for answer in costly] == [200, 200, 429]
    assert int(costly[-1]["Retry-After"]) > 0
    assert client.get(address).status_code == client.get(address + "&belief=0").status_code == 200


def test_scenes_and_frames_keep_the_earlier_names_of_keys(client: Client) -> None:
    game = store(as_json(json_log()))
    body = get(client, f"{LIST}{game.public_id}/frames/").json()
    for parts, key, earlier in (
        (body["scene"]["cells"], "label", "words"),
        (body["frames"], "sentence", "said"),
    ):
        assert all(part[key] and part[key] == part[earlier] for part in parts)
    assert with_aliases({"placement": "under"}) == {"placement": "under", "place": "under"}
