"""The frame of every page: navigation, landmarks, and colours that can be read."""

import re
import struct
from itertools import product
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client, RequestFactory
from django.urls import reverse

from goryo_site.http.navigation import PAGES, navigation
from goryo_site.http.static_files import StaticFiles

CSS = (Path(settings.BASE_DIR) / "goryo_site/static/site/site.css").read_text(encoding="utf-8")
READABLE = 4.5  # WCAG AA for text


def tokens(block: str) -> dict[str, str]:
    return dict(re.findall(r"--([a-z0-9-]+):\s*(#[0-9a-f]{6})", block))


LIGHT = tokens(CSS.split("@media (prefers-color-scheme: dark)")[0])
DARK_BY_SYSTEM = LIGHT | tokens(CSS.split("@media (prefers-color-scheme: dark)")[1].split("}")[0])
DARK_BY_CHOICE = LIGHT | tokens(CSS.split(':root[data-theme="dark"] {')[1].split("}")[0])


def luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_browsers_find_the_icon(client: Client, db: None) -> None:
    """They request /favicon.ico by default; pages link it and its source."""
    answer = client.get("/favicon.ico")
    data = b"".join(answer.streaming_content)
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/x-icon")
    reserved, kind, count = struct.unpack_from("<HHH", data)
    sizes = [data[6 + 16 * number] for number in range(count)]
    assert (reserved, kind, sizes) == (0, 1, [16, 32, 48])
    page = client.get("/").content.decode()
    icons = re.findall(r'<link rel="icon" href="([^"]+)"', page)
    assert [client.get(icon).status_code for icon in icons] == [200, 200]
    assert icons[0] == "/favicon.ico"
    assert icons[1].endswith(".svg")
    assert "img-src 'self'" in client.get("/")["Content-Security-Policy"]


def test_both_dark_themes_have_the_same_colours() -> None:
    assert DARK_BY_SYSTEM == DARK_BY_CHOICE
    assert DARK_BY_CHOICE["bg"] != LIGHT["bg"]


INKS = ("text", "muted", "accent", "good", "bad", "warn")
PAIRS = [("accent-text", "accent"), *product(INKS, ("bg", "surface", "surface-2"))]


@pytest.mark.parametrize("theme", [LIGHT, DARK_BY_CHOICE], ids=["light", "dark"])
@pytest.mark.parametrize(("ink", "ground"), PAIRS)
def test_text_is_readable(theme: dict[str, str], ink: str, ground: str) -> None:
    assert contrast(theme[ink], theme[ground]) >= READABLE


@pytest.mark.parametrize(("label", "name"), PAGES)
def test_navigation_marks_the_current_page(label: str, name: str) -> None:
    factory, address = RequestFactory(), reverse(name)
    here = navigation(factory.get(address))["site_navigation"]
    assert [(p["label"], p["current"]) for p in here if p["is_current"]] == [(label, "page")]
    home = navigation(factory.get("/"))["site_navigation"]
    assert not any(item["is_current"] for item in home)
    below = navigation(factory.get(f"{address}below/"))["site_navigation"]
    assert [(p["label"], p["current"]) for p in below if p["is_current"]] == [(label, "true")]


@pytest.mark.django_db
@pytest.mark.parametrize("name", [name for _, name in PAGES])
def test_navigation_leads_to_pages(client: Client, name: str) -> None:
    page = client.get(reverse(name))
    assert page.status_code == 200
    text = page.content.decode()
    assert 'href="#main"' in text
    assert text.count('<main id="main"') == 1
    assert text.count("<h1") == 1
    assert "reconstructions" in text


def test_collected_scripts_import_each_other_by_their_digests(tmp_path: Path) -> None:
    storage = StaticFiles(location=tmp_path, base_url="/static/")
    (tmp_path / "one.js").write_text('import { two } from "./two.js";\ntwo();\n')
    (tmp_path / "two.js").write_text("export const two = () => 2;\n")
    names = {"one.js": (storage, "one.js"), "two.js": (storage, "two.js")}
    done = {old: new for old, new, processed in storage.post_process(names) if processed is True}
    two = Path(done["two.js"]).name
    assert two != "two.js"
    assert f'from "./{two}"' in (tmp_path / done["one.js"]).read_text()
