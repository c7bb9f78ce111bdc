"""Two sites that differ only in what one owner hides give everyone else equal answers (4.3, 5.5).

On both sites the owner `a` stored an unfinished record. On the first it is the same game as the one
that the others upload; on the second its hidden plan is another one. Whatever the others send and
read, with and without a key, the answers agree byte by byte, times aside, and so does the
number of database queries.
"""

import base64
import json
import random
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import NamedTuple

import pytest
from django.core.cache import cache as site_cache
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from analytics import services as stats_services
from games.goryo.rules.board import default_board
from games.registry import judge
from tests.support.deep import turn
from tests.support.openapi import JSON
from tests.support.walk import timeless
from tests.unit.replays import kyoto_twins

from . import driver, generate
from .driver import GAMES, Json

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


class Observer:
    """Everything that others than the hidden owner receive, in order."""

    def __init__(self, hidden_id: str) -> None:
        self.hidden_id = hidden_id
        self.received: list[tuple[str, int, str, bytes]] = []
        self.n_queries: list[int] = []

    def request(
        self, method: str, path: str, body: bytes = b"", uploader: str | None = None
    ) -> Json | None:
        """Send a request and store what comes back."""
        with CaptureQueriesContext(connection) as queries:
            response = Client(raise_request_exception=False).generic(
                method, path, body, "application/octet-stream", headers=driver.headers_of(uploader)
            )
        content = timeless(response.content)
        location = response.headers.get("Location", "")
        self.received.append((f"{method} {path}", response.status_code, location, content))
        self.n_queries.append(len(queries))
        is_json = response.headers.get("Content-Type", "") in JSON
        return json.loads(response.content) if is_json else None

    def send(self, content: driver.Content, uploader: str | None, query: str = "") -> str:
        """Upload, and return the id of the game if the answer has one."""
        body = self.request("POST", f"{GAMES}{query}", driver.encode(content), uploader) or {}
        return str(body.get("id", ""))


@contextmanager
def numbered_ids() -> Iterator[None]:
    """Random ids are the same on every site, in the order in which they are made."""
    rng = random.Random("ids")

    def token(n_bytes: int = 32) -> str:
        return base64.urlsafe_b64encode(rng.randbytes(n_bytes)).rstrip(b"=").decode()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secrets, "token_urlsafe", token)
        yield


@contextmanager
def site_with(hidden: Json) -> Iterator[Observer]:
    """A site on which the owner `a` stored an unfinished record; it is gone afterwards."""
    site_cache.clear()
    with transaction.atomic(), numbered_ids():
        answer = driver.send(hidden, "a")
        assert answer.code == 201, answer.body
        yield Observer(answer.id)
        transaction.set_rollback(True)
    site_cache.clear()


def read_everything(observer: Observer, ids: list[str]) -> None:
    """Read lists, statistics, players and every page of the games, the hidden one included."""
    driver.settle()
    stats_services.fit_results()
    lists = (f"{GAMES}?simulated=all&limit=200", f"{GAMES}?finished=no", "/games/?simulated=all")
    kinds = [f"/api/v1/stats/{kind}/{name}/" for kind in ("goryo", "kyoto") for name in NUMBERS]
    for path in (*lists, *kinds, "/api/v1/players/", "/players/", "/"):
        observer.request("GET", path)
    for game_id in dict.fromkeys([*filter(None, ids), observer.hidden_id]):
        for path in ("", "steps/", "log/", "log/?form=text", "steps/?as=omniscient"):
            observer.request("GET", f"{GAMES}{game_id}/{path}", uploader="b")
        for path in ("", "log.json", "?step=3&as=goryo"):
            observer.request("GET", f"/games/{game_id}/{path}")


NUMBERS = ("roles", "ratings")


# ------------------------------------------------------------------------------------ twin games


def cut(log: Json) -> Json:
    """Return a game of Goryō up to a chase, of its last plan."""
    plans = [n for n, event in enumerate(log["events"]) if event["type"] == "plan"]
    ends = [n for n, event in enumerate(log["events"]) if n > plans[-1]]
    return {**log, "events": log["events"][: ends[0] + 2]}


def other_plan(log: Json) -> Json:
    """Return the same unfinished game with another hidden plan and bound type."""
    events = [dict(event) for event in log["events"]]
    last = max(n for n, event in enumerate(events) if event["type"] == "plan")
    plan = events[last]
    spaces = [space for space in default_board().data["spaces"] if space not in plan["route"]]
    plan["target"], plan["false_trail"] = [s for s in spaces if s != plan["target"]][:2]
    seen = {event["object"] for event in events[1:] if "object" in event}
    types = ["fan", "flower", "helmet", "lantern", "mask", "scroll", "urn", "vase"]
    free = [name for name in types if name not in {*seen, events[0]["object"]}]
    events[0]["object"] = free[0] if free else events[0]["object"]
    events[last + 1]["note"] = "hidden"
    return {**log, "events": events}


def goryo_worlds(seed: int) -> tuple[Json, Json, Json]:
    """Return a whole game, its beginning, and a beginning that differs only in hidden events."""
    rng = random.Random(f"twins {seed}")
    for _ in range(100):
        log = generate.goryo(rng)
        beginning = cut(log)
        twin = other_plan(beginning)
        if is_unfinished(beginning) and is_unfinished(twin):
            return log, beginning, twin
    raise AssertionError("no game of Goryō has a twin")


def is_unfinished(log: Json) -> bool:
    """Return whether a log is accepted and its game goes on."""
    (judged,) = judge(json.dumps(log).encode())
    return not judged.findings and judged.replay is not None and not judged.replay.is_over


def kyoto_worlds(_: int) -> tuple[Json, Json, Json]:
    """Return the same of Shadows in Kyoto: the agents, hands, draws and a mark are hidden."""
    one, other = kyoto_twins.TWINS
    return kyoto_twins.ended(one), one, other


WORLDS = {"goryo": goryo_worlds, "kyoto": kyoto_worlds}


# ---------------------------------------------------------------------------- what the others do


def partial(log: Json) -> Json:
    """Return what one side, or the table, recorded of a whole game."""
    is_goryo = log["game"] == "goryo"
    return generate.samurai_record(log) if is_goryo else generate.table_record(log)


def guess_it(observer: Observer, whole: Json, beginning: Json) -> list[str]:
    """Send the beginning as others, checked first."""
    for uploader in (None, "b"):
        observer.send(beginning, uploader, "?dry_run=1")
    return [observer.send(beginning, uploader) for uploader in (None, "b", "b", "c")]


def send_the_whole(observer: Observer, whole: Json, beginning: Json) -> list[str]:
    """Send the whole game of which the hidden record is the beginning."""
    for uploader in (None, "b"):
        observer.send(whole, uploader, "?dry_run=1")
    return [observer.send(whole, uploader) for uploader in ("b", "b", "c", None)]


def continue_their_own(observer: Observer, whole: Json, beginning: Json) -> list[str]:
    """Continue an own record of the same game, up to its end."""
    steps = [len(beginning["events"]) - n for n in (2, 1, 0)]
    records = [{**beginning, "events": beginning["events"][:n]} for n in steps]
    return [observer.send(record, "b") for record in [*records, whole, beginning, whole]]


def merge_partial_records(observer: Observer, whole: Json, beginning: Json) -> list[str]:
    """Merge a partial record with the whole; a third record names another player."""
    ids = [observer.send(partial(whole), "b"), observer.send(whole, "c")]
    players = [{**whole["players"][0], "name": "Someone Else"}, *whole["players"][1:]]
    return [*ids, observer.send({**whole, "players": players}, "d")]


def correct_it(observer: Observer, whole: Json, beginning: Json) -> list[str]:
    """Correct an own record so that it equals the hidden one, and try to correct the hidden one."""
    own = {**beginning, "events": beginning["events"][:-1]}
    own_id = observer.send(own, "b")
    for content in (beginning, whole):
        body = driver.encode(content)
        for uploader in (None, "b"):
            observer.request("PUT", f"{GAMES}{observer.hidden_id}/", body, uploader)
        observer.request("PUT", f"{GAMES}{own_id}/", body, "b")
    return [own_id]


def send_many(observer: Observer, whole: Json, beginning: Json) -> list[str]:
    """Send one file with the beginning, the whole, and a broken record."""
    broken = {**whole, "events": [*whole["events"], {"type": "discover"}]}
    observer.send([beginning, whole, broken], "b")
    observer.send([beginning, whole, broken], "b", "?dry_run=1")
    return []


ACTIONS = (
    guess_it,
    send_the_whole,
    continue_their_own,
    merge_partial_records,
    correct_it,
    send_many,
)
Act = Callable[[Observer, Json, Json], list[str]]


class Visit(NamedTuple):
    """What the others received on one site: for what they sent, with the number of queries of each
    request, and then for reading everything.
    """

    sent: list[tuple[str, int, str, bytes]]
    n_queries: list[int]
    read: list[tuple[str, int, str, bytes]]


@cache
def visits(act: Act, world: str) -> tuple[Visit, Visit]:
    """Do the same on the sites of two twins, and read everything: each day after every act on the
    sites of one game, on the next day of the other.
    """
    whole, *twins = WORLDS[world](0)
    is_read = (act, world) in turn(((act, world) for act in ACTIONS for world in WORLDS), 2)
    found = []
    for hidden in twins:
        with site_with(hidden) as observer:
            ids = act(observer, whole, twins[0])
            n_sent = len(observer.received)
            if is_read:
                read_everything(observer, ids)
            n_queries = observer.n_queries[:n_sent]
            found.append(Visit(observer.received[:n_sent], n_queries, observer.received[n_sent:]))
    return found[0], found[1]


@pytest.mark.parametrize("world", WORLDS)
@pytest.mark.parametrize("act", ACTIONS, ids=lambda act: act.__name__)
def test_other_viewers_cannot_distinguish_the_twins(act: Act, world: str) -> None:
    """Nor by time: the numbers of queries of each request they send are equal, too."""
    first, second = visits(act, world)
    assert len(first.sent) > 1
    assert len(first.read) == len(second.read)
    assert not first.read or len(first.read) > 10
    for one, other in zip(first.sent + first.read, second.sent + second.read, strict=True):
        assert one == other
    assert first.n_queries == second.n_queries


@pytest.mark.parametrize("world", WORLDS)
@pytest.mark.parametrize("act", ACTIONS, ids=lambda act: act.__name__)
def test_uploads_are_answered_as_if_no_hidden_record_existed(act: Act, world: str) -> None:
    """Lists differ, because they have the public view of the hidden game. Answers do not."""
    whole, beginning, _ = WORLDS[world](0)
    unrelated = kyoto_twins.TWINS[1] if whole["game"] == "goryo" else goryo_worlds(7)[1]
    with site_with(unrelated) as observer:
        act(observer, whole, beginning)
    assert visits(act, world)[0].sent == observer.received


def statuses_of(world: str, act: Act) -> list[int]:
    """Return the HTTP codes of what others sent."""
    return [code for _, code, _, _ in visits(act, world)[0].sent]


@pytest.mark.parametrize("world", WORLDS)
def test_the_others_do_merge_and_continue(world: str) -> None:
    """The tests above compare answers that matter: uploads that merge, continue and repeat."""
    assert statuses_of(world, guess_it) == [200, 200, 201, 201, 409, 201]
    assert statuses_of(world, send_the_whole) == [200, 200, 201, 409, 409, 409]
    assert statuses_of(world, continue_their_own) == [201, 200, 200, 200, 409, 409]
    assert statuses_of(world, merge_partial_records) == [201, 200, 201]


@pytest.mark.parametrize("world", WORLDS)
def test_the_owner_alone_gets_a_duplicate(world: str) -> None:
    whole, beginning, _ = WORLDS[world](0)
    with site_with(beginning) as observer:
        assert driver.send(beginning, "a").status == "duplicate"
        for uploader in (None, "b"):
            assert driver.send(beginning, uploader).status == "stored"
        answer = driver.send(whole, "a")
        assert (answer.status, answer.id) == ("continued", observer.hidden_id)
