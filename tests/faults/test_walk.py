"""The walk of all routes: every answer in every world (`worlds.py`) is held to the same rules.

Each address is requested once per state of a world. A route is walked the day it is added.
"""

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from django.db import transaction
from rest_framework.throttling import SimpleRateThrottle

from games.registry import KINDS
from tests.architecture.test_language import RETIRED
from tests.faults.worlds import GORYO, WORLDS, World
from tests.support.deep import IS_DEEP, turn
from tests.support.marked import unmarked
from tests.support.walk import Answer, clear_text_caches, differing, draw_once, timeless
from tests.unit.replays.test_secrets import TWINS

pytestmark = pytest.mark.slow
_walked: dict[str, World] = {}


@pytest.fixture
def world(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, db: None) -> World:
    """The answers of a world; its games are no longer in the database."""
    if request.param not in _walked:
        draw_once(monkeypatch)
        monkeypatch.setitem(SimpleRateThrottle.THROTTLE_RATES, "lists", None)
        with transaction.atomic():
            _walked[request.param] = WORLDS[request.param]()
            transaction.set_rollback(True)
        clear_text_caches()
    return _walked[request.param]


def in_worlds(*names: str) -> Any:
    """Run a test for these worlds."""
    return pytest.mark.parametrize("world", names, indirect=True)


UNFINISHED_TWINS = turn(["goryo", "kyoto"], 2)
"""The walk of such a world takes longest, so each day has one."""
every_world = in_worlds(*UNFINISHED_TWINS, "kyoto finished", "season")
the_season = in_worlds("season")


def answers(world: World, *states: str) -> Iterator[tuple[str, Answer]]:
    """Yield address and answer in these states of a world, else in all."""
    for state in states or world.states:
        for address, answer in world.states[state].items():
            yield f"{state}: {address}", answer


def pages(world: World, *states: str) -> Iterator[tuple[str, str]]:
    """Yield address and text of the HTML pages."""
    for address, answer in answers(world, *states):
        if answer.media_type == "text/html":
            yield address, answer.content.decode()


@every_world
def test_every_answer_is_an_answer(world: World) -> None:
    """No internal error at any address, whatever the state."""
    assert [address for address, answer in answers(world) if answer.status >= 500] == []
    assert sum(answer.status == 200 for _, answer in answers(world)) > 100


@in_worlds(*UNFINISHED_TWINS, "kyoto finished")
def test_twin_games_have_equal_answers(world: World) -> None:
    """A092: games that differ only in hidden information are equal in every byte, by every route
    and in every view without it.
    """
    first, second = world.states.values()
    assert len(first) > 100
    n_least = 50 if all("as=" in address for address in first) else 100
    assert sum(answer.status == 200 for answer in first.values()) > n_least
    assert differing(first, second) == []


@in_worlds(*UNFINISHED_TWINS)
def test_twins_are_walked_in_italian(world: World) -> None:
    assert sum(address.startswith("/it/") for address in world.states["first"]) > 50


def test_the_comparison_of_twins_can_fail() -> None:
    """The same games, finished: their full views are open, and differ."""
    steps = f"/api/v1/games/{'g' * 12}/steps/"
    resigned = [{"type": "resign", "role": "goryo"}]
    ended = [{**log, "events": [*log["events"], *resigned]} for log in TWINS]
    assert differing(*(GORYO.answers(log, steps.__eq__) for log in ended)) == [steps]


@in_worlds(*UNFINISHED_TWINS, "kyoto finished")
def test_head_requests_have_the_headers_of_get_and_no_content(world: World) -> None:
    n_heads = 0
    for state in world.states.values():
        for address, answer in state.items():
            if address.startswith("HEAD "):
                n_heads += 1
                expected = state[address.removeprefix("HEAD ")]
                assert (answer.status, answer.content) == (expected.status, b""), address
                assert answer.status != 200 or answer.headers == expected.headers, address
    assert n_heads > 0


NAMES = {
    *(kind.title for kind in KINDS.values()),
    *("Samurai", "House palace", "house-1", "Peak", "peak", "kyoto-recon-1"),
    *("Hanamikoji, reconstructed", "Jane", "John", "Ann", "Ben", "Cy", "Di"),
    *("Bot Kaede", "Bot Sakon", "BG Stats", "BoardGameGeek"),
    *("CC0 1.0 Universal", "games.parquet", "facts.parquet"),
    *("boards.ndjson", "baselines.ndjson", "steps.parquet", "BibTeX"),
    *("the first plan", "a note of the chase", "seen by all", "a plan was made"),  # notes
}


@every_world
def test_italian_pages_contain_only_text_marked_for_translation(world: World) -> None:
    """Linked pages are not examined: which of them are visited changes with the date."""
    english, n_examined = {}, 0
    for address, text in pages(world):
        if ": /it/" in address and not address.startswith("links: "):
            n_examined += 1
            ids = {part for i in re.findall(r"/games/([\w-]{12})/", text) for part in (i, i[:4])}
            if rest := unmarked(text, NAMES | ids):
                english[address] = rest
    assert english == {}
    assert n_examined > 10


FITTED = re.compile(r'<text class="room"[^>]*>')
"""The names of rooms, whose size depends on their length."""
COORDINATES = re.compile(
    r" (?:d|x|y|x1|x2|y1|y2|cx|cy|r|dx|dy|width|height|points|transform|viewBox|fill-opacity|min"
    r'|max|datetime|data-(?:step|go|cell|max-mib))="([^"]*[0-9][^"]*)"'
)


@every_world
def test_coordinates_do_not_depend_on_the_language(world: World) -> None:
    n_compared = 0
    for state in ("first", "after"):
        found = dict(pages(world, state)) if state in world.states else {}
        for address, italian in found.items():
            english = found.get(address.replace(": /it/", ": /"))
            if english is not None:
                n_compared += 1
                found_in = [COORDINATES.findall(FITTED.sub("", t)) for t in (italian, english)]
                assert found_in[0] == found_in[1], address
    assert n_compared > 10


@every_world
def test_no_page_has_an_empty_link(world: World) -> None:
    assert [address for address, text in pages(world) if re.search(r'<a\s[^>]*href=""', text)] == []


@every_world
def test_pages_contain_no_retired_terms(world: World) -> None:
    for address, text in pages(world):
        if "nobody" in address:  # the page quotes its address
            continue
        shown = re.sub(r"(?s)<(script|style|textarea|pre|code).*?</\1>|<[^>]*>", " ", text)
        assert not RETIRED.findall(unescape(shown).replace("Kifu House", "")), address


def intervals(body: Any) -> Iterator[dict[str, Any]]:
    """Yield every number with an interval, as value, low, high, and k and n if it is a share."""
    if isinstance(body, dict):
        if {"low", "high"} <= set(body):
            yield {"value": None, **body}
        if {"mean", "mean_low", "mean_high"} <= set(body):
            yield {key: body[name] for key, name in (
                ("value", "mean"), ("low", "mean_low"), ("high", "mean_high"),
            )}  # fmt: skip
    for inner in body.values() if isinstance(body, dict) else body:
        if isinstance(inner, dict | list):
            yield from intervals(inner)


def numbers(world: World, state: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield address and number of every interval in the JSON answers of a state."""
    for address, answer in answers(world, state):
        for number in intervals(answer.body or {}):
            yield address, number


@the_season
def test_every_interval_contains_its_number_and_is_not_a_point(world: World) -> None:
    """A125"""
    n_intervals = 0
    for address, number in numbers(world, "after"):
        value, low, high = number["value"], number["low"], number["high"]
        if low is None or high is None:
            assert (low, high) == (None, None), address
            continue
        n_intervals += 1
        assert low < high, (address, number)
        assert value is None or low <= value <= high, (address, number)
        if {"k", "n"} <= set(number):
            assert low >= 0, (address, number)
            assert high <= 1, (address, number)
            assert value == pytest.approx(number["k"] / number["n"]), (address, number)
    assert n_intervals > (150 if IS_DEEP else 80)


@the_season
@pytest.mark.parametrize("state", ["empty", "no game fits"])
def test_without_games_no_answer_contains_a_number(world: World, state: str) -> None:
    """A126, A148: no game yet, and filters that no game fits."""
    expected = {200, 302, 404} if state == "empty" else {200, 302, 400, 404}
    for address, answer in answers(world, state):
        assert answer.status in expected, address
        if answer.media_type == "image/png":
            continue
        text = answer.content.decode()
        assert not re.search(r"(?i:\b(nan|inf|infinity|undefined)\b)|>None<", text), address
    found = [number for _, number in numbers(world, state)]
    assert found
    assert all(one["low"] is one["high"] is one["value"] is None for one in found)


@the_season
def test_pages_with_numbers_name_what_counts_and_the_time(world: World) -> None:
    """A135"""
    dated = {address: text for address, text in pages(world, "after") if ">As of" in text}
    english = {
        address: unescape(text)
        for address, text in dated.items()
        if address.startswith("after: /stats/") and "/ratings/" not in address
    }
    assert len(english) > (25 if IS_DEEP else 10)
    for address, text in english.items():
        assert re.search(r'As of <time datetime="\d{4}-\d\d-\d\dT', text), address
        assert "Every public game that the engine accepts" in text, address
    bodies = [(address, answer.body or {}) for address, answer in answers(world, "after")]
    versioned = {a: body for a, body in bodies if "/stats/" in a and "versions" in body}
    assert len(versioned) > 10
    for address, body in versioned.items():
        assert body["inclusion"], address
        assert re.match(r"\d{4}-\d\d-\d\dT", body["as_of"]), address


def without_revision(answer: Answer) -> bytes:
    return re.sub(rb'"revision": ?\d+', b"", timeless(answer.content))


@the_season
def test_removed_games_leave_no_trace(world: World) -> None:
    """A136, A138: every number of every answer is what it was before, to the last unit, and no
    page names a game that was deleted or withdrawn.
    """
    before, between, after = (
        {address: without_revision(answer) for address, answer in some}
        for some in (world.states[name].items() for name in ("before", "between", "after"))
    )
    changed = [address for address in between if between[address] != before[address]]
    assert len(changed) > len(between) / 3
    assert [address for address in before if after[address] != before[address]] == []
    assert any(name.encode() in between["/api/v1/games/"] for name in world.removed)
    for address, content in after.items():
        assert [name for name in world.removed if name.encode() in content] == [], address


@the_season
def test_no_link_is_dead(world: World) -> None:
    """A138"""
    links = world.states["links"]
    assert sum("/games/" in link for link in links) > 5
    assert [link for link, answer in links.items() if answer.status not in {200, 302}] == []


@the_season
def test_wrong_parameters_are_refused_everywhere(world: World) -> None:
    """A158, A163: 400, or 404 if there is no such page; never the answer without the parameter."""
    wrong = world.states["wrong"]
    assert [address for address, answer in wrong.items() if answer.status not in {400, 404}] == []
    assert sum(answer.status == 400 for answer in wrong.values()) > (1000 if IS_DEEP else 300)
    assert all(any(f"/{slug}/" in address for address in wrong) for slug in KINDS)
