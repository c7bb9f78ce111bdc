"""docs/api.md: every address in it exists, and it contains every address of the API."""

import re
from collections.abc import Iterator

from django.urls import Resolver404, get_resolver, resolve

from tests.support.documents import document

SPAN = re.compile(r"`([^`]+)`")
ADDRESS = re.compile(r"(?:(GET|POST|PUT|PATCH|DELETE) )?((?:…)?/[^\s?]*)(?:\?\S*)?(?: .*)?")
TABLE = re.compile(r"\| `GET (/api/v1/\w+/(?:<kind>/)?)…` \|")
ROW = re.compile(r"\| (`.+?`) \|")
CSV_OF = ("roles", "spaces", "metrics/<key>")
"""What has the addresses that the table of statistics writes as `…/csv/` and `…/figure/`."""
SAMPLES = {
    "<id>": "0123456789ab",
    "<record>": "0123456789ab",
    "<kind>": "goryo",
    "<key>": "wins-gong",
    "<handle>": "a" * 16,
    "<digest>": "0" * 32,
    "<step>": "3",
    "<code>": "2" * 8,
    "<n>": "3",
    "<game>": "0123456789ab",
    "<invitation>": "0123456789ab",
    "<member>": "1",
    "<role>": "goryo",
}


def addresses() -> Iterator[tuple[str, str]]:
    """Yield the method (empty where none is written) and the path of every address."""
    prefix = base = ""
    for block in re.split(r"\n(?=\||\n)", document("api")):
        text = " ".join(block.split())
        if not text.startswith("|"):
            prefix = ""
        if table := TABLE.match(text):
            prefix = table[1]
        elif prefix and (row := ROW.match(text)):
            for span in SPAN.findall(row[1]):
                yield from (("GET", prefix + path) for path in in_table(span.partition("?")[0]))
            continue
        for span in SPAN.findall(text):
            if span == "/api/v1/" or not (found := ADDRESS.fullmatch(span)):
                continue
            method, path = found[1] or "", found[2]
            if path.startswith("…"):
                path = base + path.removeprefix("…/")
            elif "…" in path:
                continue
            else:
                base = path
            yield method, path


def in_table(path: str) -> list[str]:
    """Return the paths that a row of a table means, after the table's prefix."""
    if not path.startswith("…/"):
        return [path]
    return [f"{name}{path.removeprefix('…')}" for name in CSV_OF]


def sample(path: str) -> str:
    """Return an address with values for its parts."""
    for part, value in SAMPLES.items():
        path = path.replace(part, value)
    return path


def test_every_address_of_the_document_exists() -> None:
    found, wrong = list(addresses()), []
    assert len(found) > 50
    for method, path in found:
        try:
            view = resolve(sample(path)).func
        except Resolver404:
            wrong.append(f"{method} {path}")
            continue
        if method and not hasattr(getattr(view, "view_class", view), method.lower()):
            wrong.append(f"{method} {path}")
    assert wrong == []


def test_the_document_contains_every_address_of_the_api() -> None:
    documented = {resolve(sample(path)).url_name for _, path in addresses()}
    routes = {name for name in get_resolver().reverse_dict if isinstance(name, str)}
    assert {name for name in routes if name.startswith("api-")} - documented == set()
