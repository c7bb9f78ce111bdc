"""The cache in memory: bounded by count and bytes, per language."""

from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from replays import services as replay_services
from replays.models import Game, UploadSource
from replays.reads import games as game_reads
from replays.reads.cache import BoundedCache
from replays.web import replay_drawing

from .logs import as_json, json_log, numbered


def get(cache: BoundedCache[str], key: str, made: list[str], weight: int = 1) -> str:
    def make() -> str:
        made.append(key)
        return key * 2

    return cache.get(key, make, lambda _: weight)


def test_a_value_is_made_once_while_it_is_stored() -> None:
    cache: BoundedCache[str] = BoundedCache(max_count=2, max_bytes=100)
    made: list[str] = []
    assert [get(cache, key, made) for key in "abab"] == ["aa", "bb", "aa", "bb"]
    assert made == ["a", "b"]
    for key in "acab":  # b is the least recently used when c is stored
        get(cache, key, made)
    assert made == ["a", "b", "c", "b"]
    cache.clear()
    assert (len(cache), cache.weight) == (0, 0)


def test_the_weight_of_all_values_is_bounded() -> None:
    cache: BoundedCache[str] = BoundedCache(max_count=1000, max_bytes=100)
    made: list[str] = []
    for number in range(50):
        get(cache, str(number), made, weight=30)
        assert cache.weight == 30 * len(cache) <= 100
    assert len(cache) == 3
    assert get(cache, "whale", made, weight=101) == "whalewhale"
    assert (len(cache), cache.weight) == (3, 90), "a value that is too heavy evicts nothing"


@pytest.mark.django_db
def test_games_with_long_notes_do_not_fill_the_memory(client: Client, monkeypatch: Any) -> None:
    replays: BoundedCache[Any] = BoundedCache(max_count=64, max_bytes=50_000)
    drawings: BoundedCache[Any] = BoundedCache(max_count=64, max_bytes=50_000)
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


def test_values_are_cached_by_language() -> None:
    localized: BoundedCache[str] = BoundedCache(max_count=4, max_bytes=100)
    neutral: BoundedCache[str] = BoundedCache(max_count=4, max_bytes=100, by_language=False)
    for language in ("en", "it"):
        with translation.override(language):
            assert localized.get("key", lambda now=language: now, len) == language
            assert neutral.get("key", lambda now=language: now, len) == "en"
