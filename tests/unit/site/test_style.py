"""The page of the design system, the icons, the page of the API and the status page."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from goryo_site.http.icons import SHAPES, icon
from goryo_site.http.style import COLOURS, SECTIONS
from goryo_site.runtime import health
from tests.support.pages import missing, page

STATIC = Path(settings.BASE_DIR) / "goryo_site/static/site"
SHEETS = {path.name: path.read_text("utf-8") for path in STATIC.glob("*.css")}
PARTS = Path(settings.BASE_DIR) / "goryo_site/templates/site/style"
USED = r"var\((--[\w-]+)"


def test_every_component_is_shown_in_light_and_dark(client: Client) -> None:
    text = page(client, "/style/")
    assert missing(text, *(f'id="{section.key}"' for section in SECTIONS)) == []
    for theme in ("light", "dark"):
        assert text.count(f'data-theme="{theme}"') == len(SECTIONS)
    assert text.count("does not exist yet") == sum(section.is_later for section in SECTIONS) == 2
    ids = re.findall(r'\bid="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    assert 'name="robots" content="noindex"' in text


def test_the_page_has_an_italian_frame(client: Client) -> None:
    text = page(client, "/it/style/")
    assert missing(text, "Sistema di design", 'class="pair" lang="en"') == []


def test_every_sample_and_icon_is_shown() -> None:
    keys = {section.key for section in SECTIONS}
    assert {path.stem for path in PARTS.glob("*.html")} == keys | {"board"}
    for name in SHAPES:
        assert missing(icon(name), 'aria-hidden="true"', 'viewBox="0 0 24 24"') == []
    with pytest.raises(KeyError):
        icon("nothing")


def test_sheets_use_tokens_that_exist() -> None:
    """Also those of other apps, except what a sheet declares itself."""
    paths = [
        p
        for app in ("replays", "analytics", "accounts")
        for p in Path(settings.BASE_DIR, app).rglob("*.css")
    ]
    texts = SHEETS | {path.name: path.read_text("utf-8") for path in paths}
    tokens = set(re.findall(r"(--[\w-]+):", SHEETS["tokens.css"] + SHEETS["files.css"]))
    for name, text in texts.items():
        own = set(re.findall(r"(--[\w-]+):", text))
        with_fallback = set(re.findall(USED + ",", text))
        unknown = set(re.findall(USED, text)) - tokens - own - with_fallback
        declared_on_boards = set(re.findall(r"(--[\w-]+):", texts["board.css"]))
        assert unknown - declared_on_boards == set(), name
    assert tokens >= {f"--{colour}" for colour in COLOURS}


def test_faces_are_served_by_the_site_with_their_licence() -> None:
    files = re.findall(r'url\("([^"]+)"\)', SHEETS["files.css"])
    assert files
    assert all((STATIC / name).is_file() for name in files)
    faces = [STATIC / name for name in files if name.endswith(".woff2")]
    assert sum(face.stat().st_size for face in faces) < 36 * 1024
    licences = list((STATIC / "fonts").glob("OFL-*.txt"))
    assert len(licences) == 2
    assert all("SIL Open Font License" in path.read_text("utf-8") for path in licences)


@pytest.mark.parametrize("sheet", ["tokens.css", "site.css"])
def test_sheets_of_the_offline_file_load_nothing(sheet: str) -> None:
    assert "url(" not in SHEETS[sheet]
    assert "@import" not in SHEETS[sheet]


def test_the_page_of_the_api_shows_the_document(client: Client) -> None:
    text = page(client, "/api/")
    shown = ("<h1>HTTP API</h1>", 'href="/log-format/"', 'href="/api/v1/schema/log.json"')
    assert missing(text, *shown, 'href="#one-game"', '<h2 id="one-game">') == []
    assert 'href="data-dictionary.md' not in text


@pytest.mark.django_db
@pytest.mark.parametrize("is_well", [True, False])
def test_the_status_page_names_each_part(
    client: Client, monkeypatch: pytest.MonkeyPatch, is_well: bool
) -> None:
    checks = {
        "database": lambda: {"ok": True},
        "broker": lambda: {"ok": is_well},
        "beat": lambda: {"ok": is_well, "age_seconds": 12.4 if is_well else None},
    }
    monkeypatch.setattr(health, "CHECKS", checks)
    text = page(client, "/status/")
    assert text.count("tag-bad") == (0 if is_well else 2)
    assert ("All parts of the site work" in text) == is_well
    assert "Part of the site is not responding" in page(client, "/status/") or is_well
