"""`POST /api/v1/legal/`: what can be played after a log, for programs that play."""

import json
import random
from typing import Any

import pytest
from django.test import Client

from games.core.choosing import CHOICES_MAX, SEARCHED_MAX
from games.registry import KINDS, judge, simulate
from replays.models import Upload
from replays.rest import legal
from tests.benchmarks.costs_data import dense_board
from tests.unit.replays.logs import FINISHED, REFUSED, UNFINISHED

pytestmark = pytest.mark.django_db
LEGAL = "/api/v1/legal/"


def ask(log: Any, query: str = "", status: int = 200) -> Any:
    """Return the answer for a log, text or an object."""
    data = log.encode() if isinstance(log, str) else json.dumps(log).encode()
    kind = "text/plain" if isinstance(log, str) else "application/json"
    answer = Client().generic("POST", f"{LEGAL}?{query}", data, kind)
    assert answer.status_code == status, answer.content
    return answer.json()


@pytest.mark.parametrize("slug", KINDS)
def test_the_next_event_is_offered_and_each_offer_is_legal(slug: str) -> None:
    ruleset = KINDS[slug].identity.rulesets[0]
    whole = json.loads(simulate(slug, ruleset, "legal", random.Random(5)).canonical())
    n_listed = 0
    for end in range(1, len(whole["events"]), 5):
        cut = {**whole, "events": whole["events"][:end]}
        cut.pop("outcome", None)
        body = ask(cut)
        assert body["step"] == end
        assert body["due"]
        if body["events"] and body["complete"] and not body["is_chance"]:
            assert whole["events"][end] in [offered["event"] for offered in body["events"]]
        for offered in body["events"][:3]:
            n_listed += 1
            played = {**cut, "events": [*cut["events"], offered["event"]]}
            assert next(judge(json.dumps(played).encode())).findings == (), offered
    assert n_listed > 5


def test_parts_are_chosen_one_after_another() -> None:
    chosen: list[Any] = []
    while True:
        body = ask(UNFINISHED, f"chosen={json.dumps(chosen)}")
        if body["whole"] or not body["choices"]:
            break
        first = body["choices"][0]
        chosen = [*body["chosen"], [first["path"], first["value"]]]
    assert body["whole"]["type"] == body["due"]


def test_a_finished_game_has_no_next_event() -> None:
    body = ask(FINISHED)
    assert (body["due"], body["events"], body["choices"]) == (None, [], [])


def test_errors_are_those_of_an_upload_and_nothing_is_stored() -> None:
    body = ask(REFUSED, status=422)
    assert body["findings"][0]["legal"]
    assert ask(f"{FINISHED}\n\n{FINISHED}", status=400)["code"] == "bad_body"
    assert ask("", status=422)["detail"] == "This file contains no game."
    assert ask(FINISHED, "as=nothing", 400)["error"]["parameter"] == "as"
    assert ask(FINISHED, "chosen=x", 400)["error"]["parameter"] == "chosen"
    sheet = FINISHED.replace("\n\n", '\n[KnownBy "goryo"]\n\n', 1).replace("resign samurai\n", "")
    assert ask(sheet)["due"] or ask(sheet, status=400)["code"] == "not_exact"
    assert Upload.objects.count() == 0


def test_requests_are_limited(rates: Any) -> None:
    rates(offers="1/min")
    ask(FINISHED)
    assert ask(FINISHED, status=429)["code"] == "throttled"


def test_results_are_stored_for_each_client(monkeypatch: pytest.MonkeyPatch) -> None:
    """Asking again is free, but no client notices what another one has asked."""
    legal._results.clear()
    examined: list[str] = []
    choose = legal.branching.choose

    def counted(*args: Any) -> Any:
        examined.append("once")
        return choose(*args)

    monkeypatch.setattr(legal.branching, "choose", counted)
    first = ask(UNFINISHED)
    assert (ask(UNFINISHED), len(examined)) == (first, 1)
    other = Client(REMOTE_ADDR="192.0.2.7").generic("POST", LEGAL, UNFINISHED, "text/plain")
    assert (other.json(), len(examined)) == (first, 2)
    for query in ("as=samurai", 'chosen=[["type","move"]]'):
        ask(UNFINISHED, query)
    assert len(examined) == 4
    assert ask(f"{{ {'x' * legal.MAX_BYTES} }}", status=413)["error"]["limit"] == legal.MAX_BYTES


def test_results_are_bounded_and_say_so() -> None:
    """A board with very many routes: what is listed has a limit, and the answer says it is cut."""
    log = json.loads(simulate("goryo", "2024", "legal", random.Random(5)).canonical())
    log = {**log, "board": dense_board(), "events": log["events"][:1]}
    log.pop("outcome", None)
    log["events"].append({"type": "haunt", "object": "fan", "space": "b1"})
    body = ask(log)
    assert (body["due"], body["complete"], body["events"]) == ("plan", False, [])
    assert body["total"] == SEARCHED_MAX
    assert len(body["choices"]) <= CHOICES_MAX
