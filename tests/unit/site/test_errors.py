"""Where no view answers: pages for people, the one JSON shape for programs, and never a word too
many.
"""

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

SECRET = "the lantern is bound"


def broken(request: HttpRequest) -> NoReturn:
    raise RuntimeError(SECRET)


class Urls:
    urlpatterns = [path("broken", broken), path("api/v1/broken", broken), *urls.urlpatterns]
    handler400, handler403 = urls.handler400, urls.handler403
    handler404, handler500 = urls.handler404, urls.handler500


@pytest.fixture
def quiet_client() -> Client:
    return Client(raise_request_exception=False)


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
    answer = client.get("/nowhere/<script>alert(1)</script>")
    assert answer.status_code == 404
    assert b"Page not found" in answer.content
    assert b"alert(1)" not in answer.content


@pytest.mark.parametrize("address", ["/api/", "/api/v1/", "/api/v2/games/", "/api/v1/nowhere/"])
def test_an_unknown_address_of_the_api_is_json(client: Client, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 404
    assert answer.json()["error"]["code"] == "not_found"


@override_settings(ROOT_URLCONF=Urls)
def test_a_fault_has_an_id_that_the_log_knows(quiet_client: Client, lines: io.StringIO) -> None:
    answer = quiet_client.get("/api/v1/broken")
    assert answer.status_code == 500
    error = answer.json()["error"]
    assert error["code"] == "fault"
    assert SECRET not in answer.content.decode()
    told = [json.loads(line) for line in lines.getvalue().splitlines()]
    traced = [line for line in told if line.get("exception")]
    assert [line["request_id"] for line in traced] == [error["fault_id"]]
    assert SECRET in json.dumps(traced[0]["exception"])
    assert answer["X-Request-ID"] == error["fault_id"]


@override_settings(ROOT_URLCONF=Urls)
def test_a_fault_on_a_page_shows_the_same_id(quiet_client: Client) -> None:
    answer = quiet_client.get("/broken")
    assert answer.status_code == 500
    assert answer["X-Request-ID"] in answer.content.decode()
    assert SECRET not in answer.content.decode()
    assert b"an error on our side" in answer.content


def test_a_host_we_do_not_know(quiet_client: Client) -> None:
    answer = quiet_client.get("/", headers={"Host": "evil.example"})
    assert answer.status_code == 400
    assert b"evil.example" not in answer.content


@pytest.mark.django_db
def test_a_form_without_its_token_is_refused_in_words() -> None:
    answer = Client(enforce_csrf_checks=True).post("/upload/", {"text": "x"})
    assert answer.status_code == 403
    assert b"The form has expired" in answer.content


def test_a_callers_request_id_is_not_taken_over(client: Client) -> None:
    answer = client.get("/nowhere", headers={"X-Request-ID": "mine"})
    assert answer["X-Request-ID"] != "mine"


def test_the_line_of_a_request_has_no_query(client: Client, lines: io.StringIO) -> None:
    client.get("/nowhere?player=Jane")
    [line] = [json.loads(line) for line in lines.getvalue().splitlines() if '"answered"' in line]
    assert (line["path"], line["status"], line["method"]) == ("/nowhere", 404, "GET")
    assert "Jane" not in lines.getvalue()


def test_limits_are_set_on_purpose() -> None:
    assert settings.DATA_UPLOAD_MAX_MEMORY_SIZE > settings.UPLOAD_MAX_BYTES
    assert settings.DATA_UPLOAD_MAX_NUMBER_FIELDS <= 1000
