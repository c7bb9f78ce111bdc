"""A client that sends its requests to the site in this process."""

from collections.abc import Callable, Iterator

import httpx
import pytest
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections

from kifu_house import Client
from tests.support import openapi

SITE = "http://testserver"
Connect = Callable[..., Client]


class CheckedSite(httpx.BaseTransport):
    """Answers requests as the site does, and checks answers against the OpenAPI document."""

    def __init__(self) -> None:
        self._wsgi = httpx.WSGITransport(app=get_wsgi_application())
        self.requests: list[httpx.Request] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        answer = self._wsgi.handle_request(request)
        if request.url.path.startswith("/api/v1/"):
            answer.read()
            operation = openapi.operation_of(request.method, request.url.path)
            assert operation is not None, request.url
            openapi.check(operation, answer)
            content = httpx.ByteStream(answer.content)  # can be streamed again
            answer = httpx.Response(answer.status_code, headers=answer.headers, stream=content)
        return answer


@pytest.fixture
def site(db: None) -> Iterator[CheckedSite]:
    """The site. As in Django's test client, requests keep the connection to the database, whose
    transaction the test rolls back.
    """
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield CheckedSite()
    for signal in signals:
        signal.connect(close_old_connections)


@pytest.fixture
def connect(site: CheckedSite) -> Connect:
    """Return a function that makes a client of the site."""
    return lambda **options: Client(SITE, transport=site, **options)
