"""Words that the language rules retire do not occur in text for users or contributors."""

import json
import re
from collections.abc import Iterator

import pytest

from goryo_site.i18n.catalogue_files import PACKAGES
from goryo_site.i18n.catalogues import messages_of
from replays.rest.schema_views import openapi_document
from tests.architecture.sources import ROOT

RETIRED = re.compile(
    r"\b(told|heard|unheard|anew|doorbell|whoever|nobody|somebody|the keep|of its own|the house)\b",
    re.IGNORECASE,
)
ALLOWED = ("Kifu House", '"nobody"')  # the product; a key of JSON that programs read


def texts() -> Iterator[tuple[str, str]]:
    """Yield every text with its origin: messages of pages and findings, documents, the API."""
    for package in PACKAGES:
        for message in messages_of(ROOT / package):
            for form in message.id if isinstance(message.id, tuple) else (message.id,):
                yield f"{package}: {form[:60]}", form
    documents = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]
    for path in [*documents, *ROOT.glob("clients/*/README.md"), *ROOT.glob("packages/*/README.md")]:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            yield f"{path.relative_to(ROOT)}:{number}", line
    schema = openapi_document("en")
    yield "OpenAPI", json.dumps(schema, ensure_ascii=False, default=str)


def test_retired_words_do_not_occur() -> None:
    found = []
    for origin, text in texts():
        for allowed in ALLOWED:
            text = text.replace(allowed, "")
        found += [f"{origin}: {match[0]}" for match in RETIRED.finditer(text)]
    assert found == []


@pytest.mark.parametrize("text", ["What the page told", "Nobody won", "a folder of its own"])
def test_the_search_finds_them(text: str) -> None:
    assert RETIRED.search(text)
