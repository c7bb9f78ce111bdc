"""After corrections, withdrawals and splits each play counts once, and no stranger has changed a
game of another owner (sections 3.4 to 3.8, 4.2 and 5.2).
"""

import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from replays import services
from replays.models import Game, PersonName, Record
from tests.identity import driver
from tests.identity.generate import clean, goryo_sheet
from tests.identity.samples import beginning, distinctive, noted, players, short

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
OTHERS = players("Eve", "Mal")


def reasons() -> list[str]:
    """Why each game does not count, in the order of storing."""
    return list(Game.objects.order_by("pk").values_list("not_counted", flat=True))


def human() -> int:
    """The decided human games of the statistics."""
    driver.settle()
    return driver.counts("goryo")["human"]


@pytest.mark.parametrize("names", [players("Xia", "Yan"), OTHERS])
def test_a_stranger_who_corrects_a_merged_record_changes_only_it(names: list) -> None:
    victim = driver.send(distinctive(1), "victim")
    other = driver.send(distinctive(2, players=OTHERS), "other")
    driver.send(noted(distinctive(1)), "stranger")
    driver.correct(victim.id, noted(distinctive(2, players=names)), "stranger")
    games = {game["id"]: game for game in driver.listed()}
    assert [games[each.id]["counts"] for each in (victim, other)] == [True, True]
    assert human() == 2


def test_a_withdrawn_play_is_refused_as_a_correction() -> None:
    withdrawn = driver.send(distinctive(1), "a")
    services.withdraw_games([Game.objects.get(public_id=withdrawn.id).pk])
    own = driver.send(distinctive(2), "b")
    answer = driver.correct(own.id, noted(distinctive(1)), "b")
    assert (answer.code, answer.body["findings"][0]["code"]) == (422, "withdrawn")
    assert human() == 1


def test_a_play_counts_when_the_game_that_counted_changes_or_goes() -> None:
    first = driver.send(distinctive(1), "a")
    driver.send(distinctive(1, players=OTHERS), "b")
    driver.send(distinctive(1, players=players("Kim", "Lou")), "c")
    assert reasons() == ["", "same_moves", "same_moves"]
    driver.correct(first.id, distinctive(3), "a")
    assert (reasons(), human()) == (["", "", "same_moves"], 2)
    services.delete_games([Game.objects.order_by("pk")[1].pk])
    assert (reasons(), human()) == (["", ""], 2)


def test_records_that_no_longer_fit_leave_together() -> None:
    first = driver.send(distinctive(1), "a")
    for number, uploader in enumerate("bc"):
        assert driver.send(noted(distinctive(1), f"note {number}"), uploader).status == "merged"
    driver.correct(first.id, distinctive(3), "a")
    assert (len(driver.listed()), human()) == (2, 2)
    apart = next(game["id"] for game in driver.listed() if game["id"] != first.id)
    assert "note 1" in driver.page(f"/games/{apart}/")


def test_a_record_with_other_names_or_of_bots_leaves_its_game() -> None:
    first = driver.send(distinctive(1), "a")
    driver.send(noted(distinctive(1)), "b")
    driver.correct(first.id, distinctive(1, players=OTHERS), "a")
    assert (len(driver.listed()), human()) == (2, 1)
    driver.correct(first.id, distinctive(1, x_simulated=True), "a")
    driver.settle()
    assert driver.counts("goryo") == {"human": 1, "simulated": 1}


def test_a_play_is_not_lost_if_the_game_that_counts_becomes_part_of_another() -> None:
    driver.send(beginning(distinctive(1)), "a")
    counting = driver.send(distinctive(1, players=OTHERS), "b")
    driver.send(distinctive(1), "a")
    driver.correct(counting.id, distinctive(1), "b")
    game = Game.objects.get()
    assert (game.not_counted, game.same_as, human()) == ("", None, 1)


def test_a_sheet_never_counts_alone() -> None:
    driver.send(goryo_sheet(clean(distinctive(1))), "a")
    copy = driver.send(goryo_sheet(clean(distinctive(1, players=OTHERS))), "b")
    driver.correct(copy.id, goryo_sheet(clean(distinctive(2, players=OTHERS))), "b")
    assert set(reasons()) == {"incomplete"}
    ids = list(Game.objects.values_list("pk", flat=True))
    assert services.decide_counting(ids, counts=True, reason="a test") == 0
    assert human() == 0


def test_a_game_that_staff_excluded_does_not_count_under_other_names() -> None:
    first = driver.send(distinctive(1), "a")
    ids = [Game.objects.get(public_id=first.id).pk]
    services.decide_counting(ids, counts=False, reason="invented")
    driver.send(distinctive(1, players=OTHERS), "b")
    assert (reasons(), human()) == (["staff", "same_moves"], 0)


def test_short_games_of_one_instant_are_one_on_any_calendar() -> None:
    first = driver.send(short(played_at="2026-02-03T23:30:00Z"), "a")
    again = driver.send(noted(short(played_at="2026-02-04T00:30:00+01:00")), "b")
    assert (again.status, again.id) == ("merged", first.id)


@pytest.mark.parametrize("day", ["0001-01-01T00:30:00Z", "9999-12-31T23:30:00Z"])
def test_short_games_are_compared_on_the_first_and_the_last_day(day: str) -> None:
    first = driver.send(short(played_at=day), "a")
    again = driver.send(noted(short(played_at=day)), "b")
    assert (again.status, again.id) == ("merged", first.id)


def test_a_new_game_can_become_part_of_an_older_one_in_its_own_file() -> None:
    """Its note and its copy under other names follow it."""
    unfinished = driver.send(beginning(distinctive(1, played_at="2026-02-01")), "a")
    whole = distinctive(1, played_at="2026-02-03")
    file = [whole, noted(whole), {**whole, "players": OTHERS}]
    driver.send([*file, distinctive(1, played_at="2026-02-02")], "a")
    assert (reasons(), human()) == (["", "same_moves"], 1)
    assert "a note" in driver.page(f"/games/{unfinished.id}/")


def test_a_variation_of_a_game_that_is_unfinished_again_is_not_shown() -> None:
    game = driver.send(distinctive(1), "a")
    body = driver.get(f"/api/v1/games/{game.id}/")
    branch = services.begin_branch(Game.objects.get(), body["n_events"] - 1, "omniscient")[0]
    driver.correct(game.id, beginning(distinctive(2)), "a")
    for address in (f"/branches/{branch.public_id}/", f"/api/v1/branches/{branch.public_id}/log/"):
        driver.page(address, 404)


def test_a_game_has_a_limited_number_of_records() -> None:
    game = driver.send(distinctive(1), "a")
    file = [noted(distinctive(1), f"note {number}") for number in range(30)]
    assert driver.send(file, "b").statuses == ["merged"] * 30
    assert Record.objects.filter(game__public_id=game.id).count() == 20


def test_the_answer_does_not_confirm_a_hidden_name() -> None:
    log = distinctive(1, players=players("Hidden Hana", "Ren"))
    driver.send(log, "a")
    services.hide_names("hidden hana", "a test")
    assert PersonName.objects.exists()
    guesses = (log, {**log, "players": players("Another", "Ren")})
    answers = [driver.check(guess, "b") for guess in guesses]
    assert answers[0].statuses == answers[1].statuses == ["merged"]


def test_a_correction_does_not_confirm_a_hidden_name() -> None:
    results = []
    for number, guess in enumerate(("Hidden Hana", "Another")):
        log = distinctive(number, players=players("Hidden Hana", "Ren"))
        game = driver.send(log, "a")
        if not number:
            services.hide_names("hidden hana", "a test")
        guessed = {**log, "players": players(guess, "Ren")}
        driver.send(noted(guessed, "first words"), "b")
        with CaptureQueriesContext(connection) as queries:
            answer = driver.correct(game.id, noted(guessed, "second words"), "b")
        results.append((answer.code, answer.body["revision"], len(queries)))
        assert "second words" in driver.page(f"/games/{game.id}/")
    assert results[0] == results[1]


def test_a_new_name_in_place_of_a_hidden_one_is_compared() -> None:
    game = driver.send(distinctive(1, players=players("Hidden Hana", "Ren")), "a")
    services.hide_names("hidden hana", "a test")
    driver.send(distinctive(2, players=OTHERS), "b")
    driver.correct(game.id, distinctive(2, players=players("Kim", "Mal")), "a")
    assert len(driver.listed()) == 2


def test_notes_of_records_follow_corrections_and_splits() -> None:
    game = driver.send(distinctive(1), "a")
    driver.send(noted(distinctive(1), "first words"), "b")
    driver.correct(game.id, noted(distinctive(1), "second words"), "b")
    page = driver.page(f"/games/{game.id}/")
    assert ("first words" in page, "second words" in page) == (False, True)
    driver.split(game.id, reason="two tables")
    assert "second words" not in driver.page(f"/games/{game.id}/")


def test_a_game_keeps_its_own_log_when_others_are_split_off() -> None:
    """Also if its record is younger than the others."""
    game = driver.send(distinctive(1), "a")
    for uploader in "bc":
        driver.send(noted(distinctive(1), f"note of {uploader}"), uploader)
    driver.correct(game.id, noted(distinctive(1), "note of a"), "a")
    stored = Game.objects.get()
    last = stored.records.exclude(public_id=game.id).latest("pk")
    services.split_game(stored.pk, [last.public_id], "two tables")
    notes = [event.get("note") for event in driver.get(f"/api/v1/games/{game.id}/log/")["events"]]
    assert [note for note in notes if note] == ["note of a"]


def test_records_whose_uploads_are_gone_are_split_too() -> None:
    game = driver.send(distinctive(1), "a")
    for uploader in "bc":
        driver.send(noted(distinctive(1), uploader), uploader)
    Record.objects.update(upload=None)
    driver.split(game.id, reason="three tables")
    logs = [json.loads(log)["events"] for log in Game.objects.values_list("canonical", flat=True)]
    assert (len(driver.listed()), len(logs)) == (3, 3)
