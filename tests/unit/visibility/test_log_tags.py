"""Owners change the tags of their own log."""

import pytest
from django.core.management import call_command
from django.test import Client

from analytics import services as stats_services
from analytics.models import PlayerCell
from replays import services
from replays.models import Game, Record

from .owners import call, header, play, stored

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite(in_turn=True)]


def test_tags_are_changed_with_a_revision() -> None:
    seats = [{**seat, "name": name} for seat, name in zip(
        play()["players"], ("Jnae", "John"), strict=True)]  # fmt: skip
    game = stored(play(players=seats, event="Cup", site="Rome"), "ann")
    call("PATCH", f"games/{game.public_id}/", "ann", names={"samurai": "none"})
    services.hide_names("john", "staff")
    call_command("sweep_games", verbosity=0)
    path, owner = f"/games/{game.public_id}/tags/", Client(headers=header("ann"))
    page = owner.get(path).content.decode()
    assert 'value="Jnae"' in page
    assert "John" not in page, "hidden everywhere"
    for client in (Client(), Client(headers=header("ben"))):
        assert client.get(path).status_code == client.post(path, {}).status_code == 403
    role = game.seats.get(position=0).role
    sent = {"event": "Cup 2026", "site": "", "round": "3", "date": "2026-11-20"}
    answer = owner.post(path, {**sent, f"name-{role}": "Jane", "source": "me"})
    assert answer["Location"] == f"/games/{game.public_id}/"
    log = Client().get(f"/api/v1/games/{game.public_id}/log/").json()
    expected = {"event": "Cup 2026", "x_round": "3", "played_at": "2026-11-20", "source": "me"}
    assert {key: log[key] for key in expected} == expected
    assert "site" not in log
    assert "John" not in str(log)
    assert '"John"' in Record.objects.get(is_current=True).canonical
    assert (Record.objects.count(), Game.objects.get().revision) == (2, 2)
    call_command("sweep_games", verbosity=0)
    assert list(stats_services.recount(check_only=True)) == []
    assert PlayerCell.objects.filter(name_key="jane").exists()
    assert not PlayerCell.objects.filter(name_key="jnae").exists()


def test_wrong_tags_change_nothing() -> None:
    game = stored(play(), "ann")
    path, owner = f"/games/{game.public_id}/tags/", Client(headers=header("ann"))
    answer = owner.post(path, {"date": "last week"})
    assert answer.status_code == 422
    assert 'value="last week"' in answer.content.decode()
    assert owner.post(path, {"event": "x" * 201}).status_code == 422
    assert owner.post(path, {"unknown": "x"}).status_code == 302
    assert Record.objects.count() == 1
