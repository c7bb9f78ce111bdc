"""Templates on the upload page: one for every game and mode, valid, and without a script."""

import re
from html import unescape

import pytest
from django.test import Client

from games.registry import KINDS, write_template
from replays.web.log_templates import TemplateKey, template_keys, template_text
from tests.support.engine import accepted
from tests.support.pages import get, get_page, missing, page

pytestmark = pytest.mark.django_db


def test_every_edition_and_mode_has_a_template() -> None:
    for slug, kind in KINDS.items():
        offered = {(key.edition, key.mode) for key in template_keys() if key.slug == slug}
        assert {mode for _, mode in offered} == set(kind.identity.modes)
        assert {edition for edition, _ in offered} == set(kind.identity.editions or ("",))


@pytest.mark.parametrize("key", template_keys(), ids=lambda key: key.name)
def test_a_template_fills_the_box_and_can_be_checked(client: Client, key: TemplateKey) -> None:
    shown = page(client, f"/upload/?template={key.name}")
    found = re.search(r"<textarea[^>]*>(.*?)</textarea>", shown, re.DOTALL)
    assert found is not None
    text = unescape(found[1])
    assert text.strip() == write_template(key.slug, key.ruleset).strip()
    assert f'<option value="{key.name}" selected>' in shown
    accepted(text)


def test_default_and_unknown_templates(client: Client) -> None:
    assert template_text("goryo") == template_text("goryo-2024")
    assert template_text("gorinto-2p-burrow-waves") is not None
    for name in ("chess", "goryo-1999", "-", "goryo-", "goryo-2024-"):
        get(client, "/upload/", 200 if name == "goryo-" else 404, data={"template": name})
    assert "There is no template “chess”." in page(client, "/upload/?template=chess", 404)


def test_the_choice_is_italian_on_italian_pages(client: Client) -> None:
    text = get_page(client, "/it/upload/?template=goryo-2021-advanced")
    assert missing(text, "Gioco ed edizione", "Modello vuoto", '[Advanced "yes"]') == []


def test_the_remarks_of_a_template_are_in_the_readers_language(client: Client) -> None:
    shown = page(client, "/it/upload/?template=kyoto-charisma")
    assert (
        missing(shown, "# oppure: abandon", "Scrivi un evento per riga", "# resign government")
        == []
    )
    assert "or: abandon" not in shown
