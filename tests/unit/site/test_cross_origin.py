"""Scripts of other pages use the API and open data, without cookies; limits are in headers."""

from typing import Any

import pytest
from django.test import Client

from tests.support.pages import get

ORIGIN = "https://example.org"
pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("path", ["/api/v1/games/", "/api/v1/nothing/", "/data/"])
def test_any_page_may_read_the_api_and_open_data(client: Client, path: str) -> None:
    answer = client.get(path, headers={"Origin": ORIGIN})
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer
    assert "X-RateLimit-Remaining" in answer["Access-Control-Expose-Headers"]


@pytest.mark.parametrize("path", ["/", "/games/", "/admin/login/", "/api-else/"])
def test_no_page_is_readable_from_elsewhere(client: Client, path: str) -> None:
    answer = client.get(path, headers={"Origin": ORIGIN})
    assert "Access-Control-Allow-Origin" not in answer


def test_uploads_are_allowed_from_elsewhere(client: Client) -> None:
    asked = {"Access-Control-Request-Method": "POST"}
    asked["Access-Control-Request-Headers"] = "content-type, idempotency-key"
    answer = client.options("/api/v1/games/", headers={"Origin": ORIGIN, **asked})
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "idempotency-key" in answer["Access-Control-Allow-Headers"]
    assert "POST" in answer["Access-Control-Allow-Methods"]


def test_limits_are_counted_down(client: Client, rates: Any) -> None:
    rates(searches="2/min")
    seen = []
    for status in (200, 200, 429):
        answer = get(client, "/api/v1/search/?q=gon", status)
        seen.append((answer["X-RateLimit-Limit"], answer["X-RateLimit-Remaining"]))
        assert 0 < int(answer["X-RateLimit-Reset"]) <= 60
    assert seen == [("2", "1"), ("2", "0"), ("2", "0")]
    assert 0 < int(answer["Retry-After"]) <= 61


def test_what_is_not_limited_has_no_limit(client: Client) -> None:
    assert "X-RateLimit-Limit" not in get(client, "/rules/goryo/")


def test_errors_are_problem_details(client: Client) -> None:
    for path, status in (("/api/v1/games/?x=1", 400), ("/api/v1/nothing/", 404)):
        answer = client.get(path)
        body = answer.json()
        assert answer.status_code == status
        assert answer["Content-Type"] == "application/problem+json"
        assert body["detail"] == body["error"]["message"]
        assert body["code"] == body["error"]["code"]
        assert body["type"] == f"/api/reference/#error-{body['code']}"
        assert body["title"]
