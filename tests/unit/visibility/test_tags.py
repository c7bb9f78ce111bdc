"""Tags: on own games only, shown and filtered where the game is."""

import pytest
from django.test import Client

from replays import services
from replays.models import CollectionGame, GameTag

from .owners import call, header, key_of, play, send, stored, viewer

pytestmark = pytest.mark.django_db


def test_tags_are_put_on_own_games_and_filter_public_ones() -> None:
    public, private = stored(play(), "ann"), stored(play(2), "ann", "private")
    other = stored(play(3), "ben")
    ids = [public.public_id, private.public_id]
    for _ in range(2):
        assert call("POST", "my-games/tags/", "ann", ids=ids, add=["Rules test", "b"]) == {
            "games": 2
        }
    assert GameTag.objects.count() == 4
    call("POST", "my-games/tags/", "ann", 404, ids=[other.public_id], add=["x"])
    call("POST", "my-games/tags/", "ann", 422, ids=ids, add=["x" * 31])
    call("POST", "my-games/tags/", "ann", 422, ids=ids, add=[" "])
    call("POST", "my-games/tags/", "ann", 422, ids=ids, add=[f"tag {n}" for n in range(19)])
    for query in ("tag=RULES TEST", "tag=b"):
        listed = call("GET", f"games/?{query}&simulated=all", "ann")["games"]
        assert [game["id"] for game in listed] == [public.public_id]
        page = Client().get(f"/games/?{query}").content.decode()
        assert public.public_id in page
        assert private.public_id not in page
        assert other.public_id not in page
    page = Client().get(f"/games/{public.public_id}/").content.decode()
    assert "/games/?tag=Rules%20test&amp;simulated=all" in page


def test_tags_are_changed_in_bulk_on_the_page() -> None:
    ids = [stored(play(seed), "ann").public_id for seed in (1, 2)]
    client = Client(headers=header("ann"))
    form = {"id": ids, "tag": "Final", "action": "tag"}
    page = client.post("/my-games/", form, follow=True).content.decode()
    assert page.count('<span class="tag">Final</span>') == 2
    client.post("/my-games/", {**form, "id": ids[:1], "action": "untag"})
    assert GameTag.objects.get().game.public_id == ids[1]


def test_tags_follow_the_log_of_their_owner() -> None:
    game = stored(play(), "ann")
    stored(play(source="Ben"), "ben", "private")
    services.tag_games(viewer("ann"), [game.public_id], ["mine"])
    ben = call("GET", "my-games/", "ben")["games"][0]["id"]
    services.change_audience(viewer("ben"), [ben], services.parse_audience("public"))
    services.tag_games(viewer("ben"), [ben], ["his"])
    assert GameTag.objects.values("game").distinct().count() == 1
    services.change_audience(viewer("ann"), [game.public_id], services.parse_audience("private"))
    by_owner = {tag.owner: tag.game for tag in GameTag.objects.all()}
    assert by_owner[key_of("ann")] != by_owner[key_of("ben")]
    assert by_owner[key_of("ben")].visibility == "public"


def test_tags_and_entries_of_collections_follow_a_record_that_is_split_off() -> None:
    game, ben = stored(play(), "ann"), send(play(source="Ben"), "ben", status=200)["id"]
    assert ben == game.public_id
    for name in ("ann", "ben"):
        services.tag_games(viewer(name), [ben], [name])
        row = services.create_collection(key_of(name), services.Texts(name, "", "private"))
        services.add_games(row, viewer(name), [ben])
    records = {record.owner: record.public_id for record in game.records.all()}
    services.split_game(game.pk, [records[key_of("ben")]], "two tables")
    for model in (GameTag, CollectionGame):
        homes = {row.owner: row.game.public_id for row in model.objects.all()}
        assert homes == records, model


def test_a_tag_with_a_hidden_name_is_not_shown() -> None:
    log = play()
    log["players"][0]["name"] = "Zebedee"
    game, other = stored(log, "ann"), stored(play(2), "ann")
    ids = [game.public_id, other.public_id]
    call("POST", "my-games/tags/", "ann", ids=ids, add=["Zebedee", "final"])
    call("PATCH", f"games/{game.public_id}/", "ann", names="none")

    def tagged(tag: str) -> set[str]:
        games = call("GET", f"games/?tag={tag}&simulated=all", "")["games"]
        return {row["id"] for row in games}

    assert (tagged("zebedee"), tagged("final")) == ({other.public_id}, set(ids))
    page = Client().get(f"/games/{game.public_id}/").content.decode()
    assert ("Zebedee" in page, "?tag=final" in page) == (False, True)
    assert "Zebedee" in Client(headers=header("ann")).get("/my-games/").content.decode()
