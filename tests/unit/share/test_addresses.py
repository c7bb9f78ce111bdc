"""Addresses of what is shared: what they open, what they refuse, and how often."""

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from replays import services as replay_services
from replays.models import Game
from replays.web import share_answers

PICTURES = ["step-3.svg", "step-3.png"]


@pytest.mark.parametrize("name", PICTURES)
def test_unknown_and_withdrawn_games_are_the_same_404(
    client: Client, finished: Game, name: str
) -> None:
    assert client.get(f"/games/{finished.public_id}/{name}").status_code == 200
    assert client.get(f"/games/{'x' * 12}/{name}").status_code == 404
    replay_services.withdraw_games([finished.pk])
    assert client.get(f"/games/{finished.public_id}/{name}").status_code == 404


@pytest.mark.parametrize("name", PICTURES)
def test_a_view_that_is_not_open_is_refused_in_words(
    client: Client, unfinished: Game, name: str
) -> None:
    answer = client.get(f"/games/{unfinished.public_id}/{name}?as=goryo")
    assert answer.status_code == 403
    assert "may still be in progress" in answer.content.decode()
    assert answer["Content-Type"].startswith("text/plain")


@pytest.mark.parametrize(
    ("name", "status", "words"),
    [
        ("step-3.svg?as=nobody", 400, "“as” must be one of: omniscient, goryo, samurai, public."),
        ("step-3.svg?theme=pink", 400, "“theme” must be one of: light, dark."),
        ("step-x.svg", 400, "the number of a step"),
        ("step--1.svg", 400, "the number of a step"),
        ("step-³.svg", 400, "the number of a step"),
        ("step-9999999999.svg", 400, "the number of a step"),
        ("step-999.svg", 404, "This game has no step 999."),
    ],
)
def test_what_says_nothing_is_refused_in_words(
    client: Client, finished: Game, name: str, status: int, words: str
) -> None:
    answer = client.get(f"/games/{finished.public_id}/{name}")
    assert (answer.status_code, words in answer.content.decode()) == (status, True)
    assert "Cache-Control" not in answer or "no-cache" in answer["Cache-Control"]


@pytest.mark.parametrize("name", PICTURES)
def test_who_has_it_gets_304(client: Client, finished: Game, name: str) -> None:
    address = f"/games/{finished.public_id}/{name}"
    first = client.get(address)
    assert first["Cache-Control"] == "no-cache"
    again = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get(f"{address}?theme=dark")["ETag"] != first["ETag"]
    assert client.get(f"{address}?as=goryo")["ETag"] != first["ETag"]


def test_what_must_be_drawn_is_counted_and_what_is_kept_is_not(
    client: Client, finished: Game, rates: Any
) -> None:
    rates(pictures="2/min")
    cache.clear()
    share_answers._kept.clear()
    steps = [client.get(f"/games/{finished.public_id}/step-{n}.svg") for n in (0, 0, 0, 1, 0, 2)]
    assert [answer.status_code for answer in steps] == [200, 200, 200, 200, 200, 429]
    assert "Too many requests. Wait" in steps[-1].content.decode()
    assert int(steps[-1]["Retry-After"]) <= 62
    cache.clear()


def test_a_picture_runs_nothing(client: Client, finished: Game) -> None:
    answer = client.get(f"/games/{finished.public_id}/step-1.svg")
    assert "default-src 'none'" in answer["Content-Security-Policy"]
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert not answer.cookies
