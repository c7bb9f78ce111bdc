"""Animated clips of steps and the card of a game."""

import re
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client

from replays.models import Game
from replays.pictures.film import film
from replays.pictures.raster import png
from replays.web import share_films, share_pictures
from tests.unit.replay_page.samples import SPIRITS, replay_of, stored

from .pages import BRIEF, get, image


def frames(content: bytes) -> list[tuple[bytes, int]]:
    """The pictures of a film, and how long each is shown."""
    picture, found = image(content), []
    for n in range(picture.n_frames):
        picture.seek(n)
        picture.load()
        found.append((picture.convert("RGB").tobytes(), picture.info["duration"]))
    return found


@pytest.mark.parametrize("form", ["gif", "webp"])
def test_a_clip_shows_every_step_of_its_range(client: Client, finished: Game, form: str) -> None:
    answer = get(client, finished, f"replay.{form}?as=goryo&from=2&to=5&pace=fast")
    assert answer["Content-Type"] == f"image/{form}"
    picture = image(answer.content)
    assert (picture.n_frames, picture.width, picture.info["loop"]) == (4, 640, 0)
    shown = frames(answer.content)
    assert [pause for _, pause in shown] == [700, 700, 700, 1400]
    assert len({pixels for pixels, _ in shown}) == 4


def test_a_clip_contains_the_pictures_of_its_steps() -> None:
    pictures = [
        png(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">'
            f'<rect width="8" height="8" fill="{colour}"/></svg>',
            8,
        )
        for colour in ("#b83216", "#f6f2e8", "#171512")
    ]
    for form in ("gif", "webp"):
        first = [pixels[:3] for pixels, _ in frames(film(pictures, form, 300))]
        assert first == [b"\xb8\x32\x16", b"\xf6\xf2\xe8", b"\x17\x15\x12"]


@pytest.mark.parametrize(
    ("name", "value", "status", "text"),
    [
        ("CLIP_MAX_SECONDS", -1.0, 503, "Choose a shorter range"),
        ("CLIP_MAX_STEPS", 4, 400, "at most 4 steps, but 0 to 4 are 5"),
        ("CLIP_MAX_BYTES", 1000, 400, "larger than"),
    ],
)
def test_limits_are_refused_with_a_reason(
    client: Client, finished: Game, settings: Any, name: str, value: float, status: int, text: str
) -> None:
    setattr(settings, name, value)
    answer = get(client, finished, "replay.gif?to=4", status)
    assert text in answer.content.decode()
    assert answer.get("Retry-After") == ("60" if status == 503 else None)


def test_the_default_range_has_maximum_steps(client: Client, finished: Game, settings: Any) -> None:
    settings.CLIP_MAX_STEPS = 3
    assert image(get(client, finished, "replay.gif?from=1").content).n_frames == 3


def test_one_clip_is_created_at_a_time(client: Client, finished: Game, settings: Any) -> None:
    settings.CLIP_WAIT_SECONDS = 0.01
    with share_films._lock:
        assert "Retry-After" in get(client, finished, "replay.gif?to=1", 503)
    get(client, finished, "replay.gif?to=1")


def test_a_card_is_1200_by_630(client: Client, finished: Game) -> None:
    picture = image(get(client, finished, "card.png").content)
    assert (picture.format, picture.size) == ("PNG", (1200, 630))


def test_a_card_has_no_result(client: Client, db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = []
    monkeypatch.setattr(share_pictures, "png", lambda svg, _: drawn.append(svg) or b"")
    for n, log in enumerate((SPIRITS, BRIEF)):
        get(client, stored(replay_of(log), f"card{n:08}"), "card.png")
    assert drawn[0] == drawn[1]
    read = " ".join(ElementTree.fromstring(drawn[0]).itertext())
    for text in ("Jane v John", "Goryō 2024", "House palace", "a reconstruction"):
        assert text in read
    assert not re.search(r"win|won|spirit|round|step|resign", read, re.I)
