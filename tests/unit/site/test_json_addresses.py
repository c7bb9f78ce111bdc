"""`.json` after the address of a page leads to the endpoint with the same content."""

from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import get_resolver

from analytics import services as stats_services
from goryo_site.http.json_addresses import ENDPOINTS
from moderation.targets import TARGETS
from replays import services
from replays.models import Event, Game, Upload
from replays.text.names import handle_of, name_key
from tests.support.walk import fill, routes
from tests.unit.analytics import logs
from tests.unit.analytics.conftest import count_logs
from tests.unit.replays.logs import submit, text_log
from tests.unit.rooms.sessions import Table
from tests.unit.visibility.owners import header

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite(in_turn=True)]

FORMS = {
    "upload", "upload-check", "upload-progress", "correct", "tags", "branch-begin", "board-moves",
    "notes-begin", "name-ask", "name-request", "event-new", "event-edit", "record", "room-join",
    "room-moves", "record-offline", "record-offline-send", "room-copy",
    "search-suggestions", "data-cite", "collections-mine", "collection-new", "collection-add",
    "collection-edit", "collection-join", "review-begin", *(f"report-{kind}" for kind in TARGETS),
}  # fmt: skip
TEXTS = {
    "home", "rulebooks", "rules", "judgements", "log-format", "log-format-of", "api",
    "api-reference", "reference-group", "reference-bodies",
    "privacy", "terms", "contact", "report-sent", "style", "stats-definitions",
    "stats-changes", "stats-change",
}  # fmt: skip
VIEWS_OF_OTHERS = {
    # drawings, and combinations of what other endpoints have
    "share", "game-play", "embed", "oembed", "stats-embed", "uploads", "upload-events",
    "player-games", "review-events", "room-events",
    "data-dump", "stats", "stats-compare", "stats-measures", "collection-stats",
}  # fmt: skip
ROOM = {"format": "goryo-log/1", "game": "goryo", "ruleset": {"edition": "2024"}, "players": []}
WITHOUT = FORMS | TEXTS | VIEWS_OF_OTHERS


def pages() -> dict[str, str]:
    """Return the route of every page in English, but those of accounts."""
    found = {}
    for name, path in routes():
        is_page = not path.startswith(("it/", "api/v1/", "admin/", "account/", "oauth/"))
        if is_page and (path.endswith("/") or not path):
            found[name] = path
    return found


def test_every_page_has_an_endpoint_or_is_an_exception() -> None:
    assert set(pages()) == ENDPOINTS.keys() | WITHOUT
    assert ENDPOINTS.keys().isdisjoint(WITHOUT)


def test_no_exception_has_an_endpoint_of_its_name() -> None:
    names = {name for name in get_resolver().reverse_dict if isinstance(name, str)}
    # forms and a stream of events: their endpoints have other content
    others = {
        "upload", "upload-events", "review-events", "room-events", "room-join", "collection-join",
    }  # fmt: skip
    assert {f"api-{name}" for name in WITHOUT - others} & names == set()


@pytest.fixture
def values(settings: Any, tmp_path: Path) -> dict[str, str]:
    """Store a game, a variation and notes; return values for the arguments of routes."""
    count_logs([*logs.varied(2), *logs.kyoto_games(1)])
    submit(text_log(Jane="Ann"))
    submit(text_log(Jane="Ann", Date="Event", **{"2026-11-20": "Ann"}))
    event = Event.objects.create(owner="owner", title="an event")
    game = Game.objects.filter(is_finished=True).latest("pk")
    call_command("sweep_games", verbosity=0)
    settings.DUMPS_DIR = tmp_path
    stats_services.make_dump()
    collection = services.create_collection("owner", services.Texts("one", "", "public"))
    branch, _ = services.begin_branch(game, 1, "omniscient")
    notes, _ = services.begin_notes(game, "public", title="notes")
    review, _ = services.begin_review(game, services.Shown(1, "public"))
    return {
        "replay": game.public_id,
        "from-here": game.public_id,
        "branch": branch.public_id,
        "collection": collection.public_id,
        "own-event": event.public_id,
        "notes": notes.public_id,
        "review": review.public_id,
        "review-state": review.public_id,
        "code": Table(ROOM).room.code,
        "upload-status": Upload.objects.latest("pk").public_id,
        "handle": handle_of(name_key("Ann")),
    }


@pytest.mark.parametrize("prefix", ["/", "/it/"])
def test_every_address_leads_to_an_answer(prefix: str, values: dict[str, str]) -> None:
    found = pages()
    for name, endpoint in ENDPOINTS.items():
        kind = "kyoto" if name == "stats-cards" else "goryo"
        metric = {"kind": kind, "metric": "wins-gong", "handle": values["handle"]}
        metric["name"] = Game.objects.exclude(setup_digest="").latest("pk").setup_digest
        metric["code"] = values["code"]
        page = fill(found[name], {**metric, "public_id": values.get(name, "")})
        query = {"stats-games": "every=yes", "search": "q=ann"}.get(name, "")
        address = f"{prefix}{page.strip('/')}.json" + (f"?{query}" if query else "")
        moved = Client().get(address)
        assert moved.status_code == 302, address
        # own games need an owner key: without one, the endpoint answers 401
        headers = header("ann") if name == "my-games" else {}
        answer = Client().get(moved["Location"], headers=headers)
        assert answer.resolver_match.url_name == endpoint
        assert answer.status_code == 200, (name, answer.content)
        assert answer["Content-Type"] in ("application/json", "application/problem+json")


def test_the_query_is_kept() -> None:
    moved = Client().get("/games.json?player=J%C3%A9+x&limit=5")
    assert moved["Location"] == "/api/v1/games/?player=J%C3%A9+x&limit=5"
    assert Client().get("/stats/goryo/balance.json")["Location"] == "/api/v1/stats/goryo/balance/"


@pytest.mark.parametrize("path", ["/.json", "/nothing.json", "/privacy.json", "/games/x.json"])
def test_other_addresses_are_unknown(path: str) -> None:
    assert Client().get(path).status_code == 404


def test_scripts_of_other_pages_may_follow() -> None:
    answer = Client().get("/games.json", headers={"Origin": "https://example.org"})
    assert answer["Access-Control-Allow-Origin"] == "*"


def test_files_keep_their_addresses(finished: Game) -> None:
    answer = Client().get(f"/games/{finished.public_id}/log.json")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/json")
