"""Replays that agree with their logs: rows A071 to A084 of the list of public fault reports."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from replays.models import Game
from tests.faults import samples
from tests.faults.doors import API, STORING, pure
from tests.support.engine import judge_one, states

pytestmark = pytest.mark.django_db
MOVES = [{"type": "discover"}, {"type": "plan", "route": ["c3", "b3", "b2", "c2"], "target": "d2"}]
BOUND = [
    {"type": "bind", "object": "scroll"}, *samples.LOG["events"][1:3], {"type": "discover"},
]  # fmt: skip


@pytest.mark.parametrize(
    ("ended", "at"), [(samples.LOG["events"], 7), (BOUND, 4)], ids=["resigned", "by rule"]
)
@pytest.mark.parametrize("door", STORING)
def test_events_after_the_end_are_refused_at_the_first(
    door: str, ended: list[Any], at: int
) -> None:
    """A071"""
    answer = STORING[door](samples.as_json(samples.log(events=[*ended, *MOVES])))
    assert answer.status == 422
    assert answer.accepted == []
    assert (answer.findings[0]["event"], answer.findings[0]["rule"]) == (at, "7.8")


@pytest.mark.parametrize("door", STORING)
def test_a_bad_event_in_the_middle_is_named_and_nothing_is_kept(door: str) -> None:
    """A072, A014"""
    events = list(samples.LOG["events"])
    events[3] = {"type": "move", "samurai": "green", "to": "c3"}
    answer = STORING[door](samples.as_json(samples.log(events=events)))
    assert answer.status == 422
    assert Game.objects.count() == 0
    finding = answer.findings[0]
    assert (finding["event"], finding["rule"]) == (3, "5.3")
    assert finding["legal"]
    assert finding["citation"]


@pytest.mark.parametrize(
    "version", ["goryo-log/0", "goryo-log/2", "goryo-log/1.1", "GORYO-LOG/1", "", None, 1]
)
def test_another_version_of_the_format_is_refused_never_read_as_this_one(version: Any) -> None:
    """A073"""
    answer = pure(samples.as_json(samples.log(format=version)))
    assert not answer.accepted
    assert answer.findings[0]["rule"] == "log-format"


def test_each_edition_is_replayed_by_its_own_rules() -> None:
    """A073: the same events, another rulebook, another end."""
    events = [
        {"type": "bind", "object": "mask"},
        {"type": "haunt", "object": "vase", "space": "b4"},
        {"type": "plan", "route": ["b4", "b3"], "target": "d2"},
        {"type": "move", "samurai": "red", "to": "d2"},
        {"type": "discover"},
    ]
    ends = {}
    for edition in ("2019", "2021", "2024"):
        events[2] = {"type": "plan", "route": ["b4", "b3", "c3"], "target": "d2"}
        game = samples.log(ruleset={"edition": edition}, events=events)
        ends[edition] = states(judge_one(samples.as_json(game)))[-1]["state"]["pawn"]
    assert ends == {"2019": "b4", "2021": "b4", "2024": "d2"}


@pytest.mark.parametrize("word", ["undo", "redo", "takeback"])
@pytest.mark.parametrize("count", [1, 10])
def test_an_undo_is_no_event_and_is_never_passed_over(word: str, count: int) -> None:
    """A075, A076, A077: the log holds what was played; an undone event is not written."""
    undone = [{"type": word}] * count
    events = [*samples.LOG["events"][:5], *undone, *samples.LOG["events"][5:]]
    answer = pure(samples.as_json(samples.log(events=events)))
    assert not answer.accepted
    assert (answer.findings[0]["event"], answer.findings[0]["rule"]) == (5, "log-format")
    text = samples.TEXT.replace("discover\n", f"{word}\ndiscover\n", 1)
    assert (pure(text.encode()).findings[0]["event"]) == 5


@pytest.mark.parametrize(
    "claim", [("samurai", "bound"), ("goryo", "revenge"), (None, None), (None, "abandon")]
)
def test_a_claim_that_differs_is_shown_and_the_replayed_result_counts(
    claim: tuple[Any, Any], client: Client
) -> None:
    """A079"""
    winner, reason = claim
    log = samples.log(outcome={"winner": winner, "reason": reason})
    answer = client.post(API, samples.as_json(log), content_type="application/json")
    assert answer.status_code == 201
    assert answer.json()["warnings"]
    row = client.get(answer.json()["api"]).json()
    assert row["outcome"] == {"winner": "goryo", "winners": ["goryo"], "reason": "resign"}
    assert row["warnings"]
    assert client.get(answer.json()["url"]).status_code == 200


ENDINGS = {
    "goryo resigns": ([{"type": "resign", "role": "goryo"}], "samurai", "resign"),
    "samurai resign": ([{"type": "resign", "role": "samurai"}], "goryo", "resign"),
    "abandoned": ([{"type": "abandon"}], None, "abandon"),
    "bound": (BOUND, "samurai", "bound"),
    "unfinished": ([], None, None),
}


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize(
    "names", [("Jane", "John"), ("John", "Jane"), ("samurai", "goryo"), (None, None)]
)
def test_the_winner_is_a_role_whoever_plays_it(
    ending: str, names: tuple[Any, Any], client: Client
) -> None:
    """A082"""
    events, winner, reason = ENDINGS[ending]
    game = {**samples.named(*names), "events": events}
    game["players"].reverse()
    answer = client.post(API, samples.as_json(game), content_type="application/json")
    assert answer.status_code == 201
    stored = Game.objects.get()
    assert (stored.winner, stored.reason) == (winner, reason)


@pytest.mark.parametrize("view", ["omniscient", "goryo", "samurai", "public"])
def test_every_view_has_every_step(view: str, client: Client) -> None:
    """A084"""
    place = client.post(API, samples.TEXT.encode(), content_type="text/plain").json()
    answer = client.get(f"{place['api']}steps/?as={view}")
    assert answer.status_code == 200
    body = answer.json()
    steps = body["steps"] if isinstance(body, dict) else body
    assert [step["step"] for step in steps] == list(range(1, 14))
    wanted = states(judge_one(samples.TEXT.encode()), view)
    assert [step["state"] for step in steps] == [step["state"] for step in wanted]
    for number in range(14):
        page = client.get(f"{place['url']}?step={number}&as={view}")
        assert page.status_code == 200


def test_looking_changes_nothing(client: Client) -> None:
    """A062"""
    place = client.post(API, samples.TEXT.encode(), content_type="text/plain").json()
    before = client.get("/api/v1/stats/goryo/roles/").content
    for number in (1, 13, 0, 13, 1):
        client.get(f"{place['url']}?step={number}")
        client.get(place["api"])
    assert client.get("/api/v1/stats/goryo/roles/").content == before


def test_two_logs_that_call_themselves_the_same_are_two_games(client: Client) -> None:
    """A068: what a file says of its own number is no key."""
    urls = set()
    for number in range(2):
        log = samples.log(number, x_id=0, source="")
        urls.add(
            client.post(API, samples.as_json(log), content_type="application/json").json()["url"]
        )
    assert len(urls) == 2
    assert Game.objects.count() == 2


@pytest.mark.parametrize(
    "name",
    [
        None,
        "",
        " ",
        "\u200b",
        "Unknown",
        "<img src=x onerror=alert(1)>",
        "Tom & Jerry's <3",
        "\u202egnp",
        "x" * 100,
    ],
)
def test_the_pages_work_whatever_a_player_is_called(name: Any, client: Client) -> None:
    """A018, A164, A169"""
    answer = client.post(API, samples.as_json(samples.named(name)), content_type="application/json")
    assert answer.status_code == 201
    for path in (answer.json()["url"], "/games/", answer.json()["api"], "/stats/goryo/"):
        page = client.get(path)
        assert page.status_code == 200
        assert b"<img src=x" not in page.content or page["Content-Type"].startswith(
            "application/json"
        )


def test_a_player_without_a_name_is_nobody_in_particular(client: Client) -> None:
    """A018"""
    games = [
        samples.log(1, players=[]),
        samples.log(2, players=[{"role": "goryo"}]),
        samples.named(None),
    ]
    for game in games:
        answer = client.post(API, samples.as_json(game), content_type="application/json")
        assert answer.status_code == 201
        assert client.get(answer.json()["url"]).status_code == 200
    listed = client.get("/games/")
    assert listed.status_code == 200
    assert b"None" not in listed.content
