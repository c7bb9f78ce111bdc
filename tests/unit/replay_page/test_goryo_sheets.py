"""Pages and pictures of the Goryō's own sheet, whose Samurai are not always somewhere."""

import pytest
from django.test import Client

from replays.models import Game
from tests.support.pages import get, missing, page
from tests.unit.replays.branches import Api, outcome

from .samples import SPIRITS, replay_of, stored

REASON = "This is the Goryō&#x27;s own sheet. Samurai moves that are not on it are unknown."
HEADER = '[KnownBy "goryo"]\n[Result "samurai spirits"]\n'
WITHOUT_MOVES = "".join(line for line in SPIRITS.splitlines(keepends=True) if " move " not in line)
SHEET = WITHOUT_MOVES.replace("\n\n", f"\n{HEADER}\n", 1)


@pytest.fixture
def sheet(db: None) -> Game:
    """The sheet of a finished game, without moves."""
    return stored(replay_of(SHEET), "sheet0000001")


@pytest.fixture
def unfinished_sheet(db: None) -> Game:
    """The same without the last discovery and the result."""
    log = SHEET.removesuffix("discover\n").replace('[Result "samurai spirits"]\n', "")
    return stored(replay_of(log), "sheet0000002")


@pytest.mark.parametrize("view", ["omniscient", "goryo", "samurai", "public"])
@pytest.mark.parametrize("query", ["", "&belief=uniform", "&belief=fitted", "&spoilers=no"])
def test_every_step_of_a_sheet_has_a_page(
    client: Client, sheet: Game, view: str, query: str
) -> None:
    for step in range(0, sheet.n_events + 1, 3):
        text = page(client, f"/games/{sheet.public_id}/?step={step}&as={view}{query}")
        assert REASON in text
        assert "/branch/" not in text
        assert "None" not in text[text.index("<article") :]


def test_a_samurai_at_an_unknown_space_is_not_drawn(client: Client, sheet: Game) -> None:
    body = client.get(f"/api/v1/games/{sheet.public_id}/frames/").json()
    pieces = [set(frame["pieces"]) for frame in body["frames"]]
    assert {"green", "red", "blue", "purple"} <= pieces[0]
    assert pieces[-1] == {"pawn"}


def test_pictures_and_files_of_a_sheet_are_made(client: Client, sheet: Game) -> None:
    base, last = f"/games/{sheet.public_id}", sheet.n_events
    for path in (
        f"{base}/step-0.svg",
        f"{base}/step-{last}.svg?as=goryo",
        f"{base}/step-{last}.png",
        f"{base}/card.png",
        f"{base}/replay.gif",
        f"{base}/replay.html",
        f"{base}/log.txt",
        f"{base}/log.json",
        f"{base}/share/",
        f"/embed/{sheet.public_id}/",
        f"/it{base}/?step={last}",
    ):
        get(client, path)


def test_steps_of_a_sheet_have_nulls_and_no_belief(client: Client, sheet: Game) -> None:
    url = f"/api/v1/games/{sheet.public_id}/steps/?as=samurai&belief=1"
    steps = get(client, url).json()["steps"]
    assert len(steps) == sheet.n_events
    assert all("belief" not in step for step in steps)
    assert None in steps[-1]["state"]["samurai"].values()


def test_a_sheet_has_no_variations(client: Client, sheet: Game) -> None:
    text = page(client, f"/games/{sheet.public_id}/branch/?step=3")
    assert "Moves may be missing from this record" in text
    body = {"step": 3, "as": "samurai"}
    answer = Api().send("POST", f"games/{sheet.public_id}/branches/", body)
    assert outcome(answer) == (403, "incomplete_record")


def test_a_sheet_without_an_end_shows_the_public_view_only(
    client: Client, unfinished_sheet: Game
) -> None:
    base = f"/games/{unfinished_sheet.public_id}/"
    first_plan = "b4 b3 b2 c2"  # after its discovery
    assert missing(page(client, base), REASON, first_plan) == []
    get(client, f"{base}?as=goryo", 403)


def test_an_upload_of_a_sheet_shows_what_is_not_checked(client: Client, db: None) -> None:
    page = client.post("/upload/", {"text": SHEET, "action": "check"}).content.decode()
    assert "which may omit moves of the Samurai" in page
    broken = SHEET.replace("draw helmet", "draw fan")
    page = client.post("/upload/", {"text": broken, "action": "check"}).content.decode()
    assert "The bag has no fan token." in page
