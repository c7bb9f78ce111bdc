"""What is kept in memory: bounded in number and in bytes, whatever is asked for."""

from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from replays import services as replay_services
from replays.models import Game, UploadSource
from replays.reads import games as game_reads
from replays.reads.cache import Kept
from replays.web import replay_drawing

from .logs import as_json, json_log, numbered


def ask(kept: Kept[str], key: str, made: list[str], weight: int = 1) -> str:
    def make() -> str:
        made.append(key)
        return key * 2

    return kept.get(key, make, lambda _: weight)


def test_a_value_is_made_once_while_it_is_kept() -> None:
    kept: Kept[str] = Kept(most=2, heaviest=100)
    made: list[str] = []
    assert [ask(kept, key, made) for key in "abab"] == ["aa", "bb", "aa", "bb"]
    assert made == ["a", "b"]
    ask(kept, "a", made)
    ask(kept, "c", made)  # b was not asked for longest
    ask(kept, "a", made)
    ask(kept, "b", made)
    assert made == ["a", "b", "c", "b"]
    kept.clear()
    assert (len(kept), kept.weight) == (0, 0)


def test_many_heavy_values_never_weigh_more_than_allowed() -> None:
    kept: Kept[str] = Kept(most=1000, heaviest=100)
    made: list[str] = []
    for number in range(50):
        ask(kept, str(number), made, weight=30)
        assert kept.weight == 30 * len(kept) <= 100
    assert len(kept) == 3
    assert ask(kept, "whale", made, weight=101) == "whalewhale"
    assert (len(kept), kept.weight) == (3, 90), "too heavy: given, not kept, and nothing gives way"


@pytest.mark.django_db
def test_games_with_long_notes_do_not_fill_the_memory(client: Client, monkeypatch: Any) -> None:
    replays: Kept[Any] = Kept(most=64, heaviest=50_000)
    drawings: Kept[Any] = Kept(most=64, heaviest=50_000)
    monkeypatch.setattr(game_reads, "_replays", replays)
    monkeypatch.setattr(replay_drawing, "_drawings", drawings)
    events = json_log()["events"]
    events[0]["note"] = "n" * 12_000
    logs = [numbered(number, events=events) for number in range(6)]
    replay_services.submit(as_json(*logs), source=UploadSource.API)
    for game in Game.objects.all():
        assert client.get(game.get_absolute_url()).status_code == 200
        assert client.get(f"/api/v1/games/{game.public_id}/steps/").status_code == 200
    assert 0 < len(replays) < 6
    assert 0 < len(drawings) < 6
    assert max(replays.weight, drawings.weight) <= 50_000


def test_words_are_kept_for_each_language() -> None:
    kept: Kept[str] = Kept(most=4, heaviest=100)
    bare: Kept[str] = Kept(most=4, heaviest=100, has_words=False)
    for language in ("en", "it"):
        with translation.override(language):
            assert kept.get("key", lambda now=language: now, len) == language
            assert bare.get("key", lambda now=language: now, len) == "en"
