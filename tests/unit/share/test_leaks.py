"""Twin games that differ only in what is hidden: every byte that is shared of them in a view that
hides is the same, before the reveal, and in finished games too.
"""

from typing import Any

import pytest
from django.test import Client

from replays.models import Game
from tests.support.walk import draw_once
from tests.unit.replay_page.samples import BENT, SHORT, first_chase, replay_of, stored
from tests.unit.replay_page.test_leaks import ENDS, HIDDEN_VIEWS, TWINS

from .pages import embed, get

LAST = 5
"""The last step before the plan is revealed."""
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _render_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Equal drawings make equal pictures and films (tests of pictures)."""
    draw_once(monkeypatch)


def shared(client: Client, log: str, view: str, *, is_whole: bool) -> dict[str, bytes]:
    """What can be had of a log up to the reveal, and of the whole game where it is still secret."""
    Game.objects.all().delete()
    game = stored(replay_of(log), "twin00000001")
    names = [f"step-{n}.svg?as={view}" for n in range(2, LAST + 1)]
    names += [f"step-{LAST}.svg?as={view}&belief=uniform"]
    names += [f"step-{LAST}.png?as={view}", f"replay.html?as={view}"] if is_whole else []
    if is_whole and view == "public":
        names += [
            "card.png",
            "board.svg",
            *(f"replay.{form}?as={view}&from=3" for form in ("gif", "webp")),
        ]
    answers = {name: get(client, game, name) for name in names}
    found = {name: one.content + str(one.get("ETag")).encode() for name, one in answers.items()}
    if is_whole:
        for query in (f"step={LAST}", "step=3&spoilers=yes", "controls=no"):
            found[query] = embed(client, game, f"as={view}&{query}").encode()
    return found


def differing(client: Client, logs: list[str], view: str, *, is_whole: bool) -> list[str]:
    first, second = (shared(client, log, view, is_whole=is_whole) for log in logs)
    return [name for name in first if first[name] != second[name]]


@pytest.mark.parametrize("view", HIDDEN_VIEWS)
@pytest.mark.parametrize(("one", "two"), TWINS)
def test_unfinished_twins_are_equal(client: Client, view: str, one: Any, two: Any) -> None:
    logs = [first_chase(**parts) for parts in (one, two)]
    assert differing(client, logs, view, is_whole=True) == []


@pytest.mark.parametrize("view", HIDDEN_VIEWS)
@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize(("one", "two"), TWINS[:3])
def test_finished_twins_are_equal(client: Client, view: str, end: str, one: Any, two: Any) -> None:
    logs = [first_chase(**parts) + ENDS[end] for parts in (one, two)]
    assert differing(client, logs, view, is_whole=False) == []


def test_the_comparison_can_fail(client: Client) -> None:
    logs = [first_chase(plan=plan) + "discover\nresign samurai\n" for plan in (SHORT, BENT)]
    names = [name.split("?")[0] for name in differing(client, logs, "goryo", is_whole=False)]
    assert names == ["step-3.svg", "step-4.svg", "step-5.svg", "step-5.svg"]
