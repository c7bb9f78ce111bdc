"""Undoing the removal of games from a collection."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from replays import services
from replays.models import Collection, CollectionGame, Game, RemovedEntries
from replays.services.collection_undo import REMOVALS_MAX

from .owners import call, header, play, stored, viewer
from .test_collections import collect, shown_games

pytestmark = pytest.mark.django_db


def order_of(made: dict[str, str]) -> list[str]:
    """Return the ids of the games of a collection in order."""
    return shown_games(made, "ann")


def removal(client: Client, path: str, *ids: str) -> str:
    """Remove games with the form; return the value of the button that undoes it."""
    client.post(path, {"action": "remove", "id": ids})
    page = client.get(path).content.decode()
    found = re.search(r'name="undo" value="([^"]+)"', page)
    return found[1] if found else ""


def test_games_come_back_with_notes_and_order() -> None:
    games = [stored(play(seed), "ann", "private").public_id for seed in range(4)]
    made = collect("ann", *[Game.objects.get(public_id=name) for name in games])
    entry = f"collections/{made['id']}/games/{games[1]}/"
    call("PUT", entry, "ann", note="A long chase")
    ann, path = Client(headers=header("ann")), f"/collections/{made['id']}/"
    undo = removal(ann, path, games[1], games[2])
    assert order_of(made) == [games[0], games[3]]
    call("PUT", f"collections/{made['id']}/games/{games[3]}/", "ann", index=0)
    revision = Collection.objects.get().revision
    answer = ann.post(path, {"action": "undo", "undo": undo})
    assert answer.status_code == 302
    assert "2 games were put back" in ann.get(path).content.decode()
    assert order_of(made) == [games[3], games[1], games[0], games[2]]
    rows = call("GET", f"collections/{made['id']}/games/", "ann")["games"]
    assert [row["note"] for row in rows] == ["", "A long chase", "", ""]
    assert Collection.objects.get().revision == revision + 1
    assert set(CollectionGame.objects.values_list("owner", flat=True)) != {""}
    again = ann.post(path, {"action": "undo", "undo": undo})
    assert again.status_code == 422
    assert "can no longer be undone" in again.content.decode()


def test_what_came_back_before_stays_and_lost_games_are_left_out() -> None:
    kept, lost = stored(play(1), "ann"), stored(play(2), "ben")
    made = collect("ann", kept, lost)
    ann, path = Client(headers=header("ann")), f"/collections/{made['id']}/"
    undo = removal(ann, path, kept.public_id, lost.public_id)
    call("PUT", f"collections/{made['id']}/games/{kept.public_id}/", "ann", note="new")
    services.change_games(
        viewer("ben"), [lost.public_id], audience=services.parse_audience("private")
    )
    assert ann.post(path, {"action": "undo", "undo": undo}).status_code == 302
    rows = call("GET", f"collections/{made['id']}/games/", "ann")["games"]
    assert [(row["game"]["id"], row["note"]) for row in rows] == [(kept.public_id, "new")]
    assert CollectionGame.objects.count() == 1


def test_only_the_newest_removals_are_stored() -> None:
    game = stored(play(1), "ann")
    made = collect("ann", game)
    collection, ids = Collection.objects.get(), [game.public_id]
    removals = []
    for _ in range(REMOVALS_MAX + 2):
        removals.append(services.remove_with_undo(collection, ids))
        services.add_games(collection, viewer("ann"), ids)
    assert RemovedEntries.objects.count() == REMOVALS_MAX
    assert removals[-1] in RemovedEntries.objects.all()
    assert order_of(made) == ids


@pytest.mark.parametrize("action", ["remove", "note", "undo"])
def test_a_form_with_a_nul_is_a_client_error(action: str) -> None:
    made = collect("ann", stored(play(1), "ann"))
    ann = Client(headers=header("ann"))
    answer = ann.post(f"/collections/{made['id']}/", {"action": action, "id": "\0", "undo": "\0"})
    assert answer.status_code == 400
    assert "unexpected data" in answer.content.decode()
    own = ann.post("/my-games/", {"action": "delete", "id": "\0"})
    assert own.status_code == 400


def test_only_the_owner_undoes_it_for_some_days() -> None:
    game = stored(play(1), "ann")
    made, other = collect("ann", game, visibility="public"), collect("ben", visibility="public")
    ann, ben = (Client(headers=header(name)) for name in ("ann", "ben"))
    path = f"/collections/{made['id']}/"
    undo = removal(ann, path, game.public_id)
    assert ben.post(path, {"action": "undo", "undo": undo}).status_code == 403
    elsewhere = ben.post(f"/collections/{other['id']}/", {"action": "undo", "undo": undo})
    assert elsewhere.status_code == 422
    assert removal(ann, path, "z" * 12) == "", "nothing was removed"
    assert services.sweep_removed_entries() == 0
    RemovedEntries.objects.update(created_at=timezone.now() - timedelta(days=8))
    assert ann.post(path, {"action": "undo", "undo": undo}).status_code == 422
    assert services.sweep_removed_entries() == 1
    assert not CollectionGame.objects.exists()
