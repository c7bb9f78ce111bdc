"""Twin games that differ only in what is hidden are the same to the Samurai and the public, byte
for byte, until it is revealed.
"""

import re
from typing import Any

import pytest
from django.test import Client

from replays.models import Game
from replays.web import replay_drawing
from tests.support.pages import get, replay_data

from .samples import BENT, SHORT, first_chase, replay_of, stored

pytestmark = pytest.mark.django_db
TWINS = [
    ({}, {"bound": "urn"}),
    ({}, {"plan": BENT}),
    ({}, {"plan": f"{SHORT} ~e1"}),
    ({"bound": "urn"}, {"bound": "urn", "plan": "b4 b3 c3 c2 b2 > b1 sprint"}),
    ({}, {"secret": "over her nose"}),
    ({"bound": "mask"}, {"bound": "flower", "plan": f"{BENT} ~f2", "secret": "else"}),
    ({}, {"plan": "b4 b3 c3 c2 > d4"}),
]
HIDDEN_VIEWS = ("samurai", "public")
DISCOVERED = "discover\nresign samurai\n"
ENDS = {"discovery": DISCOVERED, "resignation": "resign samurai\n", "break-off": "abandon\n"}


def stored_again(log: str) -> Game:
    """The log as the only game, always under one and the same id."""
    Game.objects.all().delete()
    return stored(replay_of(log), "twin00000001")


def page_at(client: Client, log: str, view: str, step: int, more: str = "") -> bytes:
    """The page of one step of the log."""
    game = stored_again(log)
    return get(client, f"/games/{game.public_id}/?step={step}&as={view}{more}").content


def pages(client: Client, log: str, view: str, more: str = "") -> list[bytes]:
    """Every step's page and the API's frames and steps of the log."""
    game = stored_again(log)
    paths = [f"/games/{game.public_id}/?step={k}&as={view}{more}" for k in range(game.n_events + 1)]
    paths += [f"/api/v1/games/{game.public_id}/{part}/?as={view}" for part in ("frames", "steps")]
    return [get(client, path).content for path in paths]


@pytest.mark.parametrize("view", HIDDEN_VIEWS)
@pytest.mark.parametrize(("one", "two"), TWINS)
def test_unrevealed_twins_are_equal(client: Client, view: str, one: Any, two: Any) -> None:
    first, second = (first_chase(**parts) for parts in (one, two))
    assert first != second
    for belief in ("", "&belief=uniform", "&belief=fitted"):
        assert pages(client, first, view, belief) == pages(client, second, view, belief)


@pytest.mark.parametrize("view", HIDDEN_VIEWS)
@pytest.mark.parametrize(("one", "two"), TWINS)
def test_unrevealed_belief_is_equal(client: Client, view: str, one: Any, two: Any) -> None:
    logs = [first_chase(**parts) + DISCOVERED for parts in (one, two)]
    frames = [shown(page_at(client, log, view, 5, "&belief=uniform"))[0] for log in logs]
    assert frames[0][:6] == frames[1][:6]
    assert frames[0][3]["shades"]


WHOLE_GAME = (
    r'<div class="curve" data-part="curve">.*?(?=<nav class="controls)|<section class="moves".*'
)
"""What a finished game shows of all its steps. Their values are in the frames."""


def shown(text: bytes) -> tuple[list[Any], list[str]]:
    """The frames in a page, and the entries of its list of moves."""
    page = text.decode()
    return replay_data(page)["frames"], re.findall(r"<li><a\s+href=.*?</li>\n", page, re.S)


@pytest.mark.parametrize("view", HIDDEN_VIEWS)
@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize(("one", "two"), TWINS)
def test_finished_twins_are_equal(client: Client, view: str, end: str, one: Any, two: Any) -> None:
    logs = [first_chase(**parts) + ENDS[end] for parts in (one, two)]
    last = 5  # the step before the end
    before = [page_at(client, log, view, last) for log in logs]
    (frames1, moves1), (frames2, moves2) = map(shown, before)
    assert frames1[: last + 1] == frames2[: last + 1]
    assert moves1[: last + 1] == moves2[: last + 1]
    drawn = [re.sub(WHOLE_GAME, "", page.decode(), flags=re.S) for page in before]
    assert drawn[0] == drawn[1] != ""
    assert all('<nav class="controls' in page for page in drawn)


def test_the_comparison_can_fail(client: Client) -> None:
    """The tests above can fail: the same comparison finds the secret where it may be seen."""
    logs = [first_chase(plan=plan) + DISCOVERED for plan in (SHORT, BENT)]
    goryo, samurai = ([pages(client, log, view) for log in logs] for view in ("goryo", "samurai"))
    assert shown(goryo[0][5])[0][3] != shown(goryo[1][5])[0][3]
    assert shown(samurai[0][5])[0][6] != shown(samurai[1][5])[0][6]


def test_notes_and_extra_fields_of_hidden_events_are_hidden(client: Client) -> None:
    log = first_chase(secret="SECRETNOTE") + DISCOVERED
    log = log.replace("bind fan", 'bind fan x_diary="\\"SECRETFIELD\\"" { SECRETBIND }')
    for page in pages(client, log, "samurai"):
        assert b"SECRET" not in page
    assert b"SECRETNOTE" in pages(client, log, "goryo")[3]


def test_drawings_of_two_views_are_cached_separately(client: Client) -> None:
    replay_drawing._drawings.clear()
    log = first_chase() + DISCOVERED
    whole = pages(client, log, "omniscient")[4]
    hiding = pages(client, log, "samurai")[4]
    replay_drawing._drawings.clear()
    assert pages(client, log, "samurai")[4] == hiding
    assert shown(whole)[0][3]["paths"]
    assert not shown(hiding)[0][3]["paths"]
