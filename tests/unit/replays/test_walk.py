"""Every address with every method (A186): only the listed ones answer."""

from typing import Any

import pytest
from django.test import Client

from replays import services as replay_services
from replays.models import AnnotationSet, Branch, Game, Review, Upload
from replays.rest.urls import urlpatterns as rest
from replays.services.reviews import Shown
from replays.web.urls import urlpatterns as web
from tests.support.walk import fill

from .logs import submit, text_log

POSTS = (
    "upload", "upload-check", "api-games", "branch-begin", "branch", "correct", "tags",
    "notes-begin", "notes", "name-ask", "name-request", "review-begin", "review", "review-state",
    "api-game-reviews",
    "api-legal", "api-game-branches", "api-game-notes", "api-branch-branches", "my-games",
    "api-my-games-changes", "api-my-games-undo", "api-my-games-tags",
    "api-collections", "api-collection-join", "api-collection-restore", "api-collection-games",
    "api-collection-invitations", "collections-mine", "collection-new", "collection-add",
    "collection-join", "collection", "collection-edit",
)  # fmt: skip
WRITES = {
    **{name: {"POST"} for name in POSTS},
    "api-branch": {"PATCH", "DELETE"},
    "api-game": {"PUT", "PATCH", "DELETE"},
    "api-branch-events": {"POST", "DELETE"},
    "api-notes": {"PATCH", "DELETE"},
    "api-note": {"PUT", "DELETE"},
    "api-review": {"POST", "DELETE"},
    "api-review-lead": {"POST", "PUT"},
    "api-collection": {"PATCH", "DELETE"},
    "api-collection-game": {"PUT", "DELETE"},
    "api-collection-invitation": {"DELETE"},
    "api-collection-member": {"DELETE"},
}
ONLY_WRITTEN = {
    "api-legal", "upload-check", "api-game-branches", "api-game-notes", "api-branch-branches",
    "api-branch-events", "api-my-games-changes", "api-my-games-undo", "api-my-games-tags",
    "api-collection-join", "api-collection-restore", "api-collection-game",
    "api-collection-invitation", "api-collection-member", "api-game-reviews", "api-review-lead",
}  # fmt: skip
FOR_OWNERS = {
    "api-revisions": 403, "correct": 403, "tags": 403, "revision-download": 404,
    "api-my-games": 401, "api-collection-invitations": 403,
    "api-collection-members": 403, "collection-edit": 404, "collection-join": 404,
    "collection-stats": 302, "collection-stats-page": 302, "collection-add": 302,
}  # fmt: skip
"""What others get."""
METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")


@pytest.mark.django_db
def test_only_the_listed_methods_are_accepted(client: Client) -> None:
    submit(text_log())
    game = Game.objects.get()
    pages = [p for p in web if not p.callback.__module__.startswith("replays.web.share_")]
    patterns = [*((p, "/api/v1/") for p in rest), *((p, "/") for p in pages)]
    assert len(patterns) > 12
    for pattern, prefix in patterns:
        public_id, record = id_of(f"{prefix}{pattern.pattern}", game), game.records.get()
        values = {"slug": "goryo", "rule": "2.1", "form": "json", "step": "3", "number": "1"}
        values |= {"public_id": public_id, "record_id": record.public_id, "token": "t" * 43}
        values |= {
            "game_id": game.public_id,
            "invitation_id": "i" * 12,
            "member_id": "1",
            "role": "goryo",
        }
        values["rest"] = "goryo/"
        path = fill(f"{prefix}{pattern.pattern}"[1:], values)
        if path == "/uploads/":
            path += f"?id={public_id}"
        _try_all(client, path, str(pattern.name))
    assert Game.objects.count() == 1
    uploads = set(Upload.objects.values_list("state", "source"))
    assert uploads == {("done", "api"), ("refused", "api")}


def id_of(path: str, game: Game) -> str:
    """The id that a path asks for: the upload's, a branch's, a set of notes', the game's."""
    if "uploads/" in path:
        return Upload.objects.order_by("id")[0].public_id
    if "collections/<" in path:
        texts = replay_services.Texts("Games", "", "public")
        return replay_services.create_collection("an owner", texts, "a request").public_id
    if "/branches/<" in path:
        branch = Branch.objects.first() or replay_services.begin_branch(game, 3, "public")[0]
        return branch.public_id
    if "/names/<" in path:
        return replay_services.request_name_change("claim", "Jane")[0].public_id
    if "/reviews/<" in path:
        review = Review.objects.first() or replay_services.begin_review(game, Shown(3, "public"))[0]
        return review.public_id
    if "/notes/<" in path:
        notes = AnnotationSet.objects.first() or replay_services.begin_notes(game, "public")[0]
        replay_services.put_note(notes, 3, text="a note")
        return notes.public_id
    return game.public_id


def _try_all(client: Client, path: str, name: str) -> None:
    for method in METHODS:
        answer: Any = client.generic(method, path)
        assert answer.status_code < 500, (method, path)
        if method in {"GET", "HEAD"}:
            there = 405 if name in ONLY_WRITTEN else FOR_OWNERS.get(name, 200)
            assert answer.status_code == there, (method, path)
        elif method != "OPTIONS":
            is_taken = method in WRITES.get(name, set())
            assert (answer.status_code != 405) == is_taken, (method, path, answer.status_code)
            is_empty = name == "collection-add"  # without games, it leads to the list
            assert answer.status_code >= 400 or is_empty, (method, path)
