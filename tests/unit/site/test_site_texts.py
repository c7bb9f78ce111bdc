"""`/terms/` and `/contact/` from settings, and where they are named."""

from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tests.support.pages import get, missing, page, present

pytestmark = pytest.mark.django_db


def test_without_settings_there_are_no_links(client: Client) -> None:
    for path in ("/terms/", "/contact/", "/it/contact/"):
        get(client, path, 404)
    assert present(page(client, "/privacy/"), "/terms/", "/contact/", "Questions") == []


def test_a_file_is_shown_without_raw_html(client: Client, settings: Any, tmp_path: Path) -> None:
    file = tmp_path / "terms.md"
    file.write_text("Be *kind*. <script>alert(1)</script>\n\n- one\n")
    settings.TERMS = str(file)
    text = page(client, "/terms/")
    assert missing(text, "Be <em>kind</em>.", "<li>one</li>", "&lt;script&gt;") == []
    assert 'href="/terms/"' in page(client, "/")
    assert 'href="/it/terms/"' in page(client, "/it/")


@pytest.mark.parametrize("value", ["help@example.org", "mailto:help@example.org"])
def test_an_e_mail_address(client: Client, settings: Any, value: str) -> None:
    settings.CONTACT = value
    assert 'href="mailto:help@example.org"' in page(client, "/contact/")
    assert page(client, "/privacy/").count('href="mailto:help@example.org"') == 2


def test_an_address_of_another_site(client: Client, settings: Any) -> None:
    settings.CONTACT = "https://example.org/help"
    assert get(client, "/contact/", 302)["Location"] == "https://example.org/help"
    assert 'href="https://example.org/help"' in page(client, "/report/sent/")
