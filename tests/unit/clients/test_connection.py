"""Retries, redirects and errors of the Python client, with answers made up here."""

import time
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from kifu_house import Client, DumpFile, KifuError

SITE, KEY = "https://site.test", "0123456789abcdef"
Answer = httpx.Response | Exception
PAGE = {"games": [], "next": None}
LIMITED = {
    "type": "/api/reference/#error-throttled",
    "title": "Throttled",
    "detail": "Too many requests.",
    "code": "throttled",
    "error": {"code": "throttled", "message": "Too many requests."},
}


@pytest.fixture(autouse=True)
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that the client waited."""
    waited: list[float] = []
    monkeypatch.setattr(time, "sleep", waited.append)
    return waited


class Site:
    """Returns answers in order, and notes requests."""

    def __init__(self, *answers: Answer) -> None:
        self.answers, self.requests = list(answers), list[httpx.Request]()

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


def client_of(site: Site) -> Client:
    return Client(SITE, owner_key=KEY, transport=httpx.MockTransport(site))


def limited(seconds: int, status: int = 429) -> httpx.Response:
    return httpx.Response(status, json=LIMITED, headers={"Retry-After": str(seconds)})


def page() -> httpx.Response:
    return httpx.Response(200, json=PAGE)


def test_reads_are_repeated_with_growing_pauses(pauses: list[float]) -> None:
    site = Site(httpx.ConnectError("refused"), httpx.Response(502), page())
    assert list(client_of(site).games()) == []
    assert pauses == [0.5, 1.0]


def test_reads_are_repeated_three_times(pauses: list[float]) -> None:
    site = Site(*(httpx.ReadTimeout("slow") for _ in range(4)))
    with pytest.raises(KifuError, match="connection: The site did not respond: slow"):
        list(client_of(site).games())
    assert len(pauses) == 3


@pytest.mark.parametrize(
    "send",
    [
        lambda client: client.upload("log"),
        lambda client: client.delete("a"),
        lambda client: client.undo("a"),
    ],
)
@pytest.mark.parametrize("answer", [httpx.ReadTimeout("slow"), 502])
def test_writes_are_not_repeated(
    pauses: list[float], send: Callable[[Client], Any], answer: Any
) -> None:
    site = Site(httpx.Response(answer) if isinstance(answer, int) else answer)
    with pytest.raises(KifuError):
        send(client_of(site))
    assert (len(site.requests), pauses) == (1, [])


@pytest.mark.parametrize("status", [429, 503])
def test_writes_are_repeated_after_a_limit(pauses: list[float], status: int) -> None:
    changed = httpx.Response(200, json={"games": [], "undo": "u"})
    site = Site(limited(7, status), changed)
    assert client_of(site).delete("a").undo == "u"
    assert pauses == [7]
    assert site.requests[0].content == site.requests[1].content


def test_checks_and_legal_events_are_repeated(pauses: list[float]) -> None:
    checked = {"dry_run": True, "complete": True, "games": [], "skipped_files": []}
    site = Site(httpx.ConnectError("refused"), httpx.Response(200, json=checked))
    assert client_of(site).upload("log", dry_run=True).is_complete
    assert len(pauses) == 1


def test_a_long_limit_is_an_error(pauses: list[float]) -> None:
    with pytest.raises(KifuError) as caught:
        list(client_of(Site(limited(61))).games())
    error = caught.value
    assert (error.status, error.code, error.retry_after) == (429, "throttled", 61)
    assert str(error) == "429 throttled: Too many requests."
    assert pauses == []


def test_redirects_within_the_site_are_followed_with_the_key() -> None:
    moved = httpx.Response(301, headers={"Location": "/api/v1/games/new/"})
    site = Site(moved, page())
    with pytest.raises(KifuError, match=r"WholeGame.id is missing"):
        client_of(site).game("old")
    assert site.requests[1].url == f"{SITE}/api/v1/games/new/"
    assert site.requests[1].headers["Owner-Key"] == KEY


@pytest.mark.parametrize("location", ["https://evil.test/", "http://site.test/"])
def test_redirects_to_other_hosts_are_refused(location: str) -> None:
    site = Site(httpx.Response(301, headers={"Location": location}))
    with pytest.raises(KifuError, match="redirect"):
        client_of(site).game("old")
    assert len(site.requests) == 1


def test_links_of_answers_lead_to_the_same_host() -> None:
    following = {**PAGE, "next": "https://evil.test/api/v1/games/?cursor=abc"}
    site = Site(httpx.Response(200, json=following), page())
    list(client_of(site).games(kind="goryo"))
    url = site.requests[1].url
    assert (url.host, dict(url.params)) == (
        "site.test",
        {"limit": "200", "kind": "goryo", "cursor": "abc"},
    )


@pytest.mark.parametrize("name", ["../a", "a/b", "", ".."])
def test_files_stay_in_their_folder(tmp_path: Any, name: str) -> None:
    file = DumpFile(name=name, size=1, sha256="0", records=None, url=f"{SITE}/data/a")
    with pytest.raises(KifuError, match="no file name"):
        client_of(Site()).download(file, tmp_path)


def test_other_errors_have_a_code() -> None:
    html = httpx.Response(413, text="<html>")
    with pytest.raises(KifuError) as caught:
        list(client_of(Site(html)).games())
    assert (caught.value.status, caught.value.code) == (413, "http_error")


def test_ids_are_quoted() -> None:
    site = Site(httpx.Response(404, json=LIMITED))
    with pytest.raises(KifuError):
        client_of(site).game("../a b?c")
    assert site.requests[0].url.raw_path == b"/api/v1/games/..%2Fa%20b%3Fc/"


def test_an_address_without_a_scheme_is_refused() -> None:
    with pytest.raises(ValueError, match=r"'kifu\.example' is not a site address"):
        Client("kifu.example")
