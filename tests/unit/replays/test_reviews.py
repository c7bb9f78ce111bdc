"""Shared reviews: who may lead and follow, versions, the end, and what followers can learn."""

import asyncio
import json
import re
import time
from contextlib import aclosing
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from replays import services
from replays.models import Game, Review
from replays.models.review import LIFETIME, PRESENT_SECONDS
from replays.reads.reviews import ReviewEvents
from replays.services import reviews as review_services
from replays.services.reviews import Shown
from replays.streams import hub, presence
from tests.support.pages import page
from tests.unit.visibility.owners import call, header, play, stored

from .branches import CHASE, Api, store_game
from .kyoto_twins import TWINS
from .logs import as_json, json_log, submit
from .test_events import opened, parsed, run, take

pytestmark = pytest.mark.django_db

CIRCLE = {"form": "circle", "cell": "c3", "colour": "red"}
UNFINISHED = json_log(events=CHASE["events"][:5])


def begun(api: Api, game: Game, **body: Any) -> dict[str, Any]:
    """Start a review; return it."""
    return api.create(f"games/{game.public_id}/reviews/", body)


def show(api: Api, review: dict[str, Any], version: int, step: int, **more: Any) -> Any:
    """Show a step; return the answer."""
    body = {"version": version, "step": step, "as": "public", **more}
    return api.send("POST", f"reviews/{review['id']}/", body)


def events_of(review: dict[str, Any] | Review, **headers: str) -> list[dict[str, str]]:
    """Return the events that a new stream of a review has now."""
    public_id = review.public_id if isinstance(review, Review) else review["id"]
    answer = Client().get(f"/api/v1/reviews/{public_id}/events/", headers=headers)
    assert answer.status_code == 200, answer.content
    return parsed(b"".join(answer))[1:]


# ---------------------------------------------------------------------------------------- leading


def test_followers_read_what_the_leader_shows(api: Api) -> None:
    review = begun(api, store_game(), step=2)
    assert (review["version"], review["step"], review["view"]) == (1, 2, "omniscient")
    answer = show(api, review, 1, 4, shapes=[CIRCLE], **{"as": "samurai"}, belief="uniform")
    assert answer.status_code == 200, answer.content
    seen = Client().get(f"/api/v1/reviews/{review['id']}/").json()
    assert seen == answer.json()
    assert "edit_key" not in seen
    assert (seen["version"], seen["step"], seen["view"]) == (2, 4, "samurai")
    assert (seen["belief"], seen["shapes"]) == ("uniform", [CIRCLE])
    assert api.send("DELETE", f"reviews/{review['id']}/").status_code == 204
    assert Client().get(f"/api/v1/reviews/{review['id']}/").status_code == 404


@pytest.mark.parametrize(
    ("changes", "status", "code"),
    [
        ({"version": 2}, 409, "changed"),
        ({"step": 99}, 422, "no_such_step"),
        ({"as": "unknown"}, 403, "view_not_open"),
        ({"belief": "x"}, 422, "no_belief"),
        ({"shapes": [{**CIRCLE, "cell": "z9"}]}, 422, "no_cell"),
    ],
)
def test_a_wrong_change_is_refused_and_changes_nothing(
    api: Api, changes: dict[str, Any], status: int, code: str
) -> None:
    review = begun(api, store_game(), step=2)
    answer = api.send(
        "POST", f"reviews/{review['id']}/", {"version": 1, "step": 3, "as": "public", **changes}
    )
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.content
    assert api.json(f"reviews/{review['id']}/")["step"] == 2


def test_only_the_leader_changes_a_review(api: Api) -> None:
    review = begun(api, store_game())
    path = f"reviews/{review['id']}/"
    for method, where, body in (
        ("POST", path, {"version": 1, "step": 1, "as": "public"}),
        ("PUT", f"{path}lead/", {"offered": True}),
        ("DELETE", path, None),
    ):
        answer = api.send(method, where, body, key="a-wrong-key")
        assert (answer.status_code, answer.json()["code"]) == (403, "edit_key_needed")
    taking = api.send("POST", f"{path}lead/")
    assert (taking.status_code, taking.json()["code"]) == (403, "lead_not_offered")
    row = Review.objects.get()
    assert (row.version, row.lead) == (1, 1)
    assert review["edit_key"] not in row.edit_key, "the key is stored as a digest"


def test_the_first_follower_takes_the_lead_that_is_offered(api: Api) -> None:
    review = begun(api, store_game())
    lead = f"reviews/{review['id']}/lead/"
    offered = api.send("PUT", lead, {"offered": True}).json()
    assert (offered["offered"], offered["version"]) == (True, 2)
    taken = api.send("POST", lead, key="")
    assert taken.status_code == 201
    body = taken.json()
    assert (body["offered"], body["lead"], body["version"]) == (False, 2, 3)
    assert api.send("POST", lead, key="").json()["code"] == "lead_not_offered"
    assert show(api, review, 3, 1).json()["code"] == "edit_key_needed", "the former leader"
    api.keys[review["id"]] = body["edit_key"]
    assert show(api, review, 3, 1).status_code == 200


def test_a_leader_who_was_replaced_meanwhile_changes_nothing() -> None:
    """The request was allowed, and then another person took the lead."""
    services.begin_review(store_game(), Shown(1, "public"))
    before = Review.objects.get()
    services.offer_lead(before, is_offered=True)
    services.take_lead(before)
    for change in (
        lambda: services.show_step(before, 3, Shown(2, "public")),
        lambda: services.offer_lead(before, is_offered=True),
        lambda: services.end_review(before),
    ):
        with pytest.raises(services.Refusal, match="changed in the meantime"):
            change()
    row = Review.objects.get()
    assert (row.step, row.is_offered, row.lead) == (1, False, 2)
    services.end_review(row)
    services.end_review(row)  # it has ended
    assert not Review.objects.exists()


# ---------------------------------------------------------------------------- the page, no script


def test_without_script_forms_lead_and_links_follow() -> None:
    game, leader, follower = store_game(), Client(), Client()
    begin = f"/games/{game.public_id}/review/"
    link = f'href="{begin}?step=3&amp;as=samurai"'
    assert link in page(follower, f"/games/{game.public_id}/?step=3&as=samurai")
    answer = leader.post(begin, {"step": "3", "as": "samurai"})
    assert answer.status_code == 302, answer.content
    url = answer["Location"]
    cookies = [cookie for cookie in answer.cookies.values() if cookie["path"] == url]
    assert [cookie["httponly"] for cookie in cookies] == [True]
    shown = follower.get(url).content.decode()
    assert '<input id="seek" type="range" name="step" min="0" max="7" value="3"' in shown
    assert 'data-view="samurai"' in shown
    assert "You are following." in shown
    away = follower.get(f"{url}?step=5&as=public").content.decode()
    assert "You are browsing on your own." in away
    assert re.search(r"The leader shows step 3\.", away)
    own = leader.get(f"{url}?step=5&as=public").content.decode()
    assert "You are leading." in own
    assert "Show this step to followers" in own
    sent = {"action": "show", "version": "1", "step": "5", "as": "public", "shapes": "c3:red"}
    assert leader.post(url, sent)["Location"] == url
    shown = follower.get(url).content.decode()
    assert 'value="5" aria-valuetext' in shown
    assert 'data-view="public"' in shown
    assert '<path class="shape shape-red"' in shown
    assert follower.post(url, sent).status_code == 403
    assert leader.post(url, sent).status_code == 409
    assert leader.post(url, {"action": "x"}).status_code == 400


def test_the_lead_is_handed_over_by_forms() -> None:
    game, leader, follower = store_game(), Client(), Client()
    url = leader.post(f"/games/{game.public_id}/review/", {"step": "3", "as": "public"})["Location"]
    assert leader.post(url, {"action": "offer"}).status_code == 302
    assert "Take the lead" in follower.get(url).content.decode()
    assert follower.post(url, {"action": "take"}).status_code == 302
    assert "You are leading." in follower.get(url).content.decode()
    assert "You are following." in leader.get(url).content.decode()
    assert leader.post(url, {"action": "end"}).status_code == 403
    assert follower.post(url, {"action": "end"})["Location"] == game.get_absolute_url()
    assert follower.get(url).status_code == 404


def test_the_script_gets_the_state_with_every_answer() -> None:
    game, leader = store_game(), Client()
    url = leader.post(f"/games/{game.public_id}/review/", {"step": "3", "as": "public"})["Location"]
    assert leader.get(f"{url}state/").json()["leads"] is True
    assert Client().get(f"{url}state/").json()["leads"] is False
    sent = {"action": "show", "version": "1", "step": "4", "as": "public"}
    answer = leader.post(f"{url}state/", sent)
    assert (answer.status_code, answer.json()["version"]) == (200, 2)
    late = leader.post(f"{url}state/", sent)
    assert (late.status_code, late.json()["version"], late.json()["step"]) == (409, 2, 4)
    assert "changed in the meantime" in late.json()["message"]


def test_changes_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    from rest_framework.throttling import SimpleRateThrottle

    game, leader = store_game(), Client()
    url = leader.post(f"/games/{game.public_id}/review/", {"step": "3", "as": "public"})["Location"]
    monkeypatch.setitem(SimpleRateThrottle.THROTTLE_RATES, "writes", "1/min")
    answers = [leader.post(f"{url}state/", {"action": "keep"}) for _ in "ab"]
    assert answers[-1].status_code == 429
    assert int(answers[-1]["Retry-After"]) > 0


# ---------------------------------------------------------------------------------------- streams


def test_a_stream_begins_with_the_state_and_continues(api: Api) -> None:
    review = begun(api, store_game(), step=2)
    [first] = events_of(review)
    assert (first["event"], json.loads(first["data"])["step"]) == ("state", 2)
    assert events_of(review, **{"Last-Event-ID": first["id"]}) == []
    show(api, review, 1, 3)
    show(api, review, 2, 4)
    [second] = events_of(review, **{"Last-Event-ID": first["id"]})
    assert json.loads(second["data"])["step"] == 4, "only the latest state"
    page_events = Client().get(f"/reviews/{review['id']}/events/")
    assert page_events["Content-Type"] == "text/event-stream"
    assert parsed(b"".join(page_events))[-1] == second


@pytest.mark.parametrize("how", ["deleted", "ended", "private", "expired"])
def test_a_stream_ends_with_its_review(api: Api, how: str) -> None:
    game = stored(play(), "ann")
    row = Review.objects.get(public_id=begun(api, game)["id"])
    source = ReviewEvents(row.pk)
    cursor = source.latest()
    assert source.after(cursor) == []
    if how == "deleted":
        call("POST", "my-games/changes/", "ann", ids=[game.public_id], deleted=True)
    elif how == "ended":
        services.end_review(row)
    elif how == "private":
        call("PATCH", f"games/{game.public_id}/", "ann", visibility="private")
    else:
        Review.objects.update(touched_at=timezone.now() - LIFETIME)
    [event] = source.after(cursor)
    assert (event.name, event.is_last) == ("ended", True)
    assert Client().get(f"/reviews/{row.public_id}/").status_code == 404


def test_owners_of_a_private_game_follow_and_others_do_not(api: Api) -> None:
    game = stored(play(), "ann", "private")
    assert api.send("POST", f"games/{game.public_id}/reviews/", {}).status_code == 404
    review = call("POST", f"games/{game.public_id}/reviews/", "ann", 201, step=1)
    path = f"/api/v1/reviews/{review['id']}/"
    for address in (path, f"{path}events/"):
        own = Client().get(address, headers=header("ann"))
        assert own.status_code == 200
        assert "no-store" in own["Cache-Control"]
        assert Client().get(address).status_code == 404
    assert b"event: state" in b"".join(own)


def test_an_expired_review_is_swept(api: Api) -> None:
    game = store_game()
    old, new = (begun(api, game) for _ in "ab")
    expired = timezone.now() - LIFETIME - timedelta(seconds=1)
    Review.objects.filter(public_id=old["id"]).update(touched_at=expired)
    assert services.sweep_reviews() == 1
    assert Review.objects.get().public_id == new["id"]


# ----------------------------------------------------------------------------- hidden information


def test_twins_have_the_same_stream_and_page(api: Api) -> None:
    """An unfinished game shows nothing that differs in a game with other secrets."""
    found = []
    for log in TWINS:
        submit(as_json(log))
        game = Game.objects.get()
        review, _ = services.begin_review(game, Shown(9, "public"))
        Review.objects.update(public_id="r" * 12)
        Game.objects.update(public_id="g" * 12)
        review.refresh_from_db()
        refused = api.send("POST", "games/" + "g" * 12 + "/reviews/", {"as": "oniwaban"})
        assert (refused.status_code, refused.json()["code"]) == (403, "view_not_open")
        bodies = [refused.json(), events_of(review), api.json(f"reviews/{'r' * 12}/")]
        pages = [Client().get(f"/reviews/{'r' * 12}/{query}") for query in ("", "?as=oniwaban")]
        assert [answer.status_code for answer in pages] == [200, 400]
        hidden = r'csrfmiddlewaretoken" value="[^"]*"|nonce="[^"]*"|20\d\d-[^<"]*|[0-9a-f]{16}'
        texts = [re.sub(hidden, "", answer.content.decode()) for answer in pages]
        found.append([bodies, texts])
        services.delete_games([game.pk])
    assert found[0] == found[1]


def test_a_view_that_is_no_longer_open_is_not_shown(api: Api) -> None:
    """A correction can make a game unfinished. Then followers see the public view, and no drawings
    on the former one.
    """
    submit(as_json(UNFINISHED))
    review = begun(api, Game.objects.get())
    Review.objects.update(view="goryo", belief="uniform", step=7, shapes=[CIRCLE])
    state = api.json(f"reviews/{review['id']}/")
    assert (state["view"], state["belief"], state["step"], state["shapes"]) == ("public", "", 5, [])
    shown = page(Client(), f"/reviews/{review['id']}/")
    assert 'data-view="public"' in shown
    assert "shape-red" not in shown


def test_a_review_of_an_unfinished_game_is_public(api: Api) -> None:
    submit(as_json(UNFINISHED))
    review = begun(api, Game.objects.get(), step=2)
    assert review["view"] == "public"
    assert show(api, review, 1, 1, **{"as": "goryo"}).json()["code"] == "view_not_open"


# -------------------------------------------------------------------------------------- followers


def test_numbers_of_processes_are_added_and_expire(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    review = Review.objects.get(public_id=begun(api, store_game())["id"])
    services.store_followers(review.pk, 3)
    monkeypatch.setattr(review_services, "_TOKEN", "another process")
    services.store_followers(review.pk, 2)
    review.refresh_from_db()
    assert (review.n_followers, review.change, review.version) == (5, 3, 1)
    services.store_followers(review.pk, 2)
    review.refresh_from_db()
    assert review.change == 3, "nothing has changed"
    for row in review.present.values():
        row[1] -= PRESENT_SECONDS
    review.save()
    assert api.json(f"reviews/{review.public_id}/")["n_followers"] == 0
    services.store_followers(review.pk, 1)
    review.refresh_from_db()
    assert review.n_followers == 1, "the other process was killed"


@pytest.mark.django_db(transaction=True)
def test_open_streams_of_followers_are_counted(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "QUERY_SECONDS", 60.0)
    review = Review.objects.get(public_id=begun(api, store_game())["id"])
    source = ReviewEvents(review.pk)

    async def test() -> None:
        async with aclosing(hub.hub().events(source, None, 60)) as watched:
            assert await take(watched, 1) == [1]
            stream = opened(source, store=lambda n: services.store_followers(review.pk, n))
            assert await anext(stream) == b"retry: 3000\n\n"
            assert (await anext(stream)).startswith(b"id: c0")
            event = await anext(watched)
            assert event is not None
            assert json.loads(event.data)["n_followers"] == 1
            await stream.aclose()  # type: ignore[attr-defined]
            event = await anext(watched)
            assert event is not None
            assert json.loads(event.data)["n_followers"] == 0
        assert presence.n_open(source.name) == 0

    run(test)


@pytest.mark.django_db(transaction=True)
def test_a_step_of_the_leader_wakes_followers(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "QUERY_SECONDS", 60.0)
    review = Review.objects.get(public_id=begun(api, store_game())["id"])

    async def test() -> None:
        async with aclosing(hub.hub().events(ReviewEvents(review.pk), None, 60)) as stream:
            assert await take(stream, 1) == [1]
            waiting = asyncio.create_task(take(stream, 1))
            await asyncio.sleep(0)
            await hub.in_thread(services.show_step, review, 1, Shown(3, "public"))
            assert await waiting == [2]

    run(test)
    assert Review.objects.get().step == 3


def test_numbers_of_streams_are_stored_with_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Streams that open and close all the time cost few writes."""
    monkeypatch.setattr(presence, "PAUSE_SECONDS", 0.2)
    stored_numbers: list[int] = []
    began = time.monotonic()

    async def test() -> None:
        with presence.counted("numbers", stored_numbers.append):
            while not stored_numbers:
                await asyncio.sleep(0.01)
            for _ in range(50):
                with presence.counted("numbers", stored_numbers.append):
                    await asyncio.sleep(0)
        while stored_numbers[-1] or "numbers" in presence._pending:
            await asyncio.sleep(0.01)

    run(test)
    assert (stored_numbers[0], stored_numbers[-1]) == (1, 0)
    assert len(stored_numbers) <= 3 + (time.monotonic() - began) / presence.PAUSE_SECONDS
    assert not {*presence._stored_at, *presence._open} & {"numbers"}
