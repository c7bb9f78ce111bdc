"""Notes and marks on the steps that are shared."""

from typing import Any

import pytest
from django.test import Client

from replays import services as replay_services
from replays.models import Game
from tests.support.pages import get as get_answer
from tests.support.pages import missing

from .pages import get, image, svg, texts
from .test_share_page import share, value

CIRCLE = {"form": "circle", "cell": "c3", "colour": "red"}
ARROW = {"form": "arrow", "from": "b4", "to": "c2", "colour": "green"}
RED, GREEN = "#c0231a", "#1f7a3d"


@pytest.fixture
def notes(finished: Game) -> Any:
    """Notes on what the Samurai see: marks and words on step 5."""
    found, _ = replay_services.begin_notes(finished, "samurai", title="Mine", author="A <b> C")
    replay_services.put_note(found, 5, text="Here <she> was", glyph="?!", shapes=[CIRCLE, ARROW])
    return found


def test_a_picture_shows_the_notes_of_its_step(client: Client, finished: Game, notes: Any) -> None:
    picture = svg(client, finished, 5, f"as=samurai&notes={notes.public_id}")
    assert missing(picture, RED, GREEN) == []
    assert "?! Here <she> was (A <b> C)" in texts(picture)
    for other in (
        svg(client, finished, 5, "as=samurai"),
        svg(client, finished, 4, f"as=samurai&notes={notes.public_id}"),
    ):
        assert RED not in other
        assert not any("was" in text and "<she>" in text for text in texts(other))


def test_changed_notes_are_another_picture(client: Client, finished: Game, notes: Any) -> None:
    address = f"/games/{finished.public_id}/step-5.svg?as=samurai&notes={notes.public_id}"
    before = client.get(address)
    replay_services.put_note(notes, 5, text="Or there", glyph="", shapes=[])
    after = get_answer(client, address, headers={"If-None-Match": before["ETag"]})
    assert "Or there (A <b> C)" in texts(after.content.decode())


def test_a_clip_shows_notes(client: Client, finished: Game, notes: Any) -> None:
    def last(query: str) -> bytes:
        clip = image(get(client, finished, f"replay.webp?as=samurai&from=4&to=5{query}").content)
        clip.seek(1)
        return bytes(clip.convert("RGB").tobytes())

    assert last("") != last(f"&notes={notes.public_id}")


@pytest.mark.parametrize("name", ["step-5.svg", "step-5.png", "replay.gif"])
def test_notes_on_another_view_or_game_are_refused(
    client: Client, finished: Game, unfinished: Game, notes: Any, name: str
) -> None:
    other = get(client, finished, f"{name}?as=goryo&notes={notes.public_id}", 403)
    assert "as=samurai" in other.content.decode()
    for unknown in ("nothinghere1", "x", "a%20b%3C"):
        get(client, finished, f"{name}?as=samurai&notes={unknown}", 404)
    get(client, unfinished, f"step-2.svg?as=samurai&notes={notes.public_id}", 404)


def test_the_share_page_preserves_the_notes(client: Client, finished: Game, notes: Any) -> None:
    query = f"step=5&as=samurai&notes={notes.public_id}"
    page = share(client, finished, query)
    assert f"step-5.png?as=samurai&amp;theme=light&amp;notes={notes.public_id}" in page
    assert page.count(f'name="notes" value="{notes.public_id}"') == 2
    link = value(page, "share-link")
    assert link.endswith(f"?{query}")
    get_answer(client, link, 302)
    assert f"notes={notes.public_id}" in value(page, "share-embed").replace("&amp;", "&")
    get(client, finished, f"share/?as=goryo&notes={notes.public_id}", 403)
