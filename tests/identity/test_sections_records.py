"""Sections 2 and 3: which records are the same text, and which are the same game."""

import random
from pathlib import Path
from typing import Any

import pytest

from replays import services as replay_services
from replays.models import Game
from tests.unit.conftest import _documented_answers as _documented_answers

from . import driver, generate
from .driver import Json
from .samples import beginning, dated, distinctive, noted, players, short

pytestmark = pytest.mark.django_db
INSTANT = "2026-02-03T20:00:00Z"


def statuses(*logs: Json, uploaders: str = "abcdefgh") -> list[str]:
    """Upload records, each by another uploader, and return their statuses."""
    return [
        driver.send(log, uploader).status for log, uploader in zip(logs, uploaders, strict=False)
    ]


def human_games() -> int:
    """Return the decided human games of Goryō after bringing statistics up to date."""
    driver.settle()
    return driver.counts("goryo")["human"]


# ----------------------------------------------------------------------------------------- 2.1

SAME_NAMES = {
    "trimmed": ("Ann", "  Ann\t"),
    "blanks": ("Ann Lee", "Ann   Lee"),
    "composed": ("Zoë", "Zoe\u0308"),
    "upper case": ("Straßer", "STRASSER"),
    "sigma": ("Οδυσσεύς", "ΟΔΥΣΣΕΎΣ"),
    "all of them": ("Zoë Straßer", " ZOE\u0308  STRASSER "),
}
SAME_DATES = {
    "zone": (INSTANT, "2026-02-03T22:00:00+02:00"),
    "zone of the day before": ("2026-02-03T01:00:00Z", "2026-02-02T20:00:00-05:00"),
    "two days apart as written": ("2026-02-03T23:00-12:00", "2026-02-05T01:00+14:00"),
    "no seconds": (INSTANT, "2026-02-03T20:00Z"),
    "fraction": ("2026-02-03T20:00:00.5Z", "2026-02-03T20:00:00.500000000Z"),
    "fraction of zero": (INSTANT, "2026-02-03T20:00:00.000Z"),
    "a blank for T": (INSTANT, "2026-02-03 20:00:00Z"),
    "zone of zero": (INSTANT, "2026-02-03T20:00:00+00:00"),
}


@pytest.mark.parametrize("names", SAME_NAMES.values(), ids=SAME_NAMES)
def test_2_1_equal_names(names: tuple[str, str]) -> None:
    one, other = (distinctive(players=players(name, "Ren")) for name in names)
    assert statuses(one, other) == ["stored", "duplicate"]


@pytest.mark.parametrize("names", [("Zoë", "Zoe"), ("Ann", "A nn"), ("Ann", "Anne")])
def test_2_1_different_names(names: tuple[str, str]) -> None:
    """Only the listed differences are ignored, so not accents, or blanks inside a word."""
    one, other = (distinctive(players=players(name, "Ren")) for name in names)
    assert statuses(one, other) == ["stored", "stored"]


@pytest.mark.parametrize("dates", SAME_DATES.values(), ids=SAME_DATES)
def test_2_1_equal_instants(dates: tuple[str, str]) -> None:
    one, other = (distinctive(played_at=date) for date in dates)
    assert statuses(one, other) == ["stored", "duplicate"]


@pytest.mark.parametrize("time", ["T20:00", "T20:00:00", " 20:00", "T23:59:59.999"])
def test_2_1_a_time_without_zone_is_compared_as_its_day(time: str) -> None:
    one, other = distinctive(), distinctive(played_at=f"2026-02-03{time}")
    assert statuses(one, other) in (["stored", "duplicate"], ["stored", "merged"])


@pytest.mark.parametrize("line_end", ["\r\n", "\r"])
def test_2_1_line_ends_of_notes(line_end: str) -> None:
    notes = ("one\ntwo\n\nthree", f"one{line_end}two{line_end}{line_end}three")
    one, other = (noted(distinctive(), note) for note in notes)
    assert statuses(one, other) == ["stored", "duplicate"]


def test_2_1_order_of_players_and_of_agents() -> None:
    log = generate.kyoto(random.Random(5))
    events = [dict(event) for event in log["events"]]
    for event in events[:4]:
        if event["type"] == "deal":
            event["cards"] = list(reversed(event["cards"]))
        else:
            event["agents"] = dict(reversed(event["agents"].items()))
    other = {**log, "players": list(reversed(log["players"])), "events": events}
    assert statuses(log, other) == ["stored", "duplicate"]


# ----------------------------------------------------------------------------------------- 2.2


def test_2_2_an_equal_record_is_a_duplicate_of_its_game() -> None:
    first = driver.send(distinctive(), "a")
    again = driver.send(distinctive(), "b")
    assert (again.code, again.status, again.id) == (409, "duplicate", first.id)


def test_2_2_also_of_a_game_that_does_not_count() -> None:
    log, other = distinctive(), distinctive(players=players("Cyd", "Ren"))
    _, second, again = (driver.send(each, "abc"[n]) for n, each in enumerate([log, other, other]))
    assert (second.status, again.status, again.id) == ("stored", "duplicate", second.id)


def test_2_2_also_of_an_unfinished_record_of_the_same_owner() -> None:
    log = beginning(distinctive())
    first, again, other = (driver.send(log, uploader) for uploader in "aab")
    assert (again.code, again.status, again.id) == (409, "duplicate", first.id)
    assert (other.status, other.id == first.id) == ("stored", False)


# ----------------------------------------------------------------------------------------- 3.1

FITTING_DATES = {
    "unknown in the first": (None, "2026-02-03"),
    "unknown in the second": ("2026-02-03", None),
    "next day": ("2026-02-03", "2026-02-04"),
    "day before": ("2026-02-03", "2026-02-02"),
    "month": ("2026-02-28", "2026-03-01"),
    "year": ("2026-01-01", "2025-12-31"),
    "leap day": ("2028-02-29", "2028-03-01"),
    "a time on the day": ("2026-02-03", INSTANT),
    "other time on the day": (INSTANT, "2026-02-03T09:00:00Z"),
    "nearly two days": ("2026-02-03T00:05Z", "2026-02-04T23:55Z"),
}
OTHER_DATES = {
    "two days": ("2026-02-03", "2026-02-05"),
    "two days before": ("2026-02-03", "2026-02-01"),
    "no leap day": ("2026-02-27", "2026-03-01"),
    "year": ("2026-02-03", "2025-02-03"),
    "two days and times": ("2026-02-03T23:55Z", "2026-02-05T00:05Z"),
}


@pytest.mark.parametrize("dates", FITTING_DATES.values(), ids=FITTING_DATES)
def test_3_1_dates_fit(dates: tuple[str | None, str | None]) -> None:
    one, other = (dated(distinctive(), date) for date in dates)
    assert statuses(one, noted(other)) == ["stored", "merged"]
    assert human_games() == 1


@pytest.mark.parametrize("dates", OTHER_DATES.values(), ids=OTHER_DATES)
def test_3_1_dates_do_not_fit(dates: tuple[str, str]) -> None:
    one, other = (dated(distinctive(), date) for date in dates)
    assert statuses(one, noted(other)) == ["stored", "stored"]
    assert (human_games(), len(driver.listed())) == (1, 2)


@pytest.mark.parametrize(
    ("older", "younger", "expected"),
    [
        ("2026-02-03", "2026-02-03T20:00:00Z", "2026-02-03T20:00:00Z"),
        ("2026-02-03T20:00:00Z", "2026-02-03", "2026-02-03T20:00:00Z"),
        ("2026-02-03", "2026-02-04T20:00:00Z", "2026-02-03"),
        ("2026-02-03", "2026-02-02", "2026-02-03"),
        (None, "2026-02-03", "2026-02-03"),
        ("2026-02-03", None, "2026-02-03"),
    ],
)
def test_3_1_the_date_of_the_merged_game(older: Any, younger: Any, expected: str) -> None:
    first = driver.send(dated(distinctive(), older), "a")
    assert driver.send(noted(dated(distinctive(), younger)), "b").status == "merged"
    assert driver.get(f"/api/v1/games/{first.id}/log/?form=json")["played_at"] == expected
    assert driver.listed()[0]["played_on"] == expected[:10]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (players("Ann", None), players(None, "Ren")),
        (players(None, None), players("Ann", "Ren")),
        (players("Ann", "Ren"), players(None, None)),
        (players("Ann", "Ren"), []),
        ([], players("Ann", "Ren")),
        (players("Ann", "Ren")[:1], players("Ann", "Ren")[1:]),
        (players("ANN", "Ren"), players("ann", None)),
    ],
)
def test_3_1_unknown_names_fit_everything(one: list[Json], other: list[Json]) -> None:
    records = [noted(distinctive(players=each), f"{n}") for n, each in enumerate([one, other])]
    assert statuses(*records) == ["stored", "merged"]
    assert human_games() == 1
    known = {driver.fold(p["name"]) for p in [*one, *other] if p["name"]}
    shown = {driver.fold(seat["name"]) for seat in driver.listed()[0]["players"] if seat["name"]}
    assert shown == known
    assert [driver.player_games(name) for name in sorted(known)] == [1] * len(known)


def test_3_1_another_ruleset_is_another_game() -> None:
    rulesets = ({"edition": "2021"}, {"edition": "2021", "advanced": True})
    pairs = (
        [{**distinctive(seed), "ruleset": ruleset} for ruleset in rulesets] for seed in range(50)
    )
    one, other = next(pair for pair in pairs if all(map(generate.is_finished, pair)))
    assert statuses(one, other) == ["stored", "stored"]
    assert human_games() == 2


# ----------------------------------------------------------------------------------------- 3.2


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({}, "merged"),
        ({"played_at": "2026-02-03T22:00:00+02:00"}, "merged"),
        ({"players": players("ANN", " Ren ")}, "merged"),
        ({"players": players("Ann", None)}, "stored"),
        ({"players": players("Ann", "Cyd")}, "stored"),
        ({"played_at": "2026-02-03T20:00:01Z"}, "stored"),
        ({"played_at": "2026-02-03"}, "stored"),
    ],
)
def test_3_2_a_short_play_needs_all_names_and_the_instant(change: Json, status: str) -> None:
    assert statuses(short(), noted(short(**change))) == ["stored", status]
    assert human_games() == (1 if status == "merged" else 2)


@pytest.mark.parametrize("date", [None, "2026-02-03"])
def test_3_2_a_day_is_no_instant(date: str | None) -> None:
    log = dated(short(), date)
    assert statuses(log, noted(log)) == ["stored", "stored"]
    assert human_games() == 2


# ----------------------------------------------------------------------------------------- 3.3


def test_3_3_what_a_record_adds() -> None:
    first = driver.send(distinctive(players=players("Ann", None)), "a")
    record = noted(distinctive(players=players(None, "Ren")), "well hidden indeed")
    answer = driver.send(record, "b")
    assert (answer.code, answer.status, answer.id) == (200, "merged", first.id)
    assert "Ren" in str(answer.added)
    assert "Ann" not in str(answer.added)
    assert "note" in str(answer.added)
    assert "well hidden indeed" in driver.page(f"/games/{first.id}/")


def test_3_3_each_text_can_be_downloaded_as_it_was_sent() -> None:
    texts = [driver.encode(distinctive()), driver.encode(noted(distinctive(), "zwei – drei"))]
    first, _ = (
        driver.send(text + b"\n \n", uploader) for text, uploader in zip(texts, "ab", strict=True)
    )
    downloads = driver.record_downloads(first.id)
    for text in texts:
        assert text + b"\n \n" in downloads


# ----------------------------------------------------------------------------------------- 3.4


@pytest.mark.parametrize(("n_events", "counted"), [(1, 1), (2, 1), (3, 2)])
def test_3_4_at_most_two_events_differ(n_events: int, counted: int) -> None:
    log = distinctive(3)
    other = generate.contradicting_often(log, random.Random(n_events), n_events)
    assert statuses(log, other) == ["stored", "stored"]
    assert human_games() == counted
    assert len(driver.listed()) == 2


@pytest.mark.parametrize(
    "change", [{"players": players("Ann", "Cyd")}, {"played_at": "2026-05-03"}]
)
def test_3_4_with_other_names_or_dates_it_is_another_game(change: Json) -> None:
    log = distinctive(3)
    other = generate.contradicting_often(log, random.Random(1), 1)
    assert statuses(log, {**other, **change}) == ["stored", "stored"]
    assert human_games() == 2


# ----------------------------------------------------------------------------------------- 3.5


def test_3_5_the_same_moves_count_once() -> None:
    first = driver.send(distinctive(), "a")
    second = driver.send(distinctive(players=players("Cyd", "Ren")), "b")
    assert (first.status, second.status) == ("stored", "stored")
    assert human_games() == 1
    assert {game["id"] for game in driver.listed()} == {first.id, second.id}
    assert [driver.player_games(name) for name in ("Ann", "Ren", "Cyd")] == [1, 1, 0]
    assert driver.rating_of("Cyd") == []
    assert f"/games/{first.id}/" in driver.page(f"/games/{second.id}/")
    assert first.id in str(driver.get(f"/api/v1/games/{second.id}/"))


def test_3_5_a_record_that_fits_several_joins_the_oldest_that_counts() -> None:
    names = [players("Ann", "Ren"), players("Cyd", "Ren"), players("Dee", "Ren")]
    games = [driver.send(distinctive(players=each), "a") for each in names]
    joined = driver.send(distinctive(players=players(None, "Ren")), "b")
    assert (joined.status, joined.id) == ("merged", games[0].id)
    second = driver.send(noted(distinctive(players=players("Cyd", None))), "c")
    assert (second.status, second.id) == ("merged", games[1].id)
    assert human_games() == 1


def test_3_5_dumps_have_it_and_say_that_it_does_not_count(tmp_path: Path) -> None:
    names = [players("Ann", "Ren"), players("Cyd", "Ren")]
    ids = [driver.send(distinctive(players=each), "a").id for each in names]
    driver.settle()
    rows = driver.dumped_games(tmp_path)
    assert {game_id: row.get("counts") for game_id, row in rows.items()} == {
        ids[0]: True,
        ids[1]: False,
    }


def test_3_5_staff_can_overrule() -> None:
    driver.send(distinctive(), "a")
    second = driver.send(distinctive(players=players("Cyd", "Ren")), "b")
    driver.count_separately(second.id, reason="a simultaneous exhibition")
    assert human_games() == 2
    assert driver.player_games("Cyd") == 1


# ----------------------------------------------------------------------------------------- 3.6


def test_3_6_each_kind_counts_once() -> None:
    names = [players("Ann", "Ren"), players("Cyd", "Ren")]
    logs = [distinctive(players=each, x_simulated=is_bot) for each in names for is_bot in (0, 1)]
    logs = [{**log, "x_simulated": bool(log["x_simulated"])} for log in logs]
    assert statuses(*logs) == ["stored"] * 4
    driver.settle()
    assert driver.counts("goryo") == {"human": 1, "simulated": 1}


# ----------------------------------------------------------------------------------------- 3.8


def test_3_8_a_withdrawn_play_is_refused_in_any_spelling() -> None:
    log = distinctive()
    driver.send(log, "a")
    replay_services.withdraw_games([Game.objects.get().pk])
    records = [log, noted(log), dated(log, None), distinctive(players=players("Cyd", "Dee"))]
    for record in records:
        answer = driver.send(record, "b")
        assert (answer.code, answer.status) == (422, "refused")
        assert "withdrawn" in str(answer.body)
    assert driver.listed() == []


def test_3_8_a_short_or_unfinished_play_is_not_refused() -> None:
    for log in (short(), beginning(distinctive())):
        driver.send(log, "a")
        replay_services.withdraw_games(list(Game.objects.values_list("pk", flat=True)))
        assert driver.send(noted({**log, "players": players("Cyd", "Dee")}), "b").status == "stored"
