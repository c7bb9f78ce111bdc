"""What costs is counted before it is worked out, and worked out once; keys to change things are the
browser's alone.
"""

import json
import random
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.test import Client

from games.core import branching
from games.core.choosing import Node
from games.registry import get_kind, judge, replay, simulate
from replays import services as replay_services
from replays.models import AnnotationSet, Branch
from replays.reads.cache import BoundedCache
from replays.web import replay_drawing, share_answers, share_films

from .branches import CHASE, Api, kept

pytestmark = pytest.mark.django_db
GORINTO = get_kind("gorinto")


@pytest.fixture(autouse=True)
def _nothing_drawn() -> None:
    """What was drawn for another test is forgotten."""
    replay_drawing._drawings.clear()
    share_answers._kept.clear()


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """The views and priors that were drawn."""
    made: list[tuple[str, str]] = []
    draw = replay_drawing.draw_replay

    def drawing(slug: str, game: Any, view: str, prior: str = "", fitted: Any = None) -> Any:
        made.append((view, prior))
        return draw(slug, game, view, prior, fitted)

    monkeypatch.setattr(replay_drawing, "draw_replay", drawing)
    return made


PAGES = (
    "/games/{id}/?belief=uniform&as=",
    "/games/{id}/step-3.svg?belief=uniform&as=",
    "/games/{id}/step-3.png?belief=uniform&as=",
    "/games/{id}/replay.gif?belief=uniform&from=3&to=4&as=",
    "/games/{id}/replay.html?belief=uniform&as=",
    "/games/{id}/share/?belief=uniform&as=",
    "/embed/{id}/?belief=uniform&as=",
    "/notes/{notes}/?belief=uniform&as=",
)


@pytest.mark.parametrize("page", PAGES)
def test_a_belief_is_counted_wherever_it_is_shown_before_it_is_worked_out(
    page: str, client: Client, rates: Any, drawn: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(share_films, "WIDE", 160)
    rates(belief="2/min")
    game = kept(CHASE)
    notes, _ = replay_services.begin_notes(game, "public")
    address = page.format(id=game.public_id, notes=notes.public_id)
    views = ("samurai", "goryo", "samurai", "public")
    assert [client.get(address + view).status_code for view in views] == [200, 200, 200, 429]
    assert ("public", "uniform") not in drawn
    plain = address.replace("belief=uniform&", "") + "public"
    assert client.get(plain).status_code == 200


@pytest.mark.parametrize("name", ["step-3.svg", "step-3.png", "card.png"])
def test_a_picture_is_counted_before_its_game_is_drawn(
    name: str, client: Client, rates: Any, drawn: list[Any]
) -> None:
    rates(pictures="1/min")
    game = kept(CHASE)
    assert client.get(f"/games/{game.public_id}/step-2.svg?as=goryo").status_code == 200
    answer = client.get(f"/games/{game.public_id}/{name}?as=public")
    assert (answer.status_code, drawn) == (429, [("goryo", "")])
    assert int(answer["Retry-After"]) <= 61


def test_what_is_too_heavy_to_be_kept_is_drawn_once_for_a_film(
    client: Client, drawn: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay_drawing, "_drawings", BoundedCache(max_count=128, max_bytes=10))
    monkeypatch.setattr(share_films, "WIDE", 160)
    game = kept(CHASE)
    assert client.get(f"/games/{game.public_id}/replay.gif").status_code == 200
    assert len(drawn) == 1


def test_a_film_looks_at_the_clock_before_each_step(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[int] = []
    clock = iter(range(0, 10_000, 10))
    shown = share_films.ready.shown

    def counted(drawing: Any, step: int, note: Any = None) -> Any:
        steps.append(step)
        return shown(drawing, step, note)

    monkeypatch.setattr(share_films.ready, "shown", counted)
    monkeypatch.setattr(share_films.time, "monotonic", lambda: next(clock))
    game = kept(CHASE)
    assert client.get(f"/games/{game.public_id}/replay.gif").status_code == 503
    assert len(steps) < 4


def test_what_may_be_played_is_told_only_so_often(rates: Any) -> None:
    rates(offers="2/min")
    api = Api()
    branch = api.begin(f"games/{kept(CHASE).public_id}", 4)
    path = f"branches/{branch['id']}/legal/"
    assert [api.send("GET", path).status_code for _ in range(3)] == [200, 200, 429]
    page = f"/branches/{branch['id']}/"
    author = Client()
    assert author.get(page).status_code == 200  # nobody else is offered anything
    author.cookies[f"edit_{branch['id']}_en"] = branch["edit_key"]
    answer = author.get(page)
    assert answer.status_code == 429
    assert b'name="event"' not in answer.content


def test_a_write_beyond_the_beliefs_is_played_and_says_when_to_ask(rates: Any) -> None:
    rates(belief="1/min")
    api = Api()
    branch = api.begin(f"games/{kept(CHASE).public_id}", 3, **{"as": "samurai"})
    move = {"type": "move", "samurai": "green", "to": "b3"}
    first = api.play(branch, event=move).json()
    assert first["step"]["belief"]["hypotheses"] > 0
    assert "belief_waits" not in first
    second = api.play(branch, event={"type": "search", "samurai": "green"}).json()
    assert (second["n_events"], "belief" in second["step"]) == (2, False)
    assert 0 < second["belief_waits"] <= 61


def test_writes_of_a_game_without_secrets_count_no_beliefs(rates: Any) -> None:
    rates(belief="1/min")
    api, log = Api(), simulate("gorinto", "2p-tactical", "1", random.Random(1))
    branch = api.begin(f"games/{kept(json.loads(log.canonical())).public_id}", 0)
    for _ in range(3):
        answer = api.play(branch, decide="chance")
        assert answer.status_code == 201
        assert "belief_waits" not in answer.json()


# ------------------------------------------------------- what is legal where nobody counts it all


def refused_at(due: str) -> Any:
    """The finding about an event that says nothing where this is due."""
    for ruleset in GORINTO.identity.rulesets:
        game = replay(simulate("gorinto", ruleset, "1", random.Random(2)))
        for step in game.steps:
            if step.entry.plain["type"] == due:
                events = [dict(e.plain) for e in game.record.entries[: step.number - 1]]
                header = {k: v for k, v in game.record.header.items() if k != "outcome"}
                bad = {"type": "coin", "side": "sun"} if due != "coin" else {}
                log = {**header, "events": [*events, bad]}
                (judged,) = judge(json.dumps(log).encode())
                return step.before, judged.findings[0]
    raise LookupError(due)


@pytest.mark.parametrize(("due", "most"), [("fill", 5), ("kitsune", 16)])
def test_a_refusal_names_what_is_due_from_all_there_is(due: str, most: int) -> None:
    state, finding = refused_at(due)
    firsts = {words.split()[1] for words in finding.legal if words.startswith(f"{due} ")}
    every = {
        GORINTO.log.notation.format_event(GORINTO.log.codec.plain_event(event))[1]
        for event in GORINTO.rules.decisions.listed(state, {})
        if GORINTO.log.codec.plain_event(event)["type"] == due
    }
    assert firsts <= every
    assert len(firsts) == min(len(every), len(firsts))
    assert len(firsts) > most // 2
    for event in GORINTO.rules.decisions.listed(state, {}):
        assert GORINTO.rules.engine.violation(state, event) is None


def test_the_tiles_of_the_kitsune_are_chosen_one_after_the_other() -> None:
    state, _ = refused_at("kitsune")
    chosen: Any = (("type", "kitsune"),)
    seen: list[Any] = []
    while True:
        at: Node = branching.choose(GORINTO, state, "public", chosen)
        assert at.is_complete
        if at.whole is not None:
            break
        seen.append(at.choices[-1].value)
        chosen = (*at.chosen, (at.choices[-1].path, at.choices[-1].value))
    assert at.whole["tiles"][: len(seen)] == seen
    assert (
        GORINTO.rules.engine.violation(state, GORINTO.log.codec.read_event(dict(at.whole))) is None
    )


# ------------------------------------------------------------------------------- keys of browsers


def begin_both(client: Client) -> tuple[Branch, AnnotationSet, list[Any]]:
    game = kept(CHASE)
    answers = [
        client.post(f"/games/{game.public_id}/branch/", {"step": "3", "as": "samurai"}),
        client.post(f"/games/{game.public_id}/notes/", {"step": "3", "as": "samurai"}),
    ]
    return Branch.objects.get(), AnnotationSet.objects.get(), answers


def test_the_site_keeps_no_key_that_could_be_read(client: Client) -> None:
    branch, notes, answers = begin_both(client)
    for made, answer in zip((branch, notes), answers, strict=True):
        key = answer.cookies[f"edit_{made.public_id}_en"].value
        assert key
        assert key not in str(made.__dict__)
        assert all(key not in str(row.get_decoded()) for row in Session.objects.all())


def test_a_key_is_sent_to_its_own_page_alone(client: Client) -> None:
    branch, notes, answers = begin_both(client)
    for made, answer in zip((branch, notes), answers, strict=True):
        headers = [morsel.OutputString() for morsel in answer.cookies.values()]
        cookies = [header for header in headers if header.startswith("edit_")]
        for place in ("", "/it"):
            (cookie,) = [one for one in cookies if f"Path={place}{made.get_absolute_url()};" in one]
            assert "HttpOnly" in cookie
            assert "SameSite=Lax" in cookie


def test_who_made_it_may_change_it_in_either_language(client: Client) -> None:
    branch, notes, _ = begin_both(client)
    for name in [name for name in client.cookies if name.endswith("_en")]:
        del client.cookies[name]
    pages = [f"/it{made.get_absolute_url()}" for made in (branch, notes)]
    for page, words in zip(pages, (b'value="delete"', b'value="save"'), strict=True):
        assert words in client.get(page).content


def test_two_pages_that_begin_at_once_keep_both_keys() -> None:
    """Two tabs of a browser that has nothing yet: neither answer knows of the other."""
    game, jar = kept(CHASE), {}
    for _ in range(2):
        tab = Client()
        answer = tab.post(f"/games/{game.public_id}/branch/", {"step": "3", "as": "samurai"})
        jar |= {name: morsel.value for name, morsel in answer.cookies.items()}
    browser = Client()
    for name, value in jar.items():
        browser.cookies[name] = value
    for branch in Branch.objects.all():
        page = browser.get(branch.get_absolute_url()).content
        assert b"Delete this variation" in page


def test_what_is_deleted_leaves_no_key(client: Client) -> None:
    branch, notes, _ = begin_both(client)
    for made in (branch, notes):
        answer = client.post(made.get_absolute_url(), {"action": "delete"})
        assert answer.status_code == 302
        assert answer.cookies[f"edit_{made.public_id}_it"]["max-age"] == 0
