"""The walk of all routes: every address that a stranger could try for a game, and the answers.

A route is walked the day it is added. Each run asks every route for every view with what could be
known, and a rotating tenth of the other queries; a deep run asks all (tests/support/deep.py).
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import LocalePrefixPattern

from analytics.models import Ledger
from goryo_site.i18n.catalogue_files import LANGUAGES
from replays import services as replay_services
from replays.models import AnnotationSet, Game, Upload, UploadSource
from replays.pictures import film as films
from replays.pictures import raster
from replays.text.names import handle_of, name_key
from replays.web import share_films, share_pictures, share_urls
from tests.support.deep import is_due
from tests.unit.replays.logs import as_json

Answer = tuple[int, bytes, dict[str, str]]
"""Status, content, and the headers that depend on the content."""

CREATED = datetime(2026, 11, 20, 12, tzinfo=UTC)
# Health contains the time. An upload's API answer is for its sender, who alone gets its id
# (docs/api.md).
NOT_OF_GAMES = {"healthz", "healthz-web", "api-upload"}
SHARE_NAMES = {pattern.name for pattern in share_urls.urlpatterns}
WITH_BELIEF = {"replay", "notes", "branch", "api-game-steps", *SHARE_NAMES}
CONTENT_HEADERS = (
    "ETag", "Location", "Content-Length", "Allow", "Content-Type", "Content-Disposition",
)  # fmt: skip
WRONG = ("step=99", "step=x", "as=", "belief=?", "theme=pink", "from=5&to=1", "no=thing")


def routes(patterns: Any = None, before: str = "") -> Iterator[tuple[str, str]]:
    """Every route of the URL map: (name, path with its arguments still in brackets)."""
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
    """Return the address of a route. A new argument needs a value that belongs to the game."""
    unknown = set(re.findall(r"<(?:\w+:)?(\w+)>", path)) - set(values)
    assert not unknown, f"{path}: the walk of all routes has no value for {', '.join(unknown)}"
    return "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda m: values[m[1]], path)


def request(method: str, address: str) -> Answer:
    """Send a stranger's request. An internal error raises."""
    response = Client().generic(method, address)
    content = b"".join(response)
    headers = {k: v for k, v in response.headers.items() if k in CONTENT_HEADERS}
    return response.status_code, timeless(content), headers


def timeless(content: bytes) -> bytes:
    """Remove what differs in every answer: tokens, request ids, and when numbers changed."""
    content = re.sub(rb'name="csrfmiddlewaretoken" value="[^"]*"', b"", content)
    content = re.sub(rb"20[0-9]{2}-[0-9]{2}-[0-9]{2}[T ][0-9:.]+(\+00:00|Z| UTC)?", b"", content)
    return re.sub(rb"\b[0-9a-f]{16}\b", b"", content)


@dataclass(frozen=True)
class Walk:
    """What the walk asks for a game of one kind."""

    slug: str
    metric: str
    views: tuple[str, ...]
    belief: str
    priors: tuple[str, ...]
    shared: tuple[str, ...]
    """Queries for pictures, films, embeds and files only."""
    searches: tuple[str, ...]
    links: tuple[str, ...]
    italian: tuple[str, ...]

    def addresses(self, game: Game, upload: Upload) -> Iterator[str]:
        """Each route, for each view, form and filter; of the less telling queries those due."""
        arguments = {
            "slug": self.slug, "kind": self.slug, "metric": self.metric, "step": "3",
            "name": "2026-11-28", "file": "manifest.json", "number": "1", "pk": "1",
            "handle": handle_of(name_key("Jane")),
        }  # fmt: skip
        for name, path in routes():
            if path.startswith("admin/"):
                continue
            public_id = upload.public_id if "upload" in name else game.public_id
            if name in ("api-notes", "api-note", "notes"):
                public_id = "n" * 12
            for form in ("json", "text", "txt") if "form" in path else ("json",):
                filled = fill(path, {**arguments, "public_id": public_id, "form": form})
                yield filled
                for query in self._queries(name, path, game, upload):
                    address = f"{filled}?{query}"
                    if is_due(address) or query in self._always():
                        yield address

    def _always(self) -> set[str]:
        return {self._believed(view) for view in self.views}

    def _believed(self, view: str) -> str:
        return f"as={view}&{self.belief}"

    def _queries(self, name: str, path: str, game: Game, upload: Upload) -> Iterator[str]:
        if path.startswith("it/"):  # the same views; most is asked in English
            yield from self.italian if "public_id" in path else ()
        elif "public_id" in path or name == "oembed":
            yield from self._queries_of_a_game(name, game, upload)
        else:
            yield from (*self.searches, f"as={self.views[1]}", "form=json")
            yield f"id={upload.public_id}&go=1&upload={upload.public_id}"

    def _queries_of_a_game(self, name: str, game: Game, upload: Upload) -> Iterator[str]:
        for view in self.views:
            yield from (f"as={view}&step=3", f"as={view}&belief=1", self._believed(view))
            if name in WITH_BELIEF:
                yield from (f"as={view}&belief={prior}&step=4" for prior in self.priors)
            if name in SHARE_NAMES:
                yield from (f"as={view}&{more}" for more in self.shared)
        yield from (*WRONG, "form=json", "form=text", f"notes={'n' * 12}&step=3")
        yield f"id={upload.public_id}&go=1&upload={upload.public_id}"
        if name == "oembed":
            for link in self.links:
                yield urlencode({"url": f"http://testserver/{link.format(id=game.public_id)}"})

    def answers(
        self, log: dict[str, Any], is_wanted: Callable[[str], bool] = lambda _: True
    ) -> dict[str, Answer]:
        """Return every answer to a stranger while this game alone is stored.

        Ids and times are always the same, and the numbers changed for the first time.
        """
        Ledger.objects.all().delete()
        upload = replay_services.submit(as_json(log), source=UploadSource.PAGE, sender="sender")
        times = {"received_at": CREATED, "finished_at": CREATED, "queued_at": CREATED}
        Upload.objects.update(public_id="u" * 12, **times)
        Game.objects.update(public_id="g" * 12, created_at=CREATED)
        upload.refresh_from_db()
        call_command("sweep_games", verbosity=0)
        game = Game.objects.get()
        notes, _ = replay_services.begin_notes(game, "public", title="seen by all")
        replay_services.put_note(notes, 3, text="a plan was made", glyph="!?")
        AnnotationSet.objects.update(public_id="n" * 12)
        answers = {}
        for address in dict.fromkeys(filter(is_wanted, self.addresses(game, upload))):
            answers[address] = request("GET", address)
            if is_due(address) and ("?" not in address or address.endswith(self.belief)):
                for method in ("HEAD", "OPTIONS"):
                    answers[f"{method} {address}"] = request(method, address)
        replay_services.delete_games([game.pk])
        Upload.objects.all().delete()
        return answers


def differing(first: dict[str, Answer], second: dict[str, Answer]) -> list[str]:
    """Return the addresses whose answers differ; the headers of statistics hold the time."""
    assert first.keys() == second.keys()
    return [
        address
        for address in first
        if first[address][:2] != second[address][:2]
        or ("stats" not in address and first[address][2] != second[address][2])
    ]


def render_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Render equal drawings once, and films small.

    The renderer makes the same bytes of the same text (tests of pictures and films), and a walk
    asks for thousands of pictures.
    """
    png, film = lru_cache(None)(raster.png), lru_cache(None)(films.film)
    monkeypatch.setattr(share_films, "WIDE", 160)
    monkeypatch.setattr(share_films, "png", png)
    monkeypatch.setattr(share_pictures, "png", png)
    monkeypatch.setattr(share_films, "film", lambda drawn, *how: film(tuple(drawn), *how))
