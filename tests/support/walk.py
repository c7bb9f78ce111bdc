"""Walk of all routes: the addresses of the URL map, and the answers to an anonymous client.

A new route is walked without further work. Each run requests every route with possible positions
for the views without the secrets of the first role, those that show positions for every view, and a
rotating tenth of the other queries; a deep run requests all (tests/support/deep.py).
`tests/faults/test_walk.py` checks the answers.
"""

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from typing import Any, NamedTuple
from urllib.parse import urlencode

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import LocalePrefixPattern

from analytics.models import Ledger
from analytics.reads import answers as answer_reads
from games.registry import KINDS
from goryo_site.i18n.catalogue_files import LANGUAGES
from goryo_site.pages import search_index
from replays import services as replay_services
from replays.access.limits import MIB
from replays.access.viewer import Viewer
from replays.models import (
    AnnotationSet,
    Collection,
    Game,
    IntakeLock,
    Record,
    Review,
    Upload,
    UploadSource,
)
from replays.pictures import film
from replays.pictures.inline import Sheet
from replays.pictures.step import Caption, Shown, step_svg
from replays.reads.cache import BoundedCache
from replays.text.names import handle_of, name_key
from replays.web import note_shapes, share_films, urls
from tests.support.deep import due, is_due
from tests.support.marked import marked
from tests.support.pictures import render_once
from tests.unit.replays.logs import as_json


class Answer(NamedTuple):
    """Status, content, and the headers that depend on the content."""

    status: int
    content: bytes
    headers: dict[str, str]

    @property
    def media_type(self) -> str:
        """Return the media type without parameters."""
        return self.headers.get("Content-Type", "").partition(";")[0]

    @property
    def body(self) -> Any:
        """Return the object of a JSON answer, else None. NaN and Infinity fail the test."""
        if self.status != 200 or self.media_type != "application/json":
            return None
        return json.loads(self.content, parse_constant=pytest.fail)


Answers = dict[str, Answer]

CREATED = datetime(2026, 11, 20, 12, tzinfo=UTC)
# Health contains the time. An upload's API answer is for its uploader, who alone gets its id
# (docs/api.md).
NOT_OF_GAMES = {"healthz", "healthz-web", "api-upload", "api-upload-events"}
SHARE_NAMES = {
    pattern.name
    for pattern in urls.urlpatterns
    if pattern.callback.__module__.startswith("replays.web.share_")
}
WITH_BELIEF = {"replay", "notes", "branch", "api-game-steps", *SHARE_NAMES}
CONTENT_HEADERS = (
    "ETag", "Location", "Content-Length", "Allow", "Content-Type", "Content-Disposition",
)  # fmt: skip
SEARCHES = ("player=Jane", "page=2", "winner=none", "finished=no&simulated=all")
WRONG = ("step=99", "step=x", "as=", "belief=?", "theme=pink", "from=5&to=1", "no=thing")

STATISTICS = re.compile(r"(api/v1/)?(stats|players|data)/")
WITHOUT_NUMBERS = {"data-file", "data-dump", "data-cite", "stats-change", "stats-ways"}
"""A file, a page and a form of a dump, a page that exists only after a change of counting rules,
and a redirect.
"""


def routes(patterns: Any = None, before: str = "") -> Iterator[tuple[str, str]]:
    """Yield name and path of every route; arguments in the path are still in brackets."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        path = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver) and isinstance(pattern.pattern, LocalePrefixPattern):
            for prefix in ("", *(f"{language}/" for language in LANGUAGES)):
                yield from routes(pattern.url_patterns, before + prefix)
        elif isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, path)
        elif isinstance(pattern, URLPattern) and pattern.name not in NOT_OF_GAMES:
            yield str(pattern.name), path


def fill(path: str, values: dict[str, str]) -> str:
    """Return the address of a route. Fail if an argument has no value."""
    unknown = set(re.findall(r"<(?:\w+:)?(\w+)>", path)) - set(values)
    assert not unknown, f"{path}: the walk of all routes has no value for {', '.join(unknown)}"
    return "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda m: values[m[1]], path)


def statistics_addresses(names: Iterable[str]) -> Iterator[tuple[str, str, str]]:
    """Yield route name, form of the metric, and address of all statistics.

    These are the pages and answers of every kind, metric and these player names; of the metrics of
    one form only the first and those due.
    """
    handles = [handle_of(name_key(name)) for name in names]
    for name, path in routes():
        if not STATISTICS.match(path) or name in WITHOUT_NUMBERS:
            continue
        for kind in sorted(KINDS) if "kind>" in path else [""]:
            for metric, form in _metrics(kind) if "metric>" in path else [("", "")]:
                for handle in handles if "handle>" in path else [""]:
                    values = {"kind": kind, "metric": metric, "handle": handle, "form": "svg"}
                    query = "?space=c3" if name == "stats-games" else ""
                    yield name, form, fill(path, values) + query


def _metrics(slug: str) -> list[tuple[str, str]]:
    """Return the keys and forms of the metrics that are walked."""
    metrics = {key: str(metric.form) for key, metric in answer_reads.grouped_metrics(slug).items()}
    first = {form: key for key, form in reversed(metrics.items())}.values()
    return [(key, metrics[key]) for key in [*first, *due(k for k in metrics if k not in first)]]


@cache
def _client() -> Client:
    """Return a client that has loaded the middleware."""
    return Client(raise_request_exception=False)


def request(method: str, address: str) -> Answer:
    """Send a request without cookies. All messages of an answer in another language are marked."""
    client = _client()
    client.cookies.clear()
    language = address[1:3] if address[1:3] in LANGUAGES and address[3:4] == "/" else None
    with marked(language) if language else nullcontext():
        response = client.generic(method, address)
    content = b"".join(response)
    headers = {k: v for k, v in response.headers.items() if k in CONTENT_HEADERS}
    return Answer(response.status_code, content, headers)


def timeless(content: bytes) -> bytes:
    """Remove what differs in every answer: tokens, request ids, and when numbers changed."""
    content = re.sub(rb'name="csrfmiddlewaretoken" value="[^"]*"', b"", content)
    content = re.sub(rb'^{"token": "\w{64}"}$', b"", content)  # that of recording offline
    content = re.sub(rb"20[0-9]{2}-[0-9]{2}-[0-9]{2}[T ][0-9:.]+(\+00:00|Z| UTC)?", b"", content)
    return re.sub(rb"(?<!\.)\b[0-9a-f]{16}\b", b"", content)


@dataclass(frozen=True)
class Walk:
    """Addresses requested for a game of one kind."""

    slug: str
    metric: str
    roles: tuple[str, str]
    priors: tuple[str, ...]
    last_step: int
    searches: tuple[str, ...]
    is_blind: bool = False
    """Only in the views without the secrets of the first role."""

    @property
    def views(self) -> tuple[str, ...]:
        """Return the views, and one that does not exist."""
        blind = (self.roles[1], "public")
        return blind if self.is_blind else ("omniscient", self.roles[0], *blind, "nobody")

    def addresses(self, game: Game, upload: Upload) -> Iterator[str]:
        """Yield each route for each view, format and filter; of the other queries those due."""
        arguments = {
            "group": "legal",
            "slug": self.slug, "rule": "2.1", "kind": self.slug, "metric": self.metric, "step": "3",
            "name": "2026-11-28", "file": "manifest.json", "number": "1", "pk": "1",
            "rules_digest": "0", "python_version": "0", "python_file": "x",
            "section": "games", "page": f"games/{game.public_id}",
            "handle": handle_of(name_key("Jane")), "token": "t" * 43, "secret": "x",
            "game_id": game.public_id, "invitation_id": "i" * 12, "member_id": "1", "code": "2" * 8,
            "rest": f"{self.slug}/", "role": self.roles[0],
        }  # fmt: skip
        arguments["record_id"] = game.records.get().public_id
        blind = {self._with_belief(view) for view in (self.roles[1], "public")}
        of_every_view = {self._with_belief(view) for view in self.views}
        for name, path in routes():
            if path.startswith("admin/"):
                continue
            public_id = upload.public_id if "upload" in name else game.public_id
            if name in ("api-notes", "api-note", "notes", "report-notes"):
                public_id = "n" * 12
            if "collection" in name:
                public_id = "c" * 12
            if path.removeprefix("it/").removeprefix("api/v1/").startswith("reviews/"):
                public_id = "r" * 12
            for form in ("json", "text", "txt") if "form" in path else ("json",):
                filled = fill(path, {**arguments, "public_id": public_id, "form": form})
                yield filled
                in_each_run = of_every_view if name in WITH_BELIEF else blind
                for query in self._queries(name, path, game, upload):
                    address = f"{filled}?{query}"
                    if query in in_each_run or is_due(address):
                        yield address

    def _with_belief(self, view: str) -> str:
        return f"as={view}&belief={self.priors[0]}&step=4"

    def _queries(self, name: str, path: str, game: Game, upload: Upload) -> Iterator[str]:
        if path.startswith("it/"):  # the same views; most queries are requested in English
            views = (self._with_belief(role) for role in self.roles)
            yield from (*views, "as=", "step=99") if "public_id" in path else ()
        elif "public_id" in path or name == "oembed":
            yield from self._queries_of_a_game(name, game, upload)
        else:
            yield from (*SEARCHES, *self.searches, f"as={self.views[1]}", "form=json")
            yield f"id={upload.public_id}&go=1&upload={upload.public_id}"

    def _queries_of_a_game(self, name: str, game: Game, upload: Upload) -> Iterator[str]:
        for view in self.views:
            yield from (f"as={view}&step=3", f"as={view}&belief=1", self._with_belief(view))
            if name in WITH_BELIEF:
                yield from (f"as={view}&belief={prior}&step=4" for prior in self.priors[1:])
            if name in SHARE_NAMES:
                yield f"as={view}&from=3&to=5&theme=dark&pace=fast&belief={self.priors[0]}"
                yield f"as={view}&step=4&controls=no&theme=light"
                yield f"as={view}&step={self.last_step}&spoilers=yes&theme=dark"
        yield from (*WRONG, "form=json", "form=text", f"notes={'n' * 12}&step=3")
        yield f"id={upload.public_id}&go=1&upload={upload.public_id}"
        if name == "oembed":
            page = f"games/{game.public_id}/?step="
            embed = f"embed/{game.public_id}/?as={self.views[0]}"
            for link in (f"{page}4&as={self.roles[1]}", f"it/{page}3", embed):
                yield urlencode({"url": f"http://testserver/{link}"})

    def answers(
        self, log: dict[str, Any], is_wanted: Callable[[str], bool] = lambda _: True
    ) -> Answers:
        """Return every answer to an anonymous client while this game alone is stored.

        Ids, cursors and times are always the same, and the numbers changed for the first time.
        """
        Ledger.objects.all().delete()
        IntakeLock.objects.all().delete()
        upload = replay_services.submit(as_json(log), source=UploadSource.PAGE, uploader="uploader")
        times = {"received_at": CREATED, "finished_at": CREATED, "queued_at": CREATED}
        Upload.objects.update(public_id="u" * 12, **times)
        Game.objects.update(public_id="g" * 12, created_at=CREATED, public_at=CREATED)
        Record.objects.update(public_id="g" * 12, stored_at=CREATED)
        upload.refresh_from_db()
        call_command("sweep_games", verbosity=0)
        game = Game.objects.get()
        notes, _ = replay_services.begin_notes(game, "public", title="seen by all")
        replay_services.put_note(notes, 3, text="a plan was made", glyph="!?")
        AnnotationSet.objects.update(public_id="n" * 12)
        shown = replay_services.Shown(3, "public", shapes=note_shapes.parse_shapes("c3:red b2>c3"))
        replay_services.begin_review(game, shown)
        Review.objects.update(public_id="r" * 12)
        texts = replay_services.Texts("seen by all", "a plan was made", "public")
        collection = replay_services.create_collection("uploader", texts)
        uploader = Viewer(frozenset({"uploader"}))
        replay_services.add_games(collection, uploader, [game.public_id])
        times = {"created_at": CREATED, "touched_at": CREATED, "public_changed_at": CREATED}
        Collection.objects.update(public_id="c" * 12, **times)
        answers = {}
        for address in dict.fromkeys(filter(is_wanted, self.addresses(game, upload))):
            answers[address] = request("GET", address)
            if is_due(address) and (
                "?" not in address or address.endswith(f"belief={self.priors[0]}&step=4")
            ):
                for method in ("HEAD", "OPTIONS"):
                    answers[f"{method} {address}"] = request(method, address)
        replay_services.delete_games([game.pk])
        Upload.objects.all().delete()
        Collection.objects.all().delete()
        return answers


def differing(first: Answers, second: Answers) -> list[str]:
    """Return the addresses whose answers differ; the headers of statistics hold the time."""
    assert first.keys() == second.keys()
    return [key for key in first if not _is_alike(key, first[key], second[key])]


def _is_alike(address: str, first: Answer, second: Answer) -> bool:
    return (
        first.status == second.status
        and timeless(first.content) == timeless(second.content)
        and ("stats" in address or first.headers == second.headers)
    )


def draw_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw and render equal pictures once, and replace films by digests of their drawings.

    The renderer makes the same bytes of the same text (tests of pictures and films), and a walk
    requests thousands of pictures.
    """
    drawn: dict[bytes, str] = {}

    def digest(*parts: Any) -> bytes:
        return sha256(repr(parts).encode()).digest()

    def draw(shown: Shown, caption: Caption, sheet: Sheet, theme: str, high: float) -> str:
        key = digest(shown, caption, theme, high)
        if key not in drawn:
            drawn[key] = step_svg(shown, caption, sheet, theme, high)
        return drawn[key]

    render_once(monkeypatch)
    monkeypatch.setattr(share_films, "step_svg", draw)
    monkeypatch.setattr(share_films, "_frames", BoundedCache(max_count=2048, max_bytes=MIB))
    monkeypatch.setattr(share_films, "png", digest)
    for name in ("palette_of", "encoded", "joined"):
        monkeypatch.setattr(film, name, digest)


def clear_text_caches() -> None:
    """Remove what was drawn and written while messages were marked from the caches in memory."""
    for module in [*sys.modules.values()]:
        for value in [*getattr(module, "__dict__", {}).values()]:
            if type(value) is BoundedCache:  # isinstance would evaluate lazy objects
                value.clear()
    search_index._texts.cache_clear()
