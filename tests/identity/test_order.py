"""Order of games in lists, answers and ratings (section 6), whatever the batches of reading."""

import io
import json
import random
import re
import zipfile
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client

from replays.services import reading
from tests.support import deep
from tests.unit.analytics.results_csv import fitted

from . import driver
from .driver import GAMES, Json

pytestmark = [pytest.mark.django_db, pytest.mark.in_turn(2)]
NAMES = ("Ann", "Ben", "Cy", "Di")
NOT_OF_ORDER = {"id", "url", "api", "stored_at"}
OBJECTS = {"vase": "b4", "urn": "b3"}


def forfeit(number: int, played_at: str | None, rng: random.Random) -> Json:
    """Return a short game that one of two players gave up."""
    goryo, samurai = rng.sample(NAMES, 2)
    log = {
        "format": "goryo-log/1",
        "game": "goryo",
        "ruleset": {"edition": "2024"},
        "players": [{"role": "goryo", "name": goryo}, {"role": "samurai", "name": samurai}],
        "events": [
            {"type": "bind", "object": "mask"},
            {"type": "haunt", "object": "vase", "space": "b4"},
            {"type": "resign", "role": rng.choice(["goryo", "samurai"])},
        ],
        "x_game": number,
        "tags": [f"game {number}"],
    }
    return log if played_at is None else {**log, "played_at": played_at}


def instants(count: int, rng: random.Random) -> list[str]:
    """Return different instants in four zones and, of every third, only the day, on 40 days."""
    start = datetime(2026, 1, 1, tzinfo=UTC)
    seconds = rng.sample(range(40 * 24 * 3600), count)
    dates = []
    for number, second in enumerate(seconds):
        moment = start + timedelta(seconds=second)
        hours = rng.choice([-5, 0, 2, 9])
        local = (moment + timedelta(hours=hours)).strftime("%Y-%m-%dT%H:%M:%S")
        zone = "Z" if hours == 0 else f"{hours:+03d}:00"
        dates.append(f"{moment:%Y-%m-%d}" if number % 3 == 0 else f"{local}{zone}")
    return dates


def file_of(count: int, seed: str, first: int = 0, undated: int = 0) -> list[Json]:
    """Return a file of forfeits, the last of them without a date or with a time and no zone."""
    rng = random.Random(seed)
    dates: list[str | None] = [*instants(count, rng)]
    for number in range(count - undated, count):
        dates[number] = rng.choice([None, f"2026-01-{10 + number % 20}T20:00:{number % 60:02}"])
    return [forfeit(first + number, date, rng) for number, date in enumerate(dates)]


def shown() -> str:
    """Return the list and all ratings as text, without ids and times of storing."""
    rows = [{k: v for k, v in row.items() if k not in NOT_OF_ORDER} for row in driver.listed()]
    names = {name: driver.rating_of(name) for name in NAMES}
    boards = [{**row, "url": None} for row in driver.ratings("goryo")]
    return json.dumps([rows, names, boards])


def on_a_new_site(*files: list[Json]) -> str:
    """Upload files in order to a site without games, and return what it shows."""
    cache.clear()
    with transaction.atomic():
        for file in files:
            answer = driver.send_packed(file)
            assert answer.code == 201, answer.code
        driver.settle()
        text = shown()
        transaction.set_rollback(True)
    cache.clear()
    return text


# ----------------------------------------------------------------------------------------- 6.1


class SlowClock:
    """A clock of a slow machine, on which some steps of reading a game take ten seconds."""

    def __init__(self) -> None:
        self.now, self.rng = 0.0, random.Random(6)

    def monotonic(self) -> float:
        self.now += self.rng.choice([0, 0, 0, 0.1, 10])
        return self.now


@pytest.mark.slow
def test_batches_have_no_influence(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither their size nor the speed of the machine, which ends a batch that takes long."""
    n_games = 240 if deep.IS_DEEP else 120
    file = file_of(n_games, "batches", undated=n_games // 4)
    texts = []
    for batch in (1, 7, 100):
        settings.UPLOAD_BATCH_GAMES = batch
        texts.append(on_a_new_site(file))
    settings.UPLOAD_BATCH_SECONDS = 30.0
    monkeypatch.setattr(reading, "time", SlowClock())
    texts.append(on_a_new_site(file))
    assert texts == [texts[0]] * 4
    digests = [row["digest"] for row in json.loads(texts[0])[0]]
    assert len(set(digests)) == n_games


@pytest.mark.parametrize("batch", [1, 2, 5, 100])
def test_lists_show_the_newest_upload_first_and_each_in_file_order(
    settings: Any, batch: int
) -> None:
    settings.UPLOAD_BATCH_GAMES = batch
    answers = [driver.send(file_of(9, f"upload {n}", first=10 * n, undated=4)) for n in range(3)]
    newest_first = [game_id for answer in reversed(answers) for game_id in answer.ids]
    assert [game["id"] for game in driver.listed()] == newest_first
    html = driver.page("/games/")
    on_page = re.findall(r'href="/games/([\w-]{12})/"', html)
    assert list(dict.fromkeys(on_page)) == newest_first


@pytest.mark.parametrize("batch", [1, 4, 100])
def test_an_answer_has_the_order_of_the_file(settings: Any, batch: int) -> None:
    settings.UPLOAD_BATCH_GAMES = batch
    file = file_of(10, "answer", undated=5)
    answer = driver.send(file)
    logs = [driver.get(f"{GAMES}{game_id}/log/?form=json") for game_id in answer.ids]
    assert [log["x_game"] for log in logs] == list(range(10))


def test_members_of_an_archive_keep_their_order() -> None:
    files = [file_of(3, f"member {n}", first=10 * n) for n in range(3)]
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, file in zip("bca", files, strict=True):
            archive.writestr(f"{name}.ndjson", driver.encode(file))
    answer = driver.send(data.getvalue())
    assert [game["id"] for game in driver.listed()] == answer.ids
    logs = [driver.get(f"{GAMES}{game_id}/log/?form=json") for game_id in answer.ids]
    assert [log["x_game"] for log in logs] == [log["x_game"] for file in files for log in file]


def test_pages_of_a_list_neither_repeat_nor_skip() -> None:
    for number in range(3):
        driver.send(file_of(23, f"pages {number}", first=100 * number, undated=10))
    whole = [game["id"] for game in driver.listed()]
    paged, path = [], f"{GAMES}?simulated=all&limit=7"
    while path:
        body = driver.get(path)
        paged += [game["id"] for game in body["games"]]
        path = body["next"]
    assert paged == whole
    assert len(set(whole)) == 69


# ----------------------------------------------------------------------------------------- 6.2


@pytest.mark.parametrize("seed", range(3 if deep.IS_DEEP else 1))
def test_ratings_follow_the_days_in_utc(seed: int) -> None:
    """The model of results reads the days of the instants, so the command agrees."""
    file = file_of(60, f"ratings {seed}")
    assert driver.send_packed(file).code == 201
    driver.settle()
    stored = {
        (driver.fold(name), row["role"]): row["rating"]
        for name in NAMES
        for row in driver.rating_of(name)
    }
    printed = {(row["player"], row["role"]): row["rating"] for row in fitted(file)["players"]}
    assert stored.keys() == printed.keys()
    for key, rating in printed.items():
        assert stored[key] == pytest.approx(rating, abs=1e-5), key


@pytest.mark.parametrize("seed", range(3 if deep.IS_DEEP else 1))
def test_the_order_of_two_uploads_does_not_matter(seed: int) -> None:
    """Equal days in equal positions of two files are decided by the digest, so never by arrival."""
    one, other = (file_of(30, f"{name} {seed}") for name in ("one", "other"))
    texts = [json.loads(on_a_new_site(*files))[1:] for files in ((one, other), (other, one))]
    assert texts[0] == texts[1]


def test_one_file_or_two_give_the_same_ratings_where_no_days_are_equal() -> None:
    file = [log for log in file_of(40, "halves") if "T" in log["played_at"]]
    half = len(file) // 2
    texts = [on_a_new_site(file), on_a_new_site(file[half:], file[:half])]
    assert json.loads(texts[0])[1:] == json.loads(texts[1])[1:]


def test_a_day_counts_as_its_end() -> None:
    """The day comes after every instant on it, and before the next day's first instant."""
    dates = ["2026-03-02T00:00:01Z", "2026-03-01", "2026-03-01T23:59:59.5Z", "2026-03-01T00:00Z"]
    rng = random.Random("ends")
    logs = [{**forfeit(n, date, rng), "players": PLAYERS} for n, date in enumerate(dates)]
    answer = driver.send(logs)
    driver.settle()
    assert driver.games_in_time("Ann") == [answer.ids[n] for n in (3, 2, 1, 0)]


PLAYERS = [{"role": "goryo", "name": "Ann"}, {"role": "samurai", "name": "Ben"}]


def test_fractions_of_a_second_are_compared_as_numbers() -> None:
    dates = [f"2026-03-01T12:00:00{part}Z" for part in (".5", ".25", "", ".123456789", ".1234567")]
    rng = random.Random("fractions")
    logs = [{**forfeit(n, date, rng), "players": PLAYERS} for n, date in enumerate(dates)]
    answer = driver.send(logs)
    driver.settle()
    assert driver.games_in_time("Ann") == [answer.ids[n] for n in (2, 4, 3, 1, 0)]


def test_several_files_of_a_form_keep_their_order() -> None:
    files = [file_of(2, f"form {n}", first=10 * n) for n in range(3)]
    parts = [SimpleUploadedFile(f"{n}.ndjson", driver.encode(file)) for n, file in enumerate(files)]
    answer = Client().post(GAMES, {"file": parts})
    ids = [row["id"] for row in answer.json()["games"]]
    logs = [driver.get(f"{GAMES}{game_id}/log/?form=json") for game_id in ids]
    assert [log["x_game"] for log in logs] == [log["x_game"] for file in files for log in file]
