"""Every endpoint of the API answers as the OpenAPI document describes it (the fixture
`_documented_answers` checks each answer), and bodies have different names.
"""

import re
from typing import Any

from django.test import Client

from analytics import services as stats_services
from games.registry import KINDS
from replays.models import Event, EventTag, Game, Upload
from replays.rest.body import Body
from replays.text.names import handle_of
from tests.support import openapi
from tests.unit.replays.branches import Api, store_game

from .conftest import count_logs
from .logs import bot_log, ndjson, one_round, season
from .snapshot import update_derived

JSON = "application/json"
BY_OWNER = {
    "games_send", "revisions", "game_correct",
    "game_change", "game_delete", "my_games_change", "my_games_undo",  # tests/unit/visibility
    "my_games_tags", "collection_change", "collection_delete", "collection_restore",
    "collection_games_add", "collection_game_put", "collection_game_delete", "collection_join",
    "invitations", "invitations_create", "invitation_revoke", "members", "member_remove",
    "my_games", "my_collections", "own_event",  # the last one: tests of events
    "my_events", "my_event", "event_create", "event_change", "event_delete",
    "game_players", "game_seat_take", "game_seat_leave", "game_invite", "game_invitation_revoke",
    "game_consent", "invitation_accept",
}  # fmt: skip
ELSEWHERE = ("room", "webhook")
"""Starts of operations that tests/unit/rooms and tests/unit/accounts compare."""


PUBLIC = {"title": "Games", "visibility": "public", "request_key": "k" * 30}
OWN = (
    *("/revisions/", "/invitations/", "/members/", "/my-games/", "/my-collections/"),
    *("/games/{public_id}/players/", "/my-events/", "/my-events/{public_id}/"),
)
"""Ends of addresses that answer to the owner only."""


def store_parts(call: Any, api: Api, game: Game) -> tuple[Any, Any, dict[str, str]]:
    """Store a variation, notes and more of a game; return them, and ids by the start of paths."""
    branch = call("POST", f"games/{game.public_id}/branches/", {"step": 0})
    notes = call("POST", f"games/{game.public_id}/notes/", {"title": "Notes"})
    review = call("POST", f"games/{game.public_id}/reviews/", {"step": 1})
    for made in (branch, notes, review):
        api.keys[made["id"]] = made["edit_key"]
    call("POST", f"branches/{branch['id']}/branches/", {"step": 0})
    call("POST", f"branches/{branch['id']}/events/", {"decide": "game"})
    call("PUT", f"notes/{notes['id']}/1/", {"text": "A note", "glyph": "!"})
    call("PATCH", f"branches/{branch['id']}/", {"name": "A branch"})
    call("PATCH", f"notes/{notes['id']}/", {"author": "Ann"})
    call("POST", f"reviews/{review['id']}/", {"version": 1, "step": 2, "as": "public"})
    call("PUT", f"reviews/{review['id']}/lead/", {"offered": True})
    taken = call("POST", f"reviews/{review['id']}/lead/", {})
    api.keys[review["id"]] = taken["edit_key"]
    ids = {
        "collections": call("POST", "collections/", PUBLIC)["id"],
        "games": game.public_id,
        "branches": branch["id"],
        "notes": notes["id"],
        "reviews": review["id"],
        "uploads": Upload.objects.latest("id").public_id,
        "events": Event.objects.create(owner="ann", title="A cup").public_id,
    }
    EventTag.objects.update_or_create(
        game=game, defaults={"handle": handle_of("cup"), "name_key": "cup", "name": "Cup"}
    )
    return branch, notes, ids


def test_every_endpoint_answers_as_described(settings: Any, tmp_path: Any) -> None:
    settings.DUMPS_DIR = tmp_path
    count_logs([*season(20), bot_log("kyoto", "base", 1)])
    update_derived()
    stats_services.make_dump()
    api, game, calls = Api(), store_game(), dict[str, Any]()

    def call(method: str, path: str, body: Any = None) -> Any:
        response = api.send(method, path, body)
        assert response.status_code < 300, (method, path, response.content)
        calls[openapi.operation_of(method, f"/api/v1/{path}".partition("?")[0]) or path] = response
        return response.json() if response.status_code != 204 and body is not None else None

    branch, notes, ids = store_parts(call, api, game)
    metric = next(m.key for m in KINDS["goryo"].counting.metrics if m.form == "rate")
    values = {"metric": metric, "handle": handle_of("ann"), "step": "1",
              "record_id": game.records.get().public_id, "name": game.setup_digest}  # fmt: skip
    for path, methods in openapi.document()["paths"].items():
        if (
            "get" in methods
            and not path.endswith(OWN)
            and not re.search("/(rooms|webhooks)/", path)
        ):
            area = path.removeprefix("/api/v1/").partition("/")[0]
            kind = "kyoto" if "/cards/" in path else "goryo"
            known = {**values, "kind": kind, "public_id": ids.get(area, "")}
            known |= {"handle": handle_of("cup")} if area == "events" else {}
            filled = re.sub(r"{(\w+)}", lambda match, known=known: known[match[1]], path)
            filled += f"?metric={metric}" * ("stats/{kind}/games/" in path)
            call("GET", filled.removeprefix("/api/v1/"))
    for path in (f"branches/{branch['id']}/events/", f"branches/{branch['id']}/",
                 f"notes/{notes['id']}/1/", f"notes/{notes['id']}/",
                 f"reviews/{ids['reviews']}/"):  # fmt: skip
        call("DELETE", path)
    calls["legal"] = Client().post("/api/v1/legal/", ndjson([one_round(x_n=3)]), JSON)
    sent = {"content_type": JSON, "headers": {"Owner-Key": "k" * 20}}
    own = Client().post("/api/v1/games/", ndjson([one_round(x_n=1)]), **sent).json()["api"]
    assert Client().get(f"{own}revisions/", headers=sent["headers"]).status_code == 200
    assert Client().put(own, ndjson([one_round(x_n=2)]), **sent).status_code == 200
    known = {name for name in openapi.operations() if not name.startswith(ELSEWHERE)}
    assert {*calls} | BY_OWNER == known


def test_bodies_have_different_names() -> None:
    def all_bodies(body: type) -> list[type]:
        return [each for sub in body.__subclasses__() for each in (sub, *all_bodies(sub))]

    bodies = {body for body in all_bodies(Body) if not body.__module__.startswith("tests")}
    names = [body.__name__ for body in bodies]
    assert sorted(names) == sorted(set(names))


def test_earlier_names_are_deprecated() -> None:
    schemas = openapi.document()["components"]["schemas"]
    for body, alias, name in (
        ("People", "senders", "uploaders"),
        ("Roles", "n_pending", "games_pending"),  # inherited
        ("Record", "nobody", "abandoned"),
        ("Problem", "word", "parameter"),
    ):
        field = schemas[body]["properties"][alias]
        assert field["deprecated"] is True
        assert field["description"] == f"The earlier name of `{name}`."
        assert {alias, name} <= set(schemas[body]["required"])
    paths = openapi.document()["paths"]
    for path, method in paths.items():
        assert method.get("get", {}).get("deprecated", False) == ("/ways/" in path), path
