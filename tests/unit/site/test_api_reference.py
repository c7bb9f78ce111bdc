"""The API reference has every endpoint, body and error code."""

import re
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from drf_spectacular.generators import SchemaGenerator

from goryo_site.pages.api_reference import reference
from replays.rest.codes import CODES
from replays.rest.schema_views import openapi_document
from tests.support.openapi import document, operations
from tests.support.pages import get, missing, page
from tests.support.threads import at_once

ROOT = Path(__file__).resolve().parents[3]
RAISED = re.compile(
    r'(?:ApiError|error_response)\(\s*\d+,\s*"(\w+)"|(?:\bError\(|missing = )"(\w+)"'
)
OF_FRAMEWORK = {"invalid", "invalid_token", "method_not_allowed", "not_acceptable", "throttled"}
OF_PAGES = {"control_character", "csrf_failed"}
"""Codes of `goryo_site.http.errors`, which answers before a view is found."""


REFUSED = re.compile(r'refusal\(\s*\d+,\s*"(\w+)"|code: str = "(\w+)"')
OF_STAFF = {"reason", "records"}
"""Codes of decisions in the admin."""


def raised() -> set[str]:
    """Return the codes in the sources of the API, and in the services that it calls."""
    apps = ("replays/rest", "analytics/rest", "accounts/rest", "rooms/rest")
    folders = (*apps, "goryo_site/pages")
    paths = [path for folder in folders for path in (ROOT / folder).glob("*.py")]
    names = ["branches", "collections", "corrections", "editing", "invitations", "notes"]
    names += ["collection_undo", "events", "players", "reviews", "shown_names", "tags"]
    names += ["visibility"]
    services = [ROOT / "replays" / "services" / f"{name}.py" for name in names]
    services += (ROOT / "rooms" / "services").glob("*.py")
    services.append(ROOT / "accounts" / "services" / "invitations.py")
    pairs = [
        pair
        for pattern, files in ((RAISED, paths), (REFUSED, services))
        for path in files
        for pair in pattern.findall(path.read_text(encoding="utf-8"))
    ]
    return {one or other for one, other in pairs} - OF_STAFF


def test_every_code_has_a_meaning() -> None:
    assert len(raised()) > 25
    known = raised() | OF_FRAMEWORK | OF_PAGES | {"bad_question"}
    assert known - CODES.keys() == set()
    assert CODES.keys() - known == set()


def test_the_document_is_generated_by_one_thread_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The extensions of drf-spectacular load their classes when they are first used, and fail in
    another thread meanwhile.
    """
    n_running = []

    def get_schema(self: SchemaGenerator, **_: Any) -> dict[str, int]:
        n_running.append(1)
        time.sleep(0.05)
        return {"n": n_running.pop() + len(n_running)}

    monkeypatch.setattr(SchemaGenerator, "get_schema", get_schema)
    openapi_document.cache_clear()
    try:
        found = at_once(*(partial(openapi_document, "en", str(n)) for n in range(4)))
    finally:
        openapi_document.cache_clear()
    assert found == [{"n": 1}] * 4


@pytest.mark.django_db
def test_the_pages_have_all_endpoints_bodies_and_links(client: Client) -> None:
    start, bodies = "/api/reference/", "/api/reference/bodies/"
    groups = [f"{start}{group.key}/" for group in reference().groups]
    texts = {address: page(client, address) for address in (start, bodies, *groups)}
    ids = {address: re.findall(r' id="([^"]+)"', text) for address, text in texts.items()}
    for address, found in ids.items():
        assert len(set(found)) == len(found), f"an id occurs twice: {address}"
    detailed = [key for address in groups for key in ids[address] if key.startswith("op-")]
    assert sorted(detailed) == sorted(f"op-{key}" for key in operations())
    of_bodies = {f"body-{name}" for name in document()["components"]["schemas"]}
    assert of_bodies <= {*ids[bodies]}
    assert {*detailed, *of_bodies} <= {*ids[start]}, "addresses of the single page work"
    for address, text in texts.items():
        for page_of, anchor in re.findall(r'href="(/api/reference/[^"#]*|)#([^"]+)"', text):
            assert anchor in ids[page_of or address], (address, page_of, anchor)
    shown = missing("".join(texts.values()), "/api/v1/legal/", "array of", "Send request")
    assert shown + missing(texts[start], "error-game_unfinished") == []
    get(client, "/api/reference/nothing/", 404)


@pytest.mark.django_db
def test_the_type_of_an_error_leads_to_its_meaning(client: Client) -> None:
    body = get(client, "/api/v1/games/?x=1", 400).json()
    address, _, anchor = body["type"].partition("#")
    assert f'id="{anchor}"' in page(client, address)


def test_required_parameters_of_runnable_requests_are_named() -> None:
    for group in reference().groups:
        for one in group.operations:
            in_path = set(re.findall(r"{(\w+)}", one.path))
            named = {each.name for each in one.parameters if each.place == "path"}
            assert in_path == named, one.path
