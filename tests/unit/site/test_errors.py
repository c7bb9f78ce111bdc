"""Errors outside views: pages for browsers, JSON for programs, and no internals for either."""

import io
import json
import logging
from typing import NoReturn

import pytest
from django.conf import settings
from django.http import HttpRequest
from django.test import Client, override_settings
from django.urls import path

from goryo_site import urls
from goryo_site.runtime.logging import logging_config
from tests.support.pages import get, missing, page

SECRET = "the lantern is bound"


def broken(request: HttpRequest) -> NoReturn:
    raise RuntimeError(SECRET)


class Urls:
    urlpatterns = [path("broken", broken), path("api/v1/broken", broken), *urls.urlpatterns]
    handler400, handler403 = urls.handler400, urls.handler403
    handler404, handler500 = urls.handler404, urls.handler500


QUIET = Client(raise_request_exception=False)


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    """What the log says, as a site for others writes it."""
    written = io.StringIO()
    config = logging_config("json", "INFO")
    config["handlers"]["out"]["stream"] = written
    root = logging.getLogger()
    before = root.handlers[:], root.level
    logging.config.dictConfig(config)
    yield written
    root.handlers[:], root.level = before


def test_an_unknown_page(client: Client) -> None:
    text = page(client, "/nowhere/<script>alert(1)</script>", 404)
    assert ("Page not found" in text, "alert(1)" in text) == (True, False)


@pytest.mark.parametrize(
    "address", ["/api/nowhere/", "/api/v1/", "/api/v2/games/", "/api/v1/nowhere/"]
)
def test_an_unknown_address_of_the_api_is_json(client: Client, address: str) -> None:
    assert get(client, address, 404).json()["error"]["code"] == "not_found"


@override_settings(ROOT_URLCONF=Urls)
def test_a_fault_has_an_id_that_is_in_the_log(lines: io.StringIO) -> None:
    answer = get(QUIET, "/api/v1/broken", 500)
    error = answer.json()["error"]
    assert error["code"] == "fault"
    assert SECRET not in answer.content.decode()
    logged = [json.loads(line) for line in lines.getvalue().splitlines()]
    traced = [line for line in logged if line.get("exception")]
    assert [line["request_id"] for line in traced] == [error["fault_id"]]
    assert SECRET in json.dumps(traced[0]["exception"])
    assert answer["X-Request-ID"] == error["fault_id"]

    shown = get(QUIET, "/broken", 500)
    text = shown.content.decode()
    assert missing(text, shown["X-Request-ID"], "an error on our side") == []
    assert SECRET not in text


def test_an_unknown_host_is_refused() -> None:
    assert b"evil.example" not in get(QUIET, "/", 400, headers={"Host": "evil.example"}).content


def test_the_log_has_no_query_and_no_id_of_the_client(client: Client, lines: io.StringIO) -> None:
    answer = client.get("/nowhere?player=Jane", headers={"X-Request-ID": "mine"})
    assert answer["X-Request-ID"] != "mine"
    [line] = [json.loads(line) for line in lines.getvalue().splitlines() if '"answered"' in line]
    assert (line["path"], line["status"], line["method"]) == ("/nowhere", 404, "GET")
    assert "Jane" not in lines.getvalue()


def test_limits_are_set_on_purpose() -> None:
    assert settings.DATA_UPLOAD_MAX_MEMORY_SIZE > settings.UPLOAD_MAX_BYTES
    assert settings.DATA_UPLOAD_MAX_NUMBER_FIELDS <= 1000
