"""What users see after a mistake, or at an address that has nothing for them (any more)."""

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from replays import services
from replays.access.uploaders import SESSION_SECRET
from replays.access.viewer import viewer_of
from replays.models import Game, Upload, Visibility
from tests.support.pages import get, get_json, get_page, missing, page, present
from tests.unit.analytics.conftest import count_logs
from tests.unit.analytics.logs import bot_log, varied
from tests.unit.replays.logs import as_json, json_log, text_log
from tests.unit.visibility.owners import header, send

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(client: Client) -> Client:
    """A browser that uploaded a private game."""
    client.get("/upload/")
    session = client.session
    session[SESSION_SECRET] = "a secret of a session"
    session.save()
    form = {"text": text_log().decode(), "visibility": "private"}
    assert client.post("/upload/", form).status_code == 302
    return client


@pytest.mark.parametrize(
    ("query", "wrong", "text"),
    [
        ("month=x&edition=2024", "stats-month", "Enter a month as YYYY-MM"),
        ("player=unknown&edition=2024", "stats-player", "No player has this name"),
        ("rating=1500&simulated=all&edition=2024", "stats-rating", "not comparable"),
        ("edition=2024&from=2026-02&to=2026-01", "stats-to", "before the first"),
    ],
)
def test_a_wrong_filter_shows_the_form_again(
    client: Client, query: str, wrong: str, text: str
) -> None:
    count_logs(varied(4))
    shown = get_page(client, f"/stats/goryo/?{query}", 400)
    assert missing(shown, "Check the filters", text) == []
    assert present(shown, "Invalid link", "<code>") == []
    marked = re.findall(r'<(?:input|select)[^>]*aria-invalid="true"[^>]*>', shown)
    assert [re.findall(r' id="([^"]+)"', field)[0] for field in marked] == [wrong]
    assert '<option value="2024" selected>' in shown, "the other entries are kept"
    value = dict(pair.split("=") for pair in query.split("&"))
    if wrong != "stats-rating":
        assert f'value="{value[wrong.removeprefix("stats-")]}"' in marked[0]


def test_a_wrong_filter_of_players_shows_the_form_again(client: Client) -> None:
    shown = page(client, "/players/?q=ann&edition=1999", 400)
    assert missing(shown, "Check the filters", 'value="ann"', 'aria-invalid="true"') == []


def test_a_parameter_without_a_field_is_named(client: Client) -> None:
    count_logs(varied(1))
    shown = page(client, "/stats/goryo/?colour=red", 400)
    assert missing(shown, "Invalid link", "<code>colour</code>") == []


def test_ratings_are_no_filter_of_human_and_bot_games_together(client: Client) -> None:
    count_logs(varied(2))
    assert "Rating at least" in page(client, "/stats/goryo/")
    assert "Rating at least" not in page(client, "/stats/goryo/?simulated=all")


def test_the_filters_of_a_phone_can_be_closed(client: Client) -> None:
    count_logs(varied(1))
    assert 'popovertargetaction="hide">Close<' in page(client, "/stats/goryo/")


def test_an_unknown_json_address_answers_in_json(client: Client) -> None:
    for address in ("/games/nope.json", "/it/games/nope.json", "/games/zzzzzzzzzzzz.json"):
        answer = client.get(address, follow=True)
        assert (answer.status_code, answer["Content-Type"]) == (404, "application/problem+json")
        assert answer.json()["code"] == "not_found"


def test_the_owner_of_a_private_game_can_read_it_as_json(owner: Client) -> None:
    game = Game.objects.get()
    address = f"/games/{game.public_id}.json"
    answer = get(owner, address)
    assert (answer.json()["id"], answer.json()["visibility"]) == (game.public_id, "private")
    assert (answer["Cache-Control"], "ETag" in answer.headers) == ("private, no-store", False)
    assert Client().get(address, follow=True).status_code == 404
    assert answer["Content-Type"] == "application/json"
    Game.objects.update(visibility=Visibility.UNLISTED)
    assert owner.get(address)["Location"] == f"/api/v1/games/{game.public_id}/"


def test_only_the_owner_learns_that_a_game_was_deleted(owner: Client) -> None:
    game = Game.objects.get()
    address = game.get_absolute_url()
    request: Any = owner.get("/").wsgi_request
    services.delete_own(viewer_of(request), [game.public_id])
    shown = get(owner, address, 404)
    assert missing(shown.content.decode(), "You deleted this game", ">Restore<") == []
    assert shown["Cache-Control"] == "private, no-store"
    assert "deleted this game" not in page(Client(), address, 404)
    form = {"id": game.public_id, "next": "game", "action": "restore"}
    assert owner.post("/my-games/", form)["Location"] == address
    assert get(owner, address).status_code == 200


def test_my_games_without_a_key_says_how_to_identify() -> None:
    answer = Client().get("/api/v1/my-games/")
    assert (answer.status_code, answer["WWW-Authenticate"]) == (401, "Bearer")
    assert (answer.json()["code"], "Owner-Key" in answer.json()["detail"]) == (
        "identity_needed",
        True,
    )
    send(json_log(), "ann")
    assert len(get_json(Client(headers=header("ann")), "/api/v1/my-games/")["games"]) == 1


def test_the_name_of_a_file_in_the_editor_is_kept(client: Client) -> None:
    client.post("/upload/", {"text": as_json(json_log()).decode(), "name": "evening.json"})
    upload = Upload.objects.get()
    assert upload.filename == "evening.json"
    shown = page(client, f"/uploads/{upload.public_id}/")
    assert missing(shown, "evening.json") == present(shown, "Pasted log") == []
    checked = client.post(
        "/upload/", {"text": text_log().decode(), "name": "b.txt", "action": "check"}
    )
    assert 'name="name" value="b.txt"' in checked.content.decode()


@pytest.mark.parametrize("until", ["2020-01-01T00:00", "soon"])
def test_a_time_that_is_over_is_never_ignored(client: Client, until: str) -> None:
    form = {"text": text_log().decode(), "visibility": "public", "public_from": until}
    answer = client.post("/upload/", form)
    assert (answer.status_code, Upload.objects.count()) == (422, 0)
    assert 'class="field until is-shown"' in answer.content.decode(), "the field can be corrected"
    later = f"{timezone.now().year + 1}-01-01T00:00"
    assert client.post("/upload/", {**form, "public_from": later}).status_code == 302


def test_openings_are_counted_as_games(client: Client) -> None:
    count_logs([bot_log("kyoto", "base", 1)])
    shown = page(client, "/stats/kyoto/routes/")
    assert missing(shown, "Games: 1") == present(shown, "led here") == []


def test_the_groups_of_endpoints_have_titles(client: Client) -> None:
    shown = page(client, "/api/reference/")
    assert missing(shown, "Stream of games", "My games") == present(shown, "Games.ndjson") == []


def test_learning_curves_offer_bot_games_only_if_these_have_dates(client: Client) -> None:
    count_logs([bot_log("goryo", "2024", 1) | {"x_simulated": True}])
    assert present(page(client, "/stats/goryo/learning/"), "Show bot games") == []
    assert missing(page(client, "/stats/goryo/roles/"), "Show bot games") == []
    count_logs([bot_log("goryo", "2024", 2) | {"x_simulated": True, "played_at": "2026-01-02"}])
    assert missing(page(client, "/stats/goryo/learning/"), "Show bot games") == []
