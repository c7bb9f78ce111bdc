"""Only the address chooses the language."""

from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from goryo_site.i18n.catalogue_files import CatalogueFile, catalogue_files, compile_stale

pytestmark = pytest.mark.django_db

ITALIAN = {"Accept-Language": "it"}


def test_pages_have_an_italian_address(client: Client) -> None:
    answer = client.get("/it/games/?simulated=yes")
    assert answer.status_code == 200
    assert answer["Content-Language"] == "it"
    page = answer.content.decode()
    assert '<html lang="it">' in page
    assert 'href="/it/upload/"' in page
    assert '<a class="site-tongue" href="/games/?simulated=yes" lang="en" hreflang="en"' in page
    assert '<link rel="alternate" hreflang="it" href="http://testserver/it/games/?simul' in page


def test_cookies_and_headers_do_not_choose_the_language(client: Client) -> None:
    client.cookies["django_language"] = "it"
    answer = client.get("/games/", headers=ITALIAN)
    assert answer.status_code == 200
    assert answer["Content-Language"] == "en"
    assert "Accept-Language" not in answer.get("Vary", "")
    page = answer.content.decode()
    assert '<html lang="en">' in page
    assert 'href="/it/games/" lang="it" hreflang="it"' in page


def test_english_has_one_address(client: Client) -> None:
    assert client.get("/en/games/").status_code == 404
    assert client.get("/it/api/v1/games/").status_code == 404

    for path in ("/api/v1/games/", "/healthz/web"):
        assert client.get(path, headers=ITALIAN)["Content-Language"] == "en"


def test_errors_have_the_language_of_the_address(client: Client) -> None:
    answer = client.get("/it/nowhere/")
    assert answer.status_code == 404
    assert '<html lang="it">' in answer.content.decode()
    assert 'href="/it/games/"' in answer.content.decode()
    assert '<html lang="en">' in client.get("/games/").content.decode()


def copied(to: Path) -> list[CatalogueFile]:
    for book in catalogue_files(settings.BASE_DIR):
        copy = to / book.path.relative_to(settings.BASE_DIR)
        copy.parent.mkdir(parents=True)
        copy.write_bytes(book.path.read_bytes())
    return catalogue_files(to)


def test_catalogues_are_compiled_once_and_again_when_they_change(tmp_path: Path) -> None:
    made = copied(tmp_path)
    assert compile_stale(tmp_path) == [book.compiled for book in made]
    assert compile_stale(tmp_path) == []
    path = made[0].path
    path.write_text(path.read_text("utf-8") + '\nmsgid "a"\nmsgstr "b"\n', "utf-8")
    assert compile_stale(tmp_path) == [made[0].compiled]
    assert [each.name for each in path.parent.iterdir() if each.suffix == ".tmp"] == []
