"""The page of a branch: every control is a form or a link, a cookie holds the key, and nothing
that somebody typed is markup.
"""

import json
import re
from typing import Any

import pytest
from django.test import Client

from replays import services as replay_services
from replays.models import Branch, Game
from replays.web import replay_drawing

from .branches import CHASE, kept
from .logs import json_log

pytestmark = pytest.mark.django_db

SNIFF = {"type": "sniff", "samurai": "green", "space": "b2"}


def begun(client: Client, game: Game, step: int = 5, view: str = "samurai", **more: str) -> Branch:
    form = {"step": str(step), "as": view, **more}
    answer = client.post(f"/games/{game.public_id}/branch/", form)
    branch = Branch.objects.latest("id")
    assert answer.status_code == 302
    assert answer["Location"] == f"/branches/{branch.public_id}/#board"
    return branch


def page_of(client: Client, branch: Branch, query: str = "") -> str:
    answer = client.get(f"{branch.get_absolute_url()}{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def play(client: Client, branch: Branch, **form: Any) -> Any:
    return client.post(branch.get_absolute_url(), form)


def test_from_the_game_to_a_branch_and_on(client: Client) -> None:
    game = kept(CHASE)
    ask = client.get(f"/games/{game.public_id}/branch/?step=5&as=samurai").content.decode()
    assert '<option value="samurai" selected>' in ask
    assert "sessionid" not in client.cookies
    branch = begun(client, game, name="another way")
    page = page_of(client, branch)
    assert "another way" in page
    assert 'name="robots" content="noindex"' in page
    buttons = re.findall(r'name="event" value="([^"]*)"', page)
    assert json.dumps(SNIFF, separators=(",", ":")).replace('"', "&quot;") in buttons
    answer = play(client, branch, event=json.dumps(SNIFF), after="0")
    assert answer.status_code == 302
    page = page_of(client, branch)
    assert "green sniff b2 yes" in page
    assert "answered by the game&#x27;s secrets" in page
    assert play(client, branch, action="undo", after="1").status_code == 302
    assert page_of(client, branch).count("No moves yet.") == 1


def test_an_assumed_answer_is_said_on_the_page(client: Client) -> None:
    branch = begun(client, kept(CHASE))
    play(client, branch, event=json.dumps({**SNIFF, "answer": False}))
    page = page_of(client, branch)
    assert "<b>Counterfactual.</b>" in page
    assert "green sniff b2 no" in page


def test_what_could_be_known_is_drawn_on_a_branch_and_stays_on(client: Client) -> None:
    branch = begun(client, kept(CHASE))
    page = page_of(client, branch, "?belief=uniform")
    assert 'data-belief="uniform"' in page
    action = f"{branch.get_absolute_url()}?belief=uniform"
    assert f'action="{action}"' in page
    answer = client.post(action, {"event": json.dumps(SNIFF)})
    assert answer["Location"] == f"{action}#board"
    shaded = json.loads(page_data(client, f"{action}&step=6"))["frames"][6]["shades"]
    assert shaded


def test_what_could_be_known_is_worked_out_only_so_often(client: Client, rates: Any) -> None:
    branch = begun(client, kept(CHASE))
    replay_drawing._drawings.clear()  # other tests draw the same
    rates(belief="2/min")
    address = f"{branch.get_absolute_url()}?belief=uniform&as="
    views = ("samurai", "goryo", "samurai", "public")
    assert [client.get(address + view).status_code for view in views] == [200, 200, 200, 429]
    assert client.get(branch.get_absolute_url()).status_code == 200


def page_data(client: Client, address: str) -> str:
    page = client.get(address).content.decode()
    return page.split('id="replay-data">')[1].split("</script>")[0]


def test_what_is_not_yours_to_choose_can_only_be_decided(client: Client) -> None:
    branch = begun(client, kept(CHASE), step=2)
    page = page_of(client, branch)
    assert "It is not your choice in this view" in page
    assert 'name="event" value="{&quot;type&quot;:&quot;plan' not in page
    assert play(client, branch, action="game").status_code == 302
    assert "plan</a>" in own(client, branch)
    assert "c3" not in own(client, branch)


def own(client: Client, branch: Branch) -> str:
    """The part of the page that lists the branch's own events."""
    return page_of(client, branch).split("<h2>About this variation</h2>")[1].split("log as JSON")[0]


def test_choices_open_one_after_the_other_without_a_script(client: Client) -> None:
    branch = begun(client, kept(CHASE), step=2, view="goryo")
    page = page_of(client, branch)
    way = ""
    for _ in range(12):
        links = re.findall(r'data-choose href="([^"]*)#play"', page)
        if not links:
            break
        way = links[0].replace("&amp;", "&")
        answer = client.get(way)
        assert answer.status_code == 200
        page = answer.content.decode()
    values = re.findall(r'name="event" value="([^"]*)"', page)
    event = json.loads(values[0].replace("&quot;", '"'))
    assert event["type"] == "plan"
    assert play(client, branch, event=json.dumps(event)).status_code == 302


def test_only_the_browser_that_made_it_changes_it_and_anybody_branches_it(client: Client) -> None:
    branch = begun(client, kept(CHASE))
    other = Client()
    page = page_of(other, branch)
    assert "Only the browser that created this variation can change it" in page
    assert 'name="event"' not in page
    for form in ({"event": json.dumps(SNIFF)}, {"action": "delete"}, {"action": "undo"}):
        assert play(other, branch, **form).status_code == 403
    play(client, branch, event=json.dumps(SNIFF))
    second = begun(other, branch.game, step=6, of=branch.public_id)
    assert second.parent == branch
    assert "green sniff b2 yes" in page_of(other, second)
    assert play(client, branch, action="delete").status_code == 302
    assert client.get(branch.get_absolute_url()).status_code == 404
    assert "green sniff b2 yes" in page_of(other, second)


def test_a_form_from_elsewhere_is_refused() -> None:
    strict = Client(enforce_csrf_checks=True)
    game = kept(CHASE)
    form = {"step": "5", "as": "samurai"}
    assert strict.post(f"/games/{game.public_id}/branch/", form).status_code == 403
    strict.get(f"/games/{game.public_id}/branch/?step=5")
    token = strict.cookies["csrftoken"].value
    answer = strict.post(f"/games/{game.public_id}/branch/", {**form, "csrfmiddlewaretoken": token})
    assert answer.status_code == 302
    branch = Branch.objects.get()
    assert play(strict, branch, event=json.dumps(SNIFF)).status_code == 403
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
def test_what_cannot_be_done_is_said_on_the_page(
    client: Client, form: dict[str, str], status: int
) -> None:
    branch = begun(client, kept(CHASE))
    answer = play(client, branch, **form)
    assert answer.status_code == status
    assert 'class="notice notice-error" role="alert"' in answer.content.decode()
    assert Branch.objects.get().n_events == 0


@pytest.mark.parametrize("query", ["?step=x", "?as=cat", "?chosen=x", "?step=٣", "?belief=x"])
def test_an_address_that_says_nothing_still_shows_the_branch(client: Client, query: str) -> None:
    branch = begun(client, kept(CHASE))
    answer = client.get(f"{branch.get_absolute_url()}{query}")
    assert answer.status_code == 400
    assert "Part of this link is invalid" in answer.content.decode()


@pytest.mark.parametrize("step", ["x", "-1", "99999999999"])
def test_a_beginning_without_a_step_is_refused(client: Client, step: str) -> None:
    game = kept(CHASE)
    answer = client.post(f"/games/{game.public_id}/branch/", {"step": step, "as": "public"})
    assert answer.status_code in (400, 422)
    assert not Branch.objects.exists()


def test_an_unfinished_game_says_why_nobody_plays_on(client: Client) -> None:
    game = kept(json_log(events=CHASE["events"][:5]))
    page = client.get(f"/games/{game.public_id}/branch/?step=3").content.decode()
    assert "may still be in progress" in page
    answer = client.post(f"/games/{game.public_id}/branch/", {"step": "3", "as": "public"})
    assert answer.status_code == 403


def test_who_does_too_much_is_told_to_wait(client: Client, rates: Any) -> None:
    rates(writes="3/min", new="1/day")
    game = kept(CHASE)
    branch = begun(client, game)
    again = client.post(f"/games/{game.public_id}/branch/", {"step": "5", "as": "public"})
    assert again.status_code == 429
    answers = [play(client, branch, action="name", name="x").status_code for _ in range(4)]
    assert answers[-1] == 429
    assert client.get(branch.get_absolute_url()).status_code == 200


def test_the_log_is_a_file_of_the_branch(client: Client) -> None:
    branch = begun(client, kept(CHASE))
    for form in ("json", "txt"):
        answer = client.get(f"{branch.get_absolute_url()}log.{form}")
        assert answer.status_code == 200
        assert f"goryo-branch-{branch.public_id}.{form}" in answer["Content-Disposition"]
    assert client.get(f"{branch.get_absolute_url()}log.exe").status_code == 404


@pytest.mark.parametrize("name", ['<script>alert("x")</script>', '"><img src=x onerror=alert(1)>'])
def test_a_name_is_never_markup(client: Client, name: str) -> None:
    branch = begun(client, kept(CHASE), name=name)
    page = page_of(client, branch)
    assert name not in page
    assert "<script>alert" not in page
    assert "<img src=x" not in page


def test_a_withdrawn_game_takes_its_branches_along(client: Client) -> None:
    branch = begun(client, kept(CHASE))
    replay_services.withdraw(branch.game)
    assert client.get(branch.get_absolute_url()).status_code == 404
    assert play(client, branch, action="undo").status_code == 404
