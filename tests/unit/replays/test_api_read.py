"""GET of games, steps, logs, uploads."""

import json
import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from replays import services as replay_services
from replays.models import Game, Upload, UploadSource

from .logs import FINISHED, UNFINISHED, as_json, json_log, many, numbered, text_log

pytestmark = pytest.mark.django_db
LIST = "/api/v1/games/"


def store(data: bytes) -> Game:
    replay_services.submit(data, source=UploadSource.API)
    return Game.objects.latest("id")


def ids(client: Client, query: str) -> list[str]:
    answer = client.get(LIST + query)
    assert answer.status_code == 200, answer.content
    return [game["id"] for game in answer.json()["games"]]


def walk(client: Client, first: str, direction: str = "next") -> list[str]:
    found, address = [], first
    while address:
        body = client.get(address).json()
        found.append([game["id"] for game in body["games"]])
        last, address = address, body[direction]
    if direction == "next":
        found.append([last])
    return found  # type: ignore[return-value]


def test_walking_forward_and_back_finds_each_game_once(client: Client) -> None:
    """A154: a bulk import has one time for all; a new game meanwhile moves nothing."""
    store(many(120))
    *pages, [last] = walk(client, LIST + "?limit=7")
    forward = [game for page in pages for game in page]
    assert len(forward) == len(set(forward)) == 120
    store(as_json(numbered(500)))
    back = [game for page in reversed(walk(client, last, "previous")) for game in page]
    assert back[-120:] == forward


def test_filters(client: Client) -> None:
    ann = store(
        as_json(
            json_log(
                players=[{"role": "goryo", "name": "Ann"}, {"role": "samurai", "name": "ann"}],
                played_at="2024-07-01",
            )
        )
    )
    bob = store(
        as_json(
            json_log(
                players=[{"role": "goryo", "name": "Bob"}],
                played_at="2024-07-02T23:59:00+01:00",
                ruleset={"edition": "2021", "advanced": True},
            )
        )
    )
    cut = store(as_json(numbered(1, events=json_log()["events"][:3])))
    bot = store(as_json(numbered(2, x_simulated=True)))
    left = store(as_json(numbered(3, events=[{"type": "abandon"}], x_simulated=True)))
    named = {"ann": ann, "bob": bob, "cut": cut, "bot": bot, "left": left}
    names = {game.public_id: name for name, game in named.items()}

    def found(query: str) -> list[str]:
        return sorted(names[game] for game in ids(client, query))

    assert found("") == ["ann", "bob", "cut"]
    assert found("?simulated=yes") == ["bot", "left"]
    assert found("?simulated=all") == ["ann", "bob", "bot", "cut", "left"]
    assert found("?player=ANN") == ["ann"], "both her seats, one game (A153)"
    assert found("?player=%EF%BC%A1nn") == ["ann"]
    assert found("?edition=2021") == ["bob"]
    assert found("?mode=advanced") == ["bob"]
    assert found("?mode=standard") == ["ann", "cut"]
    assert found("?winner=goryo") == ["ann", "bob"]
    assert found("?finished=no") == ["cut"]
    assert found("?winner=none") == found("?finished=no") == ["cut"]
    assert set(found("?winner=none&simulated=all")) == {"left", "cut"}
    assert found("?reason=resign&finished=yes") == ["ann", "bob"]
    assert found("?month=2024-07") == ["ann", "bob"]
    assert found("?from=2024-07-02&to=2024-07-02") == ["bob"]
    assert found("?from=2024-07-01&to=2024-07-02") == ["ann", "bob"]
    assert found("?to=2024-06-30") == []
    assert found(f"?board={ann.board_digest}") == found("?board=house-1") == ["ann", "bob", "cut"]
    assert found("?board=other") == []
    assert found("?kind=goryo&player=b") == ["bob"]


@pytest.mark.parametrize(
    "query",
    ["rolle=goryo", "from=2024-02-30", "to=yesterday", "from=2024-07-02&to=2024-07-01",
     "month=2024-13", "winner=me", "kind=chess", "simulated=maybe", "mode=1x", "limit=0",
     "limit=-1", "limit=201", "limit=abc", "limit=9999999999", "player=%E2%80%8B", "page=2",
     "cursor=", "edition=2021&edition=2024", "owned=1", "player=" + "x" * 201],
)  # fmt: skip
def test_what_can_not_be_understood_is_400_and_never_all_games(client: Client, query: str) -> None:
    answer = client.get(f"{LIST}?{query}")
    assert answer.status_code == 400
    assert answer.json()["error"]["message"]


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
def test_a_value_nobody_knows_is_told_what_exists(client: Client, query: str, known: str) -> None:
    """Even where no game is stored: what exists is what the games know, not what was sent in."""
    word = query.partition("=")[0]
    answer = client.get(f"{LIST}?{query}")
    assert answer.status_code == 400
    told = answer.json()["error"]
    assert told["message"].startswith(f"{word}: ")
    assert known in told["message"]
    assert list(told["fields"]) == [word]
    page = client.get(f"/games/?{query}")
    assert page.status_code == 400
    assert known in page.content.decode()


@pytest.mark.parametrize("query", ["edition=2019", "reason=stuck", "mode=advanced"])
def test_a_known_value_without_games_is_an_empty_list(client: Client, query: str) -> None:
    assert ids(client, f"?{query}") == []
    assert client.get(f"/games/?{query}").status_code == 200


@pytest.mark.parametrize("cursor", ["zzz", "cD1hYmM=", "cD0lMDA=", "cD0xZTk5", "cD0" + "5" * 60])
def test_a_broken_cursor_is_theirs(client: Client, cursor: str) -> None:
    store(many(2))
    answer = client.get(f"{LIST}?cursor={cursor}")
    assert answer.status_code == 400
    assert "cursor" in answer.json()["error"]["message"]


@pytest.mark.parametrize(
    "path",
    [
        "/games/ab%00c/",
        "/games/x%00/log.json",
        "/uploads/ab%00/",
        "/uploads/?id=%00",
        "/api/v1/games/ab%00c/",
        "/api/v1/uploads/a%00/",
        "/api/v1/games/%F0%9F%98%80/steps/",
        "/games/AAAAAAAAAAAAA/",
    ],
)
def test_an_id_that_can_be_none_is_not_found(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


def test_no_query_a_row(client: Client, django_assert_max_num_queries: Any) -> None:
    """A192."""
    store(many(60))
    counts = []
    for limit in (5, 50):
        with CaptureQueriesContext(
            connection,
        ) as captured:
            client.get(f"{LIST}?limit={limit}")
        counts.append(len(captured))
    assert counts[0] == counts[1] <= 4
    assert not any("canonical" in query["sql"] for query in captured)
    with django_assert_max_num_queries(12):
        client.get("/games/")
    with django_assert_max_num_queries(12):
        client.get("/")
    upload = Upload.objects.get()
    with django_assert_max_num_queries(6):
        client.get(f"/api/v1/uploads/{upload.public_id}/")
    with django_assert_max_num_queries(8):
        client.get(upload.get_absolute_url())


def test_one_game_and_its_304(client: Client) -> None:
    game = store(text_log())
    address = f"{LIST}{game.public_id}/"
    answer = client.get(address)
    body = answer.json()
    assert body["views"] == ["omniscient", "goryo", "samurai", "public"]
    assert (body["outcome"], body["digest"]) == (
        {"winner": "goryo", "winners": ["goryo"], "reason": "resign"},
        game.digest,
    )
    again = client.get(address, headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert "no-cache" in answer["Cache-Control"]
    replay_services.withdraw(game)
    assert client.get(address, headers={"If-None-Match": answer["ETag"]}).status_code == 404


def test_steps_of_a_finished_game_in_every_view(client: Client) -> None:
    game = store(text_log())
    address = f"{LIST}{game.public_id}/steps/"
    whole = client.get(address).json()
    assert (whole["view"], len(whole["steps"])) == ("omniscient", game.n_events)
    assert whole["steps"][0]["event"] == {"type": "bind", "object": "mask"}
    assert whole["steps"][2]["state"]["plan"]["target"] == "c3"
    seen = client.get(address + "?as=samurai&belief=1")
    steps = seen.json()["steps"]
    assert steps[0]["event"] == {"type": "bind"}
    assert steps[2]["state"]["plan"] is None
    assert set(steps[2]["belief"]) == {"hypotheses", "possible", "certain", "targets", "bound"}
    tags = {
        client.get(address + query)["ETag"]
        for query in ("", "?as=samurai", "?as=samurai&belief=1", "?as=public")
    }
    assert len(tags) == 4, "A184: no view is ever taken for another"


def test_an_unfinished_game_tells_nobody_its_secrets(client: Client) -> None:
    """A105: the log may be of a game that still goes on."""
    game = store(UNFINISHED.replace("discover\n", "").encode())
    base = f"{LIST}{game.public_id}/"
    assert client.get(base).json()["views"] == ["public", "samurai"]
    assert client.get(base).json()["digest"] is None, "a digest could be tried against guesses"
    assert client.get(base + "steps/").json()["view"] == "public"
    assert client.get(base + "steps/?as=samurai&belief=1").status_code == 200
    for refused in ("steps/?as=goryo", "steps/?as=omniscient", "log/", "log/?form=text"):
        answer = client.get(base + refused)
        assert answer.status_code == 403
        assert answer.json()["error"]["code"] == "game_unfinished"
    for page in (f"/games/{game.public_id}/log.json", f"/games/{game.public_id}/log.txt"):
        assert client.get(page).status_code == 403
    open_answers = [
        base,
        base + "steps/",
        base + "steps/?as=samurai&belief=1",
        f"/games/{game.public_id}/",
        "/games/",
        "/",
    ]
    for address in open_answers:
        text = client.get(address).content.decode()
        assert '"object": "mask"' not in text
        assert not re.search(r'"target":\s*"c3"', text)
        assert game.digest not in text


@pytest.mark.parametrize("query", ["?as=jane", "?belief=2", "?view=samurai"])
def test_steps_with_bad_parameters(client: Client, query: str) -> None:
    game = store(text_log())
    assert client.get(f"{LIST}{game.public_id}/steps/{query}").status_code == 400


def test_the_log_comes_back_in_both_spellings(client: Client) -> None:
    game = store(text_log())
    as_text = client.get(f"{LIST}{game.public_id}/log/?form=text")
    as_object = client.get(f"{LIST}{game.public_id}/log/")
    assert json.loads(as_object.content) == json.loads(game.canonical)
    for answer, suffix in ((as_text, "txt"), (as_object, "json")):
        assert (
            answer["Content-Disposition"]
            == f'attachment; filename="goryo-2024-{game.public_id}.{suffix}"'
        )
        assert answer["X-Content-Type-Options"] == "nosniff"
    for data in (as_text.content, as_object.content):
        again = replay_services.check(data)
        assert again.drafts[0].digest == game.digest
    assert client.get(f"/games/{game.public_id}/log.txt").content == as_text.content
    assert client.get(f"{LIST}{game.public_id}/log/?form=pdf").status_code == 400


def test_a_title_can_not_name_the_download(client: Client) -> None:
    """A176."""
    for title in ('a"; filename="evil.html', "x\r\nSet-Cookie: y", "../../etc", "t" * 400):
        game = store(as_json(json_log(event=title, site=title)))
        answer = client.get(f"/games/{game.public_id}/log.json")
        assert (
            answer["Content-Disposition"]
            == f'attachment; filename="goryo-2024-{game.public_id}.json"'
        )
        assert "Set-Cookie" not in answer


def test_raw_files_have_no_address(client: Client) -> None:
    """A188."""
    store(text_log())
    for path in (
        "/raw/1",
        "/raw/1/",
        "/media/1",
        "/api/v1/raw/1/",
        "/api/v1/uploads/1/",
        "/uploads/1/",
        "/api/v1/games/1/",
        "/games/1/",
    ):
        assert client.get(path).status_code == 404


def test_unknown_uploads_and_the_states_of_known_ones(client: Client, enqueued: list[int]) -> None:
    """A064: never null, never for ever."""
    assert client.get("/api/v1/uploads/AAAAAAAAAAAA/").status_code == 404
    upload = replay_services.submit(many(1), source=UploadSource.API)
    for state in ("received", "reading", "done", "refused", "fault"):
        Upload.objects.filter(pk=upload.pk).update(state=state, fault_id="abc123")
        body = client.get(f"/api/v1/uploads/{upload.public_id}/").json()
        assert (body["state"], bool(body["message"])) == (state, True)
        assert (body["poll_seconds"] is None) == (state in {"done", "refused", "fault"})
        assert (body["fault_id"] == "abc123") == (state == "fault")
        assert client.get(f"/uploads/{upload.public_id}/").status_code == 200


def test_an_uploads_results_come_in_pages(client: Client) -> None:
    replay_services.submit(many(130), source=UploadSource.API)
    address = f"/api/v1/uploads/{Upload.objects.get().public_id}/"
    first = client.get(address).json()
    rest = client.get(f"{address}?after={first['next_after']}").json()
    positions = [row["position"] for row in first["games"] + rest["games"]]
    assert (positions, rest["next_after"]) == (list(range(130)), None)
    assert client.get(f"{address}?after=x").status_code == 400


def test_the_schemas(client: Client) -> None:
    document = client.get("/api/v1/schema/").json()
    assert {
        "/api/v1/games/",
        "/api/v1/games/{public_id}/steps/",
        "/api/v1/uploads/{public_id}/",
    } <= set(document["paths"])
    assert {"201", "202", "207", "409", "413", "415", "422", "429"} <= set(
        document["paths"]["/api/v1/games/"]["post"]["responses"]
    )
    import jsonschema

    schema = client.get("/api/v1/schema/log.json").json()
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(json_log(), schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"game": "goryo"}, schema)


def test_finished_text_is_what_the_fixture_says() -> None:
    assert FINISHED.startswith(UNFINISHED)


def test_belief_is_given_only_so_often(client: Client, rates: Any) -> None:
    rates(belief="2/min")
    address = f"{LIST}{store(text_log()).public_id}/steps/?as=samurai"
    costly = [client.get(address + "&belief=1") for _ in range(3)]
    assert [answer.status_code for answer in costly] == [200, 200, 429]
    assert int(costly[-1]["Retry-After"]) > 0
    assert client.get(address).status_code == client.get(address + "&belief=0").status_code == 200
