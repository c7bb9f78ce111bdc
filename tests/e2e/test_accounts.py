"""Accounts in a browser: upload, sign up, passkeys of a virtual authenticator, tokens, export."""

import os
import re
import urllib.request
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.core.cache import cache

from accounts.keys import keys_of
from accounts.models import Webhook
from replays.models import Upload
from tests.e2e.conftest import DESKTOP, PHONE, Tabs, assert_fits
from tests.e2e.test_axe import faults
from tests.unit.replays.logs import as_json, numbered

pytestmark = pytest.mark.in_turn(2)

ADDRESS = "ann@example.org"
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def site(live_server: Any) -> str:
    """The address of the site by name: passkeys need one."""
    return str(live_server.url).replace("127.0.0.1", "localhost")


def visitor(tabs: Tabs, site: str, **options: Any) -> Any:
    """Return an empty page in a browser with an authenticator for passkeys."""
    tabs.site = site
    page = tabs.new(**options)
    page.set_default_timeout(10_000)
    driver = page.context.new_cdp_session(page)
    driver.send("WebAuthn.enable")
    driver.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    return page


def upload(page: Any, number: int) -> Upload:
    """Upload a game with the form, without script."""
    body = {"text": as_json(numbered(number)).decode()}
    page.goto("/upload/")
    token = page.input_value("[name=csrfmiddlewaretoken] >> nth=0")
    answer = page.request.post("/upload/", form={**body, "csrfmiddlewaretoken": token})
    assert answer.ok
    return Upload.objects.latest("pk")


def enter_code(page: Any) -> None:
    """Enter the code of the newest e-mail."""
    page.wait_for_selector("#code")
    code = re.search(r"^    (\S+)$", str(mail.outbox[-1].body), re.MULTILINE)
    assert code
    page.fill("#code", code[1])
    page.click("text=Continue")


def sign_up(page: Any, button: str = "Send a code", address: str = ADDRESS) -> None:
    page.goto("/account/sign-up/")
    page.fill("#email", address)
    page.click(f"text={button}")
    enter_code(page)


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_upload_sign_up_token_and_export(tabs: Tabs, site: str, viewport: dict[str, int]) -> None:
    page = visitor(tabs, site, viewport=viewport)
    sent = upload(page, 1)
    sign_up(page)
    page.wait_for_url("**/account/")
    user = User.objects.get(email=ADDRESS)
    assert sent.uploader in keys_of(user)
    page.click("text=Personal tokens")
    page.fill("#token-name", "my bot")
    page.click("text=Create token")
    token = page.input_value("#new-token")
    request = urllib.request.Request(
        f"{site}/api/v1/games/",
        as_json(numbered(2)),
        {"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request) as answer:
        assert answer.status == 201
    assert Upload.objects.latest("pk").uploader in keys_of(user)
    page.goto("/account/tokens/")
    assert token not in page.content()
    assert "last used" in page.inner_text("main")
    page.goto("/account/")
    with page.expect_download() as download:
        page.click("text=Download everything")
    assert download.value.suggested_filename == "kifu-house.zip"


def test_a_passkey_is_created_used_and_removed(tabs: Tabs, site: str) -> None:
    page = visitor(tabs, site)
    sign_up(page)
    page.wait_for_url("**/account/")
    page.click("text=Create a passkey")
    page.fill("#passkey-name", "Laptop")
    page.click("#passkey-create")
    page.wait_for_url("**/account/passkeys/")
    assert "Laptop" in page.inner_text("main")
    page.click("main >> text=Sign out >> nth=0")
    page.wait_for_url(f"{site}/")
    page.goto("/account/sign-in/?next=/account/tokens/")
    page.click("text=Sign in with a passkey")
    page.wait_for_url(f"{site}/account/tokens/")
    page.goto("/account/")
    page.click("text=Remove")
    page.wait_for_load_state()
    assert "Laptop" not in page.inner_text("main")


def test_sign_up_with_a_passkey_and_claim_later(tabs: Tabs, site: str) -> None:
    page = visitor(tabs, site)
    sign_up(page, "Continue with a passkey")
    page.click("#passkey-create")
    page.wait_for_url("**/account/")
    assert "Passkey" in page.inner_text(".rows >> nth=0")
    page.click("main >> text=Sign out >> nth=0")
    page.wait_for_url(f"{site}/")
    sent = upload(page, 3)
    page.goto("/account/sign-in/")
    page.click("text=Sign in with a passkey")
    page.click("text=Add the games of this browser to my account")
    page.wait_for_url("**/account/")
    assert sent.uploader in keys_of(User.objects.get(email=ADDRESS))


def test_a_passkey_that_fails_is_explained(tabs: Tabs, site: str) -> None:
    page = visitor(tabs, site)
    page.goto("/account/sign-in/")
    page.click("text=Sign in with a passkey")  # the authenticator has none
    page.wait_for_selector("[data-passkey-error]:visible")
    assert page.is_enabled("text=Send a code")


def test_the_pages_work_without_script(tabs: Tabs, site: str) -> None:
    page = visitor(tabs, site, java_script_enabled=False)
    sign_up(page)
    page.wait_for_url("**/account/")
    assert page.is_visible("text=Sign out")
    page.goto("/account/sign-in/")


def test_a_program_is_allowed(tabs: Tabs, site: str) -> None:
    """The form leads to the program, which the content policy must let it do."""
    page = visitor(tabs, site)
    sign_up(page)
    page.wait_for_url("**/account/")
    page.goto("/account/programs/")
    page.fill("#program-name", "A bot")
    callback = f"{tabs.site.replace('localhost', '127.0.0.1')}/games/"
    page.fill("#addresses", callback)
    page.click("button[value=register]")
    client_id = page.inner_text(".rows code")
    challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"  # RFC 7636, appendix B
    found = []
    for language in ("", "/it"):
        page.goto(
            f"{language}/oauth/authorize/?response_type=code&client_id={client_id}&state=s"
            f"&redirect_uri={callback}&code_challenge={challenge}&code_challenge_method=S256"
        )
        assert "A bot" in page.inner_text("h1")
        found += faults(page, "consent")
    page.click("button[name=allow]")
    page.wait_for_url(f"{callback}?code=*")
    assert not found, "\n".join(found)
    # /games/ refuses the unknown parameters
    assert all("Failed to load" in fault for fault in tabs.take_faults())
    tabs.site = "http://"


def test_axe_finds_nothing_on_the_pages_of_an_account(tabs: Tabs, site: str) -> None:
    page = visitor(tabs, site, reduced_motion="reduce")
    found = []
    page.goto("/account/sign-up/")
    page.fill("#email", ADDRESS)
    page.click("text=Send a code")
    page.wait_for_selector("#code")
    page.fill("#code", "WRONG")
    page.click("text=Continue")
    page.wait_for_selector(".field-error")
    found += faults(page, "code")
    page.set_viewport_size(DESKTOP)
    enter_code(page)
    page.wait_for_url("**/account/")
    cache.clear()
    page.click("text=Create a passkey")
    found += faults(page, "passkey")
    page.click("#passkey-create")
    page.wait_for_url("**/account/passkeys/")
    page.goto("/account/webhooks/")
    page.fill("#hook-url", "https://receiver.example/kifu")
    page.click("text=Create webhook")
    page.wait_for_selector("#new-secret")
    found += faults(page, "a new webhook")
    hook = f"webhooks/{Webhook.objects.get().public_id}/"
    page.click("text=Send a test")
    page.wait_for_selector("text=ping")
    page.click("text=Pause")
    page.wait_for_selector("text=You paused it.")
    assert_fits(page, 320)
    paths = ("", "tokens/", "programs/", "webhooks/", hook, "email/", "delete/", "sign-out/")
    for path in paths:
        for language in ("", "/it"):
            page.goto(f"{language}/account/{path}")
            found += faults(page, path)
    page.goto("/account/tokens/")
    page.fill("#token-name", "my bot")
    page.click("text=Create token")
    page.wait_for_selector("#new-token")
    found += faults(page, "a new token")
    assert_fits(page, 320)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_names_players_and_tags_of_an_own_game(
    tabs: Tabs, site: str, viewport: dict[str, int]
) -> None:
    """Hide a name, undo, invite a player who accepts, change a tag; axe on each page."""
    page, found = visitor(tabs, site, viewport=viewport), []
    game = upload(page, 1).games.get()
    sign_up(page)
    page.wait_for_url("**/account/")
    look = partial(_look, page, found, viewport)
    look("account")
    page.goto(game.get_absolute_url())
    page.click(".own-menu summary")
    look("own-menu")
    name = page.inner_text(".own-names label >> nth=0").partition(": ")[2]
    page.select_option(".own-names select >> nth=0", "none")
    page.select_option(".own-menu [name=statistics]", "rates")
    page.click(".own-menu >> text=Save")
    page.wait_for_selector(".own-notice")
    assert name not in page.inner_text("h1")
    page.goto("/my-games/")
    assert "(hidden)" in page.inner_text("table")
    assert "counted in rates only" in page.inner_text("table")
    page.click(".bulk .own-menu summary")
    look("my-games")
    page.goto(f"{game.get_absolute_url()}tags/")
    page.fill("#tag-event", "World Cup")
    look("tags")
    page.click("main >> text=Save")
    page.wait_for_selector(".own-notice")
    page.goto(f"/account/games/{game.public_id}/players/")
    page.click("text=Create the link")
    link = page.input_value("#link")
    look("players")
    other = visitor(tabs, site, viewport=viewport)
    other.goto(link)
    assert "/account/sign-in/" in other.url
    sign_up(other, address="ben@example.org")
    other.wait_for_url("**/account/")
    other.goto(link)
    look("invitation", other)
    other.click("main form button")
    other.wait_for_url(f"**{game.get_absolute_url()}")
    other.goto("/my-games/?show=played")
    look("played", other)
    page.goto("/account/delete/")
    if page.locator("text=Confirm").count() == 0:
        look("delete")
    assert not found, "\n".join(found)


def _look(page: Any, found: list[str], viewport: dict[str, int], name: str, of: Any = None) -> None:
    """Add what axe finds on a page, which must fit its window."""
    shown = of or page
    found += faults(shown, name)
    assert_fits(shown)
    if folder := os.environ.get("SHOTS"):
        shown.screenshot(path=f"{folder}/{name}-{viewport['width']}.png", full_page=True)
