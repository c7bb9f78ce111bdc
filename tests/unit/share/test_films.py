"""Films of steps and the card of a game."""

import re
from io import BytesIO
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client
from PIL import Image

from replays.models import Game
from replays.pictures.film import film
from replays.pictures.raster import png
from replays.web import share_answers, share_films, share_pictures
from tests.unit.replay_page.samples import SPIRITS, replay_of, stored


def opened(content: bytes) -> Any:
    """An animated picture."""
    return Image.open(BytesIO(content))


def frames(content: bytes) -> list[tuple[bytes, int]]:
    """The pictures of a film, and how long each is shown."""
    picture, found = opened(content), []
    for n in range(picture.n_frames):
        picture.seek(n)
        picture.load()
        found.append((picture.convert("RGB").tobytes(), picture.info["duration"]))
    return found


@pytest.mark.parametrize("form", ["gif", "webp"])
def test_a_film_shows_every_step_of_its_range(client: Client, finished: Game, form: str) -> None:
    address = f"/games/{finished.public_id}/replay.{form}?as=goryo&from=2&to=5&pace=fast"
    answer = client.get(address)
    assert answer["Content-Type"] == f"image/{form}"
    picture = opened(answer.content)
    assert (picture.n_frames, picture.width, picture.info["loop"]) == (4, 640, 0)
    shown = frames(answer.content)
    assert [pause for _, pause in shown] == [700, 700, 700, 1400]
    assert len({pixels for pixels, _ in shown}) == 4
    share_answers._kept.clear()
    assert client.get(address).content == answer.content


def test_a_film_is_of_the_pictures_of_its_steps() -> None:
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
    ("query", "status", "words"),
    [
        ("from=5&to=3", 400, "“to” (3) is before “from” (5)."),
        ("from=0&to=999", 404, "This game has no step 999."),
        ("from=x", 400, "“from” must be the number of a step"),
        ("to=-1", 400, "“to” must be the number of a step"),
        ("pace=9000", 400, "“pace” must be one of: slow, normal, fast, very-fast."),
        ("theme=pink", 400, "“theme” must be one of: light, dark."),
        ("as=nobody", 400, "“as” must be one of"),
    ],
)
def test_a_film_of_nothing_is_refused_in_words(
    client: Client, finished: Game, query: str, status: int, words: str
) -> None:
    answer = client.get(f"/games/{finished.public_id}/replay.gif?{query}")
    assert (answer.status_code, words in answer.content.decode()) == (status, True)


def test_limits_are_refused_in_words(
    client: Client, finished: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = f"/games/{finished.public_id}/replay.gif?to=4"
    monkeypatch.setattr(share_films, "SECONDS", -1.0)
    late = client.get(address)
    assert (late.status_code, late["Retry-After"]) == (503, "60")
    assert "Choose a shorter range" in late.content.decode()
    monkeypatch.undo()
    monkeypatch.setattr(share_films, "MOST_STEPS", 4)
    long = client.get(address)
    assert long.status_code == 400
    assert "at most 4 steps, but 0 to 4 are 5" in long.content.decode()
    monkeypatch.undo()
    monkeypatch.setattr(share_films, "LARGEST", 1000)
    large = client.get(f"/games/{finished.public_id}/replay.gif?to=1")
    assert large.status_code == 400
    assert "larger than" in large.content.decode()


def test_without_a_range_a_film_goes_as_far_as_it_may(
    client: Client, finished: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(share_films, "MOST_STEPS", 3)
    answer = client.get(f"/games/{finished.public_id}/replay.gif?from=1")
    assert opened(answer.content).n_frames == 3


def test_one_film_is_made_at_a_time(
    client: Client, finished: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(share_films, "PATIENCE", 0.01)
    with share_films._studio:
        busy = client.get(f"/games/{finished.public_id}/replay.gif?to=1")
    assert (busy.status_code, "Retry-After" in busy) == (503, True)
    assert client.get(f"/games/{finished.public_id}/replay.gif?to=1").status_code == 200


def test_a_card_is_1200_by_630(client: Client, finished: Game) -> None:
    answer = client.get(f"/games/{finished.public_id}/card.png")
    picture = opened(answer.content)
    picture.load()
    assert (picture.format, picture.size) == ("PNG", (1200, 630))


def test_a_card_says_who_played_what_and_not_how_it_went(
    client: Client, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = []
    monkeypatch.setattr(share_pictures, "png", lambda svg, _: drawn.append(svg) or b"")
    short = SPIRITS[: SPIRITS.index("plan c3")] + "resign samurai\n"
    for n, log in enumerate((SPIRITS, short)):
        game = stored(replay_of(log), f"card{n:08}")
        assert client.get(f"/games/{game.public_id}/card.png").status_code == 200
    assert drawn[0] == drawn[1]
    read = " ".join(ElementTree.fromstring(drawn[0]).itertext())
    for words in ("Jane v John", "Goryō 2024", "House palace", "a reconstruction"):
        assert words in read
    assert not re.search(r"win|won|spirit|round|step|resign", read, re.I)
