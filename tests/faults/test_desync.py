"""Replays that agree with their logs: rows A062 to A084 of the list of public fault reports."""

from typing import Any

import pytest
from django.test import Client

from replays.models import Game
from tests.faults import samples
from tests.faults.endpoints import ENDPOINTS, first_finding, uploaded
from tests.support.engine import judge_one, states
from tests.support.pages import get

MOVES = [{"type": "discover"}, {"type": "plan", "route": ["c3", "b3", "b2", "c2"], "target": "d2"}]
BOUND = [{"type": "bind", "object": "scroll"}, *samples.LOG["events"][1:3], MOVES[0]]


@pytest.mark.parametrize("ended", [samples.LOG["events"], BOUND], ids=["resigned", "by rule"])
@pytest.mark.parametrize("endpoint", ENDPOINTS)
def test_events_after_the_end_are_refused_at_the_first(endpoint: str, ended: list[Any]) -> None:
    """A071"""
    log = samples.as_json(samples.log(events=[*ended, *MOVES]))
    finding = first_finding(log, ENDPOINTS[endpoint])
    assert (finding["event"], finding["rule"]) == (len(ended), "7.8")


@pytest.mark.parametrize("endpoint", ENDPOINTS)
def test_a_wrong_event_in_the_middle_is_named_and_nothing_is_stored(endpoint: str) -> None:
    """A072, A014"""
    events = list(samples.LOG["events"])
    events[3] = {"type": "move", "samurai": "green", "to": "c3"}
    finding = first_finding(samples.as_json(samples.log(events=events)), ENDPOINTS[endpoint])
    assert Game.objects.count() == 0
    assert (finding["event"], finding["rule"]) == (3, "5.3")
    assert finding["legal"]
    assert finding["citation"]


def test_each_edition_is_replayed_by_its_own_rules() -> None:
    """A073: the same events end differently under another rulebook."""
    events = [
        *samples.LOG["events"][:2],
        {"type": "plan", "route": ["b4", "b3", "c3"], "target": "d2"},
        {"type": "move", "samurai": "red", "to": "d2"},
        {"type": "discover"},
    ]
    ends = {}
    for edition in ("2019", "2021", "2024"):
        game = samples.log(ruleset={"edition": edition}, events=events)
        ends[edition] = states(judge_one(samples.as_json(game)))[-1]["state"]["pawn"]
    assert ends == {"2019": "b4", "2021": "b4", "2024": "d2"}


@pytest.mark.parametrize("word", ["undo", "redo", "takeback"])
@pytest.mark.parametrize("count", [1, 10])
def test_an_undo_is_refused(word: str, count: int) -> None:
    """A075, A076, A077: the log holds what was played; an undone event is not written."""
    undone = [{"type": word}] * count
    events = [*samples.LOG["events"][:5], *undone, *samples.LOG["events"][5:]]
    finding = first_finding(samples.as_json(samples.log(events=events)))
    assert (finding["event"], finding["rule"]) == (5, "log-format")
    text = samples.TEXT.replace("discover\n", f"{word}\ndiscover\n", 1)
    assert first_finding(text.encode())["event"] == 5


@pytest.mark.parametrize("claim", ["samurai bound", "goryo revenge", " ", " abandon"])
def test_a_wrong_claim_is_a_warning_and_the_replayed_result_counts(claim: str, client: Any) -> None:
    """A079"""
    winner, reason = (word or None for word in claim.split(" "))
    sent = uploaded(client, samples.log(outcome={"winner": winner, "reason": reason}))
    assert sent["warnings"]
    row = client.get(sent["api"]).json()
    assert row["outcome"] == {"winner": "goryo", "winners": ["goryo"], "reason": "resign"}
    assert row["warnings"]
    assert client.get(sent["url"]).status_code == 200


ENDINGS = {
    "goryo resigns": ([{"type": "resign", "role": "goryo"}], "samurai", "resign"),
    "samurai resign": ([{"type": "resign", "role": "samurai"}], "goryo", "resign"),
    "abandoned": ([{"type": "abandon"}], None, "abandon"),
    "bound": (BOUND, "samurai", "bound"),
    "unfinished": ([], None, None),
}


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("names", ["Jane John", "John Jane", "samurai goryo", " "])
def test_the_winner_is_a_role_and_not_a_name(ending: str, names: str, client: Client) -> None:
    """A082"""
    events, winner, reason = ENDINGS[ending]
    game = {**samples.named(*(name or None for name in names.split(" "))), "events": events}
    game["players"].reverse()
    uploaded(client, game)
    stored = Game.objects.get()
    assert (stored.winner, stored.reason) == (winner, reason)


@pytest.mark.parametrize("view", ["omniscient", "goryo", "samurai", "public"])
def test_every_view_has_every_step(view: str, client: Client) -> None:
    """A084"""
    sent = uploaded(client, samples.TEXT)
    steps = get(client, f"{sent['api']}steps/?as={view}").json()["steps"]
    assert [step["step"] for step in steps] == list(range(1, 14))
    expected = states(judge_one(samples.TEXT.encode()), view)
    assert [step["state"] for step in steps] == [step["state"] for step in expected]
    for number in range(14):
        assert client.get(f"{sent['url']}?step={number}&as={view}").status_code == 200


def test_two_logs_with_the_same_own_number_are_two_games(client: Client) -> None:
    """A068: the number that a file gives itself is not a key."""
    logs = [samples.log(number, x_id=0, source="") for number in range(2)]
    assert len({uploaded(client, log)["url"] for log in logs}) == 2
    assert Game.objects.count() == 2


@pytest.mark.parametrize(
    "name",
    [
        None, "", " ", "Unknown", "<img src=x onerror=alert(1)>", "Tom & Jerry's <3",
        "\u202egnp", "x" * 100,
    ],
)  # fmt: skip
def test_the_pages_work_with_any_name(name: Any, client: Client) -> None:
    """A018, A164, A169"""
    sent = uploaded(client, samples.named(name))
    for path in (sent["url"], "/games/", sent["api"], "/stats/goryo/"):
        page = get(client, path)
        is_json = page["Content-Type"].startswith("application/json")
        assert is_json or b"<img src=x" not in page.content


def test_a_player_may_have_no_name(client: Client) -> None:
    """A018"""
    unnamed = samples.log(2, players=[{"role": "goryo"}])
    for game in (samples.log(1, players=[]), unnamed, samples.named(None)):
        assert client.get(uploaded(client, game)["url"]).status_code == 200
    assert b"None" not in get(client, "/games/").content
