"""The page of a variation: forms and links, the edit key in a cookie, escaped text."""

import json
import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from games.recorder.offers import parse_choices
from replays import services as replay_services
from replays.access.edit_keys import digest_of, fits
from replays.models import Branch, Game
from replays.services.errors import Refusal
from tests.support.pages import get, missing, page, present, replay_data

from .branches import CHASE, SNIFF, store_game
from .logs import json_log

pytestmark = pytest.mark.django_db


def begun(client: Client, game: Game, step: int = 5, view: str = "samurai", **more: str) -> Branch:
    form = {"step": str(step), "as": view, **more}
    answer = client.post(f"/games/{game.public_id}/branch/", form)
    branch = Branch.objects.latest("id")
    assert answer.status_code == 302
    assert answer["Location"] == f"/branches/{branch.public_id}/#board"
    return branch


@pytest.fixture
def branch(client: Client, game: Game) -> Branch:
    return begun(client, game)


def page_of(client: Client, branch: Branch, query: str = "") -> str:
    return page(client, f"{branch.get_absolute_url()}{query}")


def play(client: Client, branch: Branch, **form: Any) -> Any:
    return client.post(branch.get_absolute_url(), form)


def test_a_variation_is_created_and_played(client: Client, game: Game) -> None:
    ask = page(client, f"/games/{game.public_id}/branch/?step=5&as=samurai")
    assert '<option value="samurai" selected>' in ask
    assert "sessionid" not in client.cookies
    branch = begun(client, game, name="another way")
    text = page_of(client, branch)
    assert missing(text, "another way", 'name="robots" content="noindex"') == []
    buttons = re.findall(r'name="event" value="([^"]*)"', text)
    assert json.dumps(SNIFF, separators=(",", ":")).replace('"', "&quot;") in buttons
    assert play(client, branch, event=json.dumps(SNIFF), after="0").status_code == 302
    shown = ("green sniff b2 yes", "answered from the hidden information")
    assert missing(page_of(client, branch), *shown) == []
    assert play(client, branch, action="undo", after="1").status_code == 302
    assert page_of(client, branch).count("No moves yet.") == 1


def test_a_request_that_is_repeated_plays_once(client: Client, game: Game) -> None:
    form = {"step": "5", "as": "samurai", "event": json.dumps(SNIFF), "key": "a1" * 16}
    address = f"/games/{game.public_id}/branch/"
    answers = [client.post(address, form) for _ in range(2)]
    assert answers[0]["Location"] == answers[1]["Location"]
    branch = Branch.objects.get()
    assert len(branch.events) == 1
    move = {"action": "chance", "after": "1", "key": "b2" * 16}
    assert [play(client, branch, **move).status_code for _ in range(2)] == [302, 302]
    assert play(client, branch, **move | {"key": "c3" * 16}).status_code == 409
    branch.refresh_from_db()
    assert len(branch.events) == 2
    client.post(address, {**form, "key": "short"})  # no key: anyone could guess it
    client.post(address, {**form, "key": "short"})
    assert Branch.objects.count() == 3


def test_the_page_shows_assumed_answers(client: Client, branch: Branch) -> None:
    play(client, branch, event=json.dumps({**SNIFF, "answer": False}))
    shown = ("<b>Counterfactual.</b>", "green sniff b2 no")
    assert missing(page_of(client, branch), *shown) == []


def test_belief_is_drawn_and_stays_on(client: Client, branch: Branch) -> None:
    action = f"{branch.get_absolute_url()}?belief=uniform"
    assert missing(page(client, action), 'data-belief="uniform"', f'action="{action}"') == []
    answer = client.post(action, {"event": json.dumps(SNIFF)})
    assert answer["Location"] == f"{action}#board"
    assert replay_data(page(client, f"{action}&step=6"))["frames"][6]["shades"]


def test_events_of_another_view_can_only_be_decided(client: Client) -> None:
    branch = begun(client, store_game(), step=2)
    text = page_of(client, branch)
    assert "Not your choice in this view" in text
    assert 'name="event" value="{&quot;type&quot;:&quot;plan' not in text
    assert play(client, branch, action="game").status_code == 302
    own_events = page_of(client, branch).split("<h2>About this variation</h2>")[1]
    assert present(own_events.split("log as JSON")[0], "plan</a>", "c3") == ["plan</a>"]


def test_choices_are_links_without_a_script(client: Client) -> None:
    branch = begun(client, store_game(), step=2, view="goryo")
    text = page_of(client, branch)
    while link := re.search(r'data-choose href="([^"]*)#play"', text):
        text = page(client, unescape(link[1]))
    event = unescape(re.findall(r'name="event" value="([^"]*)"', text)[0])
    assert json.loads(event)["type"] == "plan"
    assert play(client, branch, event=event).status_code == 302


def test_only_the_authors_browser_changes_a_variation(client: Client, branch: Branch) -> None:
    other = Client()
    text = page_of(other, branch)
    assert "Only the browser that created this variation can change it" in text
    assert 'name="event"' not in text
    for form in ({"event": json.dumps(SNIFF)}, {"action": "delete"}, {"action": "undo"}):
        assert play(other, branch, **form).status_code == 403
    play(client, branch, event=json.dumps(SNIFF))
    second = begun(other, branch.game, step=6, of=branch.public_id)
    assert second.parent == branch
    assert "green sniff b2 yes" in page_of(other, second)
    assert play(client, branch, action="delete").status_code == 302
    get(client, branch.get_absolute_url(), 404)
    assert "green sniff b2 yes" in page_of(other, second)


def test_a_form_without_a_token_is_refused(game: Game) -> None:
    strict = Client(enforce_csrf_checks=True)
    form = {"step": "5", "as": "samurai"}
    assert strict.post(f"/games/{game.public_id}/branch/", form).status_code == 403
    strict.get(f"/games/{game.public_id}/branch/?step=5")
    token = strict.cookies["csrftoken"].value
    answer = strict.post(f"/games/{game.public_id}/branch/", {**form, "csrfmiddlewaretoken": token})
    assert answer.status_code == 302
    assert play(strict, Branch.objects.get(), event=json.dumps(SNIFF)).status_code == 403
    assert Branch.objects.get().n_events == 0


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({"event": "{"}, 422), ({"event": "[1]"}, 422), ({"event": "x" * 5000}, 422),
        ({"event": '{"type":"draw","object":"urn"}'}, 422), ({"action": "undo"}, 409),
        ({"event": '{"type":"discover"}', "after": "7"}, 409), ({"action": "what"}, 400),
        ({"action": "name", "name": "n" * 81}, 422), ({}, 422),
    ],
)  # fmt: skip
def test_invalid_actions_have_an_error(
    client: Client, branch: Branch, form: Any, status: int
) -> None:
    answer = play(client, branch, **form)
    assert answer.status_code == status
    assert 'class="note note-bad" role="alert"' in answer.content.decode()
    assert Branch.objects.get().n_events == 0


@pytest.mark.parametrize("query", ["?step=x", "?as=cat", "?chosen=x", "?step=٣", "?belief=x"])
def test_invalid_parameters_are_400(client: Client, branch: Branch, query: str) -> None:
    text = page(client, f"{branch.get_absolute_url()}{query}", 400)
    assert "Part of this link is invalid" in text


@pytest.mark.parametrize("step", ["x", "-1", "99999999999"])
def test_invalid_steps_are_refused(client: Client, step: str, game: Game) -> None:
    answer = client.post(f"/games/{game.public_id}/branch/", {"step": step, "as": "public"})
    assert answer.status_code in (400, 422)
    assert not Branch.objects.exists()


def test_an_unfinished_game_explains_that_it_has_no_variations(client: Client) -> None:
    game = store_game(json_log(events=CHASE["events"][:5]))
    assert "may still be in progress" in page(client, f"/games/{game.public_id}/branch/?step=3")
    answer = client.post(f"/games/{game.public_id}/branch/", {"step": "3", "as": "public"})
    assert answer.status_code == 403


def test_the_author_sees_the_step_of_the_address(client: Client, branch: Branch) -> None:
    text = page_of(client, branch, "?step=3")
    assert re.findall(r'<a\s[^>]*data-step="(\d+)"[^>]*aria-current="step"', text) == ["3"]
    assert "data-now>3<" in text.replace(" ", "")


@pytest.mark.parametrize(("path", "field"), [("branch", "name"), ("notes", "title")])
def test_a_refused_form_stays_filled(client: Client, path: str, field: str) -> None:
    form = {"step": "5", "as": "samurai", field: "x" * 500}
    answer = client.post(f"/games/{store_game().public_id}/{path}/", form)
    assert answer.status_code == 422
    shown = ('<option value="samurai" selected>', f'value="{"x" * 500}"')
    assert missing(answer.content.decode(), *shown) == []


def test_writes_are_throttled(client: Client, rates: Any, game: Game) -> None:
    rates(writes="3/min", new="1/day")
    branch = begun(client, game)
    again = client.post(f"/games/{game.public_id}/branch/", {"step": "5", "as": "public"})
    assert again.status_code == 429
    assert int(again["Retry-After"]) > 0
    assert [play(client, branch, action="name", name="x").status_code for _ in range(4)][-1] == 429
    get(client, branch.get_absolute_url())


def test_the_log_is_a_download(client: Client, branch: Branch) -> None:
    for form in ("json", "txt"):
        answer = get(client, f"{branch.get_absolute_url()}log.{form}")
        assert f"goryo-branch-{branch.public_id}.{form}" in answer["Content-Disposition"]
    get(client, f"{branch.get_absolute_url()}log.exe", 404)


@pytest.mark.parametrize("name", ['<script>alert("x")</script>', '"><img src=x onerror=alert(1)>'])
def test_names_are_escaped(client: Client, name: str) -> None:
    text = page_of(client, begun(client, store_game(), name=name))
    assert present(text, name, "<script>alert", "<img src=x") == []


def test_a_parent_with_an_invalid_id_is_not_found(client: Client) -> None:
    address = f"/games/{store_game().public_id}/branch/"
    for of in ("x", "../../etc"):
        get(client, address, 404, data={"of": of})
    get(client, address, 400, data={"of": "\x00"})


def test_a_lone_surrogate_is_not_a_choice() -> None:
    assert parse_choices('[["type","\\ud800"]]') is None
    assert parse_choices('[["type","move"]]') == (("type", "move"),)


def test_keys_are_valid_for_former_secret_keys_of_the_site(settings: Any) -> None:
    digest = digest_of("a key")
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "n" * 60
    assert fits("a key", digest)
    assert not fits("another", digest)
    settings.SECRET_KEY_FALLBACKS = []
    assert not fits("a key", digest)


def test_renaming_a_deleted_variation_is_refused(client: Client) -> None:
    branch, _ = replay_services.begin_branch(store_game(), 2, "omniscient")
    Branch.objects.all().delete()
    with pytest.raises(Refusal) as refused:
        replay_services.rename_branch(branch, "late")
    assert refused.value.status == 409
