"""My games, the choice at upload, and the menu on the page of a game, in a browser."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.http import HttpRequest
from django.test import Client

from replays.models import Game, Upload
from tests.support.pages import get_page, missing, present
from tests.unit.replays.logs import as_json

from .owners import header, key_of, play, send, stored

pytestmark = pytest.mark.django_db
PAGE = "/my-games/"


def upload(client: Client, seed: int = 1, **fields: str) -> Game:
    """Upload a game by the page; return it."""
    text = as_json(play(seed)).decode()
    answer = client.post("/upload/", {"text": text, **fields})
    assert answer.status_code == 302, answer.content
    game = Game.objects.latest("pk")
    assert answer["Location"] == game.get_absolute_url(), "a new private game opens too"
    return game


def change(client: Client, action: str, *games: Game, **fields: Any) -> str:
    """Send the form of my games; return the text of the page that follows."""
    form = {"action": action, "id": [game.public_id for game in games], **fields}
    return str(client.post(PAGE, form, follow=True).content.decode())


def test_the_upload_page_offers_who_can_see_it(client: Client) -> None:
    text = get_page(client, "/upload/")
    assert missing(text, "Who can see it?", 'value="public" checked', 'value="private"') == []
    assert present(text, "Uploads are public.") == []
    game = upload(client, visibility="private", public_from="2099-01-31T18:00")
    assert f"{game.visibility} {game.public_from:%Y-%m-%d %H:%M}" == "private 2099-01-31 18:00"
    shown = get_page(client, game.get_absolute_url())
    assert missing(shown, "Visibility: Private", "public from 31 Jan 2099, 18:00 UTC") == []
    assert Client().get(game.get_absolute_url()).status_code == 404


def test_a_wrong_time_is_an_error_of_the_form(client: Client) -> None:
    form = {"text": as_json(play()).decode(), "visibility": "private", "public_from": "x"}
    answer = client.post("/upload/", form)
    assert (answer.status_code, Upload.objects.count()) == (422, 0)
    assert "The time is not valid" in answer.content.decode()
    assert 'value="private" checked' in answer.content.decode()


def test_an_upload_of_a_private_game_is_only_for_its_owner(client: Client) -> None:
    upload(client, visibility="private")
    address = Upload.objects.get().get_absolute_url()
    assert client.get(address).status_code == 200
    assert Client().get(address).status_code == 404
    assert Client().get(f"{address}progress/").status_code == 404
    assert Client().get(f"/uploads/?id={Upload.objects.get().public_id}").status_code == 404


def test_my_games_lists_only_games_of_this_browser(client: Client) -> None:
    game, other = upload(client), stored(play(2), "ann")
    text = get_page(client, PAGE)
    assert game.public_id in text
    assert other.public_id not in text
    assert "You haven't uploaded any games yet." in get_page(Client(), PAGE)
    assert client.get(PAGE)["X-Robots-Tag"] == "noindex"
    for query in ("?show=other", "?page=2", "?page=x"):
        assert client.get(f"{PAGE}{query}").status_code == 404


def test_several_games_are_changed_deleted_and_restored(client: Client) -> None:
    games = [upload(client, seed) for seed in (1, 2)]
    text = change(client, "private", *games)
    assert "2 games are private now." in text
    assert set(Game.objects.values_list("visibility", flat=True)) == {"private"}
    undo = text.split('name="undo" value="')[1].split('"')[0]
    assert "The change was undone." in change(client, "undo", undo=undo)
    assert set(Game.objects.values_list("visibility", flat=True)) == {"public"}
    assert "1 game was deleted." in change(client, "delete", games[0], next="game")
    assert games[0].public_id not in get_page(client, PAGE)
    assert games[0].public_id in get_page(client, f"{PAGE}?show=deleted")
    assert "1 game was restored." in change(client, "restore", games[0])
    assert "You deleted" not in get_page(client, games[0].get_absolute_url())


def test_a_change_on_the_page_of_a_game_returns_there(client: Client) -> None:
    game = upload(client)
    form = {"action": "save", "visibility": "unlisted", "id": game.public_id, "next": "game"}
    answer = client.post(PAGE, form)
    assert answer["Location"] == game.get_absolute_url()
    text = get_page(client, answer["Location"])
    assert missing(text, "1 game is unlisted now.", "Undo", "Visibility: Unlisted") == []
    assert "1 game is unlisted now." not in get_page(client, answer["Location"])
    stranger = get_page(Client(), game.get_absolute_url())
    assert present(stranger, "own-menu", "own-notice") == []


@pytest.mark.parametrize("action", ["private", "delete", "visibility", "undo", "other", ""])
def test_the_form_changes_no_game_of_others(client: Client, action: str) -> None:
    upload(client, 2)
    other = stored(play(), "ann")
    form = {"action": action, "id": other.public_id, "visibility": "private", "undo": "x"}
    assert client.post(PAGE, form).status_code in (400, 404, 422)
    other.refresh_from_db()
    assert (other.visibility, other.deleted_at) == ("public", None)
    assert client.post(PAGE, {"action": "delete"}).status_code == 400


def test_forms_of_other_sites_are_refused() -> None:
    client = Client(enforce_csrf_checks=True)
    assert client.post(PAGE, {"action": "delete", "id": "x"}).status_code == 403


def test_the_api_ignores_cookies(client: Client) -> None:
    game = upload(client, visibility="private")
    path = f"/api/v1/games/{game.public_id}/"
    assert client.get(path).status_code == 404
    assert client.get("/api/v1/my-games/").status_code == 401
    assert client.delete(path).status_code == 404


def more_keys(request: HttpRequest) -> list[str]:
    """Return what another app adds to the keys of a request."""
    return [key_of("ann")] if request.headers.get("X-Account") == "ann" else []


def test_other_apps_add_keys(settings: Any) -> None:
    game = stored(play(), "ann", "private")
    settings.VIEWER_KEYS = [f"{__name__}.more_keys"]
    for address in (game.get_absolute_url(), f"/api/v1/games/{game.public_id}/"):
        assert Client().get(address).status_code == 404
        assert Client().get(address, headers={"X-Account": "ann"}).status_code == 200
    text = get_page(Client(headers={"X-Account": "ann"}), PAGE)
    assert game.public_id in text


def test_staff_see_private_games_but_change_none() -> None:
    game, client = stored(play(), "ann", "private"), Client()
    client.force_login(User.objects.create_user("staff", is_staff=True))
    assert "own-menu" not in get_page(client, game.get_absolute_url())
    form = {"action": "public", "id": game.public_id}
    assert client.post(PAGE, form).status_code == 404


def test_an_owner_of_a_private_game_corrects_it(client: Client) -> None:
    game = upload(client, visibility="private")
    address = f"{game.get_absolute_url()}correct/"
    text = json.dumps(play(event="The final"))
    assert client.post(address, {"text": text}).status_code == 302
    game.refresh_from_db()
    assert (game.revision, game.visibility) == (2, "private")
    assert Client().post(address, {"text": text}).status_code == 404


def test_a_command_imports_hidden_games(tmp_path: Path) -> None:
    log = tmp_path / "game.json"
    log.write_bytes(as_json(play()))
    call_command("import_logs", str(log), visibility="unlisted")
    assert Game.objects.get().visibility == "unlisted"
    with pytest.raises(CommandError, match="Only a private game"):
        call_command("import_logs", str(log), public_from="2099-01-01T00:00")


def test_short_keys_are_refused_and_own_nothing() -> None:
    answer = Client().get("/api/v1/my-games/", headers={"Owner-Key": "short"})
    assert (answer.status_code, answer.json()["error"]["header"]) == (400, "Owner-Key")
    game = stored(play(), "ann", "private")
    key = {"Owner-Key": "short"}
    assert Client().get(game.get_absolute_url(), headers=key).status_code == 404


def test_the_earlier_header_names_the_same_owner() -> None:
    game = stored(play(), "ann", "private")
    earlier = {"Idempotency-Key": header("ann")["Owner-Key"]}
    assert Client().get(game.get_absolute_url(), headers=earlier).status_code == 200
    assert send(play(), "ann", status=409)["visibility"] == "private"
