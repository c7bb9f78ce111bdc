"""Sections 3.7, 4, 5.4 and 7: who may continue or correct a record, and what is answered."""

import random
from typing import Any

import pytest
from django.test import Client

from replays.models import Upload
from tests.unit.conftest import _documented_answers as _documented_answers

from . import driver, generate
from .driver import CODES, GAMES, Answer, Json
from .samples import beginning, distinctive, noted, players, short

pytestmark = pytest.mark.django_db
BROKEN = short(events=[{"type": "haunt", "object": "vase", "space": "b4"}])
FORBIDDEN = (401, 403, 404)
"""Codes for a client that may not correct a game; which of them is left open."""


def merge_two_ids() -> tuple[str, str]:
    """Return the ids of two stored games that became one: the older, and the younger."""
    log = distinctive()
    older = driver.send(beginning(log), "a")
    younger = driver.send(log, "b")
    assert older.id != younger.id
    driver.send(log, "a")
    return older.id, younger.id


# ----------------------------------------------------------------------------------------- 3.7


def test_3_7_the_younger_id_redirects() -> None:
    older, younger = merge_two_ids()
    driver.assert_redirects(younger, older)
    assert driver.get(f"{GAMES}{older}/")["id"] == older
    driver.settle()
    assert [game["id"] for game in driver.listed()] == [older]
    assert driver.counts("goryo")["human"] == 1


def test_3_7_a_correction_merges_too() -> None:
    log = distinctive()
    first = driver.send(log, "a")
    second = driver.send({**noted(log), "played_at": "2026-04-01"}, "b")
    assert (second.status, second.id != first.id) == ("stored", True)
    assert driver.correct(second.id, noted(log), "b").code == 200
    driver.assert_redirects(second.id, first.id)
    driver.settle()
    assert driver.counts("goryo")["human"] == 1


def test_3_7_addresses_below_the_younger_id_lead_to_the_game() -> None:
    older, younger = merge_two_ids()
    for path in ("api/v1/games/{}/steps/", "api/v1/games/{}/log/", "games/{}/log.json"):
        response = Client().get(f"/{path.format(younger)}", follow=True)
        assert response.status_code == 200
        assert response.content == Client().get(f"/{path.format(older)}").content


def test_3_7_staff_can_split_a_merged_game() -> None:
    older, younger = merge_two_ids()
    driver.split(older, reason="two evenings")
    assert {game["id"] for game in driver.listed()} == {older, younger}
    assert driver.get(f"{GAMES}{younger}/")["id"] == younger
    assert driver.get(f"{GAMES}{older}/")["id"] == older


# ----------------------------------------------------------------------------------------- 4.0


def test_4_0_without_a_key_nothing_is_continued_or_corrected() -> None:
    log = distinctive()
    ids = [driver.send(beginning(log), None).id for _ in range(2)]
    assert len(set(ids)) == 2
    assert driver.send(log, None).status == "stored"
    answer = driver.correct(ids[0], log, None)
    assert answer.code in FORBIDDEN
    assert len(driver.listed()) == 3


# ----------------------------------------------------------------------------------------- 4.1


def test_4_1_an_extension_by_its_owner_replaces_the_record() -> None:
    log = distinctive()
    records = [beginning(log, without=n) for n in (6, 4, 2)]
    answers = [driver.send(record, "a") for record in [*records, log]]
    assert [answer.status for answer in answers] == ["stored", *["continued"] * 3]
    assert [answer.code for answer in answers] == [201, 200, 200, 200]
    assert len({answer.id for answer in answers}) == 1
    driver.settle()
    (game,) = driver.listed()
    assert (game["finished"], game["n_events"]) == (True, len(log["events"]))
    assert driver.counts("goryo")["human"] == 1


def test_4_1_notes_and_header_may_change() -> None:
    """They are not part of the play."""
    log = distinctive()
    first = driver.send(noted(beginning(log), "first thought"), "a")
    answer = driver.send({**log, "event": "Club evening", "x_table": 4}, "a")
    assert (answer.status, answer.id) == ("continued", first.id)


def test_4_1_older_states_are_duplicates() -> None:
    log = distinctive()
    ids = [driver.send(beginning(log, without=n), "a").id for n in (6, 3)]
    for n in (6, 3):
        answer = driver.send(beginning(log, without=n), "a")
        assert (answer.status, answer.code, answer.id) == ("duplicate", 409, ids[0])


def test_4_1_another_course_is_another_game() -> None:
    log = distinctive(3)
    changes = (generate.contradicting(log, random.Random(seed)) for seed in range(50))
    last = len(log["events"]) - 1
    other = next(change[0] for change in changes if change is not None and change[1] < last)
    first = driver.send(beginning(log, without=1), "a")
    answer = driver.send(other, "a")
    assert (answer.status, answer.id != first.id) == ("stored", True)


def test_4_1_another_owner_continues_nothing() -> None:
    log = distinctive()
    first = driver.send(beginning(log), "a")
    for uploader in ("b", None):
        assert driver.send(log, uploader).id != first.id
    assert driver.get(f"{GAMES}{first.id}/")["finished"] is False


def test_4_1_a_continuation_that_is_stored_already() -> None:
    log = distinctive()
    half, whole = driver.send(beginning(log), "a"), driver.send(log, "b")
    answer = driver.send(log, "a")
    assert answer.status == ("continued" if answer.id == half.id else "merged")
    assert answer.code == 200
    driver.assert_redirects(whole.id, half.id)


# ----------------------------------------------------------------------------------------- 4.2


def test_4_2_statistics_follow_a_correction() -> None:
    log = distinctive(1)
    resign = next(n for n in range(1, 99) if distinctive(n)["events"][-1]["type"] == "resign")
    log = distinctive(resign)
    loser = log["events"][-1]["role"]
    winner = "samurai" if loser == "goryo" else "goryo"
    first = driver.send(log, "a")
    driver.settle()
    assert driver.wins("goryo") == {winner: 1, loser: 0}
    changed = {**log, "events": [*log["events"][:-1], {"type": "resign", "role": winner}]}
    answer = driver.correct(first.id, changed, "a")
    assert (answer.code, answer.id) == (200, first.id)
    driver.settle()
    assert driver.wins("goryo") == {winner: 0, loser: 1}
    assert driver.counts("goryo")["human"] == 1
    assert driver.get(f"{GAMES}{first.id}/")["outcome"]["winner"] == loser


def test_4_2_a_wrong_correction_changes_nothing() -> None:
    first = driver.send(distinctive(), "a")
    before = driver.get(f"{GAMES}{first.id}/log/?form=json")
    answer = driver.correct(first.id, BROKEN, "a")
    assert answer.code == 422
    assert answer.body["findings"]
    for uploader in ("b", None):
        assert driver.correct(first.id, noted(distinctive()), uploader).code in FORBIDDEN
    assert driver.correct("AAAAAAAAAAAA", distinctive(), "a").code == 404
    assert driver.get(f"{GAMES}{first.id}/log/?form=json") == before


def test_4_2_an_unfinished_record_can_be_corrected_and_continued() -> None:
    log = distinctive()
    first = driver.send(beginning({**log, "players": players("An", "Ren")}), "a")
    assert driver.correct(first.id, beginning(log), "a").code == 200
    answer = driver.send(log, "a")
    assert (answer.status, answer.id) == ("continued", first.id)
    assert driver.names_of(driver.listed()) == [["Ann", "Ren"]]


# ----------------------------------------------------------------------------------------- 4.3


def test_4_3_a_record_is_compared_when_it_is_finished() -> None:
    log = distinctive()
    driver.send(beginning(log), "a")
    assert driver.send(log, "b").status == "stored"
    assert len(driver.listed()) == 2
    driver.send(log, "a")
    assert len(driver.listed()) == 1


# ----------------------------------------------------------------------------------------- 5.4


def test_5_4_partial_records_count_alone() -> None:
    driver.send(generate.table_record(generate.kyoto(random.Random(1))), "a")
    driver.send(generate.samurai_record(distinctive()), "a")
    driver.settle()
    assert driver.counts("kyoto")["human"] == driver.counts("goryo")["human"] == 1


# ------------------------------------------------------------------------------------------- 7

UNREADABLE = '[Game "goryo"]\n[Edition "2024]\n\nbind mask\n'
READABLE = '[Game "goryo"]\n[Edition "2024"]\n[Goryo "Ann %d"]\n\nbind mask; haunt vase b4\n%s\n'


def send_each_status() -> dict[str, Answer]:
    """Return an answer for one game of each status."""
    log = distinctive()
    return {
        "stored": driver.send(log, "a"),
        "merged": driver.send(noted(log), "b"),
        "duplicate": driver.send(log, "c"),
        "refused": driver.send(BROKEN, "c"),
        "unreadable": driver.send(UNREADABLE, "c"),
        "begun": driver.send(beginning(distinctive(1)), "a"),
        "continued": driver.send(distinctive(1), "a"),
    }


@pytest.mark.parametrize("status", CODES)
def test_7_an_answer_for_one_game(status: str) -> None:
    answer = send_each_status()[status]
    assert (answer.status, answer.code) == (status, CODES[status])
    assert ("id" in answer.body) == (status not in ("refused", "unreadable"))


def mixed_file() -> tuple[list[Json], list[str]]:
    """Return logs of one file with their statuses; uploader `a` has begun the second game."""
    log, begun = distinctive(), distinctive(1)
    driver.send(log, "b")
    driver.send(beginning(begun), "a")
    logs = [distinctive(2), begun, log, noted(log), BROKEN, short()]
    return logs, ["stored", "continued", "duplicate", "merged", "refused", "stored"]


def test_7_counters_of_a_file() -> None:
    logs, expected = mixed_file()
    answer = driver.send(logs, "a")
    assert (answer.code, answer.statuses) == (207, expected)
    counters = {f"n_{status}": expected.count(status) for status in CODES}
    assert answer.counters == {**counters, "n_read": len(logs)}
    assert sum(answer.counters[f"n_{status}"] for status in CODES) == len(logs)


@pytest.mark.parametrize(
    ("make", "status"),
    [
        (lambda: [distinctive(n) for n in range(3)], "stored"),
        (lambda: [distinctive(0)] * 3, "duplicate"),
        (lambda: [noted(distinctive(0), f"{n}") for n in range(3)], "merged"),
        (lambda: [BROKEN] * 3, "refused"),
        (lambda: UNREADABLE * 3, "unreadable"),
    ],
)
def test_7_a_file_with_one_status_has_its_code(make: Any, status: str) -> None:
    if status in ("duplicate", "merged"):
        driver.send(distinctive(0), "b")
    answer = driver.send(make(), "a")
    assert (answer.statuses, answer.code) == ([status] * 3, CODES[status])


def test_7_what_cannot_be_read_costs_its_own_game_only() -> None:
    """A note ends before a line whose first token is a `Game` tag, blanks inside it or not."""
    texts = [READABLE % (n, "resign samurai") for n in range(6)]
    texts[1] = READABLE % (1, "resign samurai { an open note")
    texts[3] = UNREADABLE
    texts[4] = texts[4].replace('[Game "goryo"]', '  [ Game "goryo" ]')
    texts[5] = texts[5].replace('"2024"', '"2024')
    answer = driver.send("\n".join(texts), "a")
    expected = ["stored", "unreadable", "stored", "unreadable", "stored", "unreadable"]
    assert (answer.code, answer.statuses) == (207, expected)
    counters = answer.counters
    assert (counters["n_read"], counters["n_unreadable"], counters["n_stored"]) == (3, 3, 3)


def test_7_a_remark_between_games_is_a_warning() -> None:
    texts = [READABLE % (n, "resign samurai") for n in range(3)]
    answer = driver.send(texts[0] + "{ lunch }\n" + texts[1] + texts[2], "a")
    assert answer.statuses == ["stored"] * 3
    assert [bool(row["warnings"]) for row in answer.games] == [True, False, False]


def test_7_what_was_added_stands_with_its_game() -> None:
    driver.send(distinctive(players=players("Ann", None)), "b")
    answer = driver.send([short(), noted(distinctive())], "a")
    assert answer.statuses == ["stored", "merged"]
    assert "Ren" in str(answer.games[1]["added"])
    assert not answer.games[0].get("added")


# ----------------------------------------------------------------------------------------- 7.1


def test_7_1_a_dry_run_gives_the_statuses_that_would_come() -> None:
    logs, expected = mixed_file()
    before = (driver.listed(), Upload.objects.count())
    answer = driver.check(logs, "a")
    assert (answer.code, answer.statuses) == (200, expected)
    assert (driver.listed(), Upload.objects.count()) == before
    assert driver.send(logs, "a").statuses == expected


def test_7_1_a_dry_run_compares_within_the_file_too() -> None:
    log = distinctive()
    logs = [beginning(log), log, log, noted(log)]
    expected = ["stored", "continued", "duplicate", "merged"]
    assert driver.check(logs, "a").statuses == expected
    assert driver.send(logs, "a").statuses == expected


def test_7_1_in_the_background_the_upload_has_the_statuses(settings: Any) -> None:
    logs, expected = mixed_file()
    settings.UPLOAD_INLINE_BYTES = 10
    answer = driver.send(logs, "a")
    assert answer.code == 202
    address = answer.body["uploads"][0]["api"].removeprefix("http://testserver")
    driver.read_uploads()
    body = driver.get(address)
    assert [row["status"] for row in body["games"]] == expected
    assert (body["n_merged"], body["n_continued"], body["n_stored"]) == (1, 1, 2)
    assert (body["n_read"], body["n_unreadable"]) == (len(logs), 0)
    assert [bool(row.get("added")) for row in body["games"]][3] is True
