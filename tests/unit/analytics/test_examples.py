"""Worked examples: the sample games of the demo have a label and count in no human statistics."""

from io import StringIO

import pytest
from django.conf import settings
from django.core.management import call_command

from analytics import services as stats_services
from analytics.reads.sums import LIVE
from games.registry import KINDS
from replays import services as replay_services
from replays.models import Game, NotCounted, UploadSource
from replays.reads import games as game_reads
from tests.support.pages import get_page

SAMPLES = settings.BASE_DIR / "samples"


@pytest.fixture
def samples(db):
    for _ in range(2):  # a demo that starts again finds them stored
        call_command("import_logs", "--examples", str(SAMPLES), stdout=StringIO())
    stats_services.sweep_games()
    return list(Game.objects.order_by("pk"))


def test_samples_count_in_no_statistics(samples, client):
    assert len(samples) > 5
    assert {game.not_counted for game in samples} == {NotCounted.EXAMPLE}
    assert all(LIVE.count_by_player(kind)["all"] == 0 for kind in KINDS)
    counts = game_reads.site_counts()
    assert (counts["n_people"], counts["n_finished"], counts["n_players"]) == (0, 0, 0)
    assert client.get("/api/v1/stats/goryo/roles/").json()["overall"]["games"]["total"] == 0


def test_samples_have_their_own_label(samples, client):
    text = get_page(client, samples[0].get_absolute_url())
    assert "worked example" in text
    assert "was not played by people" in text
    assert "An administrator" not in text
    listed = get_page(client, "/games/")
    assert listed.count("worked example") == sum(game.is_finished for game in samples)
    assert "not counted" not in listed


def test_a_game_that_people_sent_before_is_no_example(db):
    path = SAMPLES / "2021-revenge.txt"
    replay_services.submit(
        path.read_bytes(), source=UploadSource.PAGE, reading=replay_services.Reading.NOW
    )
    call_command("import_logs", "--examples", str(path), stdout=StringIO())
    assert [game.not_counted for game in Game.objects.all()] == [""]


def test_a_later_copy_of_an_example_counts_no_more_than_it(samples):
    data = (SAMPLES / "2021-revenge.txt").read_bytes().replace(b"Jane", b"Another")
    replay_services.submit(data, source=UploadSource.PAGE, reading=replay_services.Reading.NOW)
    stats_services.sweep_games()
    assert LIVE.count_by_player("goryo")["no"] == 0
