"""Requests of tests, and what a text contains."""

import json
from collections.abc import Container
from html import unescape
from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client


def get(client: Client, address: str, status: int = 200, **options: Any) -> Any:
    """Return the answer to a GET; fail if it has another status."""
    answer = client.get(address.removeprefix("http://testserver"), **options)
    assert answer.status_code == status, (address, answer.status_code, answer.content[:500])
    return answer


def get_json(client: Client, address: str, status: int = 200, **options: Any) -> Any:
    """Return the body of a JSON answer, in which NaN and Infinity are no numbers."""
    return json.loads(get(client, address, status, **options).content, parse_constant=pytest.fail)


def page(client: Client, address: str, status: int = 200) -> str:
    """Return the text of the answer to a GET; fail if it has another status."""
    return str(get(client, address, status).content.decode())


def get_page(client: Client, address: str, status: int = 200) -> str:
    """Return the text of a page, with its entities replaced."""
    return unescape(page(client, address, status))


def replay_data(text: str) -> Any:
    """Return the data of a replay page for its script."""
    data = json.loads(text.split('id="replay-data">')[1].split("</script>")[0])
    before: dict[str, Any] = {}
    for frame in data["frames"]:  # of a mapping only what differs from the frame before is sent
        for name in [name for name, value in before.items() if isinstance(value, dict)]:
            whole = before[name] | frame.get(name, {})
            frame[name] = {key: value for key, value in whole.items() if value is not None}
        before = frame
    return data


def missing(text: Container[Any], *parts: Any) -> list[Any]:
    """Return the parts that are not in a text, or in another collection."""
    return [part for part in parts if part not in text]


def present(text: Container[Any], *parts: Any) -> list[Any]:
    """Return the parts that are in a text, or in another collection."""
    return [part for part in parts if part in text]


def act(client: Client, model: str, action: str, *ids: int, **fields: str) -> str:
    """Run an action of the admin on rows; return the text of the page that follows."""
    form = {"action": action, "_selected_action": list(ids), **fields}
    return str(client.post(f"/admin/replays/{model}/", form, follow=True).content.decode())


def policy(answer: Any) -> dict[str, str]:
    """Return the content policy of an answer, by directive."""
    parts = answer.headers["Content-Security-Policy"].split(";")
    return dict(part.strip().split(" ", 1) for part in parts)


class Markup(HTMLParser):
    """The tags of a page or a part of one, each with its attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, Any]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect a tag."""
        self.tags.append((tag, dict(attrs)))

    def with_attribute(self, name: str) -> list[dict[str, Any]]:
        """Return the attributes of the tags that have this one."""
        return [attrs for _, attrs in self.tags if name in attrs]
