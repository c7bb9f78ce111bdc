"""Claims of names by accounts: what counts as evidence, and what a holder can do."""

from collections.abc import Iterable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client

from accounts.keys import account_key, account_of
from moderation.models import AuditEntry, NameClaim
from replays.access.uploaders import key_of_program
from replays.models import NameEvent, NameRequest, Record, WishState
from replays.reads.evidence import Evidence, evidence_of
from replays.text.names import handle_of, name_key
from tests.support.pages import act, get, missing, page, present
from tests.unit.visibility.owners import SECRETS, play, stored

pytestmark = pytest.mark.django_db
JANE = f"/players/{handle_of(name_key('Jane'))}/"


@pytest.fixture
def user(db: None) -> User:
    cache.clear()
    user = User.objects.create_user("jane", "jane@example.org")
    account_of(user)
    return user


@pytest.fixture
def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def claim(browser: Client) -> NameRequest:
    answer = browser.post("/names/", {"wish": "claim", "name": "Jane", "message": "it is me"})
    assert answer.status_code == 302
    return NameRequest.objects.latest("pk")


def stored_by(owner: str, seed: int) -> None:
    stored(play(seed, players=[{"role": "goryo", "name": "Jane"}]), owner)


def confirmed(request: NameRequest) -> Iterable[Evidence]:
    """Another kind of evidence, as an accepted invitation is."""
    return [Evidence("seats that other players confirmed", 2, is_independent=True)]


def test_own_uploads_are_never_enough(user: User, browser: Client, boss: Client) -> None:
    for seed in range(3):
        stored_by("ann", seed)
    Record.objects.filter(owner=key_of_program(SECRETS["ann"])).update(
        owner=account_key(account_of(user))
    )
    request = claim(browser)
    assert "uploaded by the account: 3 (not enough alone)" in " ".join(
        map(str, evidence_of(request))
    )
    queue = page(boss, "/admin/replays/namerequest/")
    assert "uploaded by the account: 3 (not enough alone)" in queue
    text = act(boss, "namerequest", "accept", request.pk)
    assert "Enter as the reason how you verified it" in text
    request.refresh_from_db()
    assert request.state == WishState.OPEN
    act(boss, "namerequest", "accept", request.pk, reason="he showed his club card")
    request.refresh_from_db()
    assert request.state == WishState.ACCEPTED
    detail = NameEvent.objects.get(what="claimed").detail
    assert detail["reason"] == "he showed his club card"
    assert "games with the name uploaded by the account: 3 (not enough alone)" in detail["evidence"]
    assert AuditEntry.objects.filter(action="accept", reason="he showed his club card").count() == 1


def test_what_others_confirmed_is_enough(browser: Client, boss: Client, settings: Any) -> None:
    stored_by("ann", 1)
    request = claim(browser)
    assert [each.is_independent for each in evidence_of(request)] == [False] * 2
    settings.NAME_EVIDENCE = [*settings.NAME_EVIDENCE, f"{__name__}.confirmed"]
    assert evidence_of(request)[0].is_independent
    act(boss, "namerequest", "accept", request.pk)
    request.refresh_from_db()
    assert request.state == WishState.ACCEPTED


def test_the_holder_is_shown_and_can_hide_the_name(
    user: User, browser: Client, boss: Client
) -> None:
    stored_by("ann", 1)
    call_command("sweep_games", verbosity=0)
    request = claim(browser)
    assert "belongs to an account" not in page(Client(), JANE)
    assert "Waiting for review" in page(browser, "/account/names/")
    act(boss, "namerequest", "accept", request.pk, reason="known to us")
    form = {"action": "save", "name": "Jane <b>", "link": "javascript:alert(1)"}
    assert browser.post("/account/", form).status_code == 422
    browser.post("/account/", form | {"link": "https://example.org/jane"})
    shown = page(Client(), JANE)
    wanted = ("belongs to an account", "Jane &lt;b&gt;", 'href="https://example.org/jane"')
    assert missing(shown, *wanted) == []
    assert present(shown, "jane@example.org") == []

    public_id = NameClaim.objects.get().public_id
    other = Client()
    other.force_login(User.objects.create_user("eve"))
    hide = {"action": "hide", "id": public_id}
    assert other.post("/account/names/", hide).status_code == 404
    assert other.post("/account/names/", {**hide, "id": "\0"}).status_code == 404
    get(Client(), JANE)
    assert browser.post("/account/names/", hide).status_code == 302
    get(Client(), JANE, 404)
    browser.post("/account/names/", {"action": "show", "id": public_id})
    get(Client(), JANE)

    second = claim(other)
    text = act(boss, "namerequest", "accept", second.pk, reason="also known")
    assert "Someone else holds this name" in text
    user.delete()
    assert "belongs to an account" not in page(Client(), JANE)


def test_a_browser_without_account_claims_as_before(boss: Client) -> None:
    stored_by("ann", 1)
    request = claim(Client())
    assert not NameClaim.objects.exists()
    act(boss, "namerequest", "accept", request.pk, reason="by phone")
    call_command("sweep_games", verbosity=0)
    assert "belongs to an account" not in page(Client(), JANE)
    get(Client(), "/account/names/", 302)
