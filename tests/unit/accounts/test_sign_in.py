"""Signing up and in by a code, signing out, and what strangers can find out."""

import re
import time
from smtplib import SMTPServerDisconnected
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.core import context
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client, RequestFactory

from accounts.models import Account, BrowserSession
from tests.support.pages import get, missing, page, policy

from .conftest import ADDRESS, code_in_mail, enter_code, request_code, sign_in, sign_up

pytestmark = pytest.mark.django_db
CHANGING = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"|[\w.]+@example\.org')


def comparable(answer: Any) -> tuple[int, str, str]:
    """Return what of an answer may not depend on an account."""
    return answer.status_code, answer.get("Location", ""), CHANGING.sub("", answer.content.decode())


def test_signing_up_needs_the_code_of_the_address(client: Client) -> None:
    answer = request_code(client, page="sign-up")
    assert answer["Location"] == "/account/sign-up/code/"
    assert get(client, "/account/", 302)["Location"] == "/account/sign-in/?next=/account/"
    assert enter_code(client, "AAAAAA", "sign-up").status_code == 200
    assert not EmailAddress.objects.filter(verified=True).exists()
    answer = enter_code(client, code_in_mail(), "sign-up")
    assert answer["Location"] == "/account/"
    assert ADDRESS in page(client, "/account/")
    user = User.objects.get()
    assert not user.has_usable_password()
    assert ADDRESS.partition("@")[0] not in user.username
    assert Account.objects.get().user == user


def test_signing_in_by_code(user: User, client: Client) -> None:
    answer = sign_in(client)
    assert (answer.status_code, answer["Location"]) == (302, "/account/")
    assert mail.outbox[-1].to == [ADDRESS]
    assert ADDRESS in page(client, "/account/")


def test_a_code_works_in_the_browser_that_requested_it_only(user: User, client: Client) -> None:
    request_code(client)
    other = Client()
    request_code(other, "eve@example.org")
    code = next(str(m.body) for m in mail.outbox if m.to == [ADDRESS] and "sign" not in m.subject)
    assert enter_code(other, code.split()[-1]).status_code == 200
    assert get(other, "/account/", 302)


def test_a_code_works_three_times_at_most(user: User, client: Client) -> None:
    request_code(client)
    code = code_in_mail()
    for _ in range(3):
        enter_code(client, "WRONG1")
    assert enter_code(client, code).status_code == 302
    assert get(client, "/account/", 302)


def test_a_code_works_once(user: User, client: Client) -> None:
    sign_in(client)
    code = code_in_mail()
    client.post("/account/sign-out/")
    request_code(client)
    assert code != code_in_mail()
    enter_code(client, code)
    assert get(client, "/account/", 302)


@pytest.mark.parametrize("start", ["sign-in", "sign-up"])
def test_known_and_unknown_addresses_have_the_same_answers(user: User, start: str) -> None:
    answers = []
    for address in (ADDRESS, "stranger@example.org"):
        client, n_mails = Client(), len(mail.outbox)
        answers.append(
            [
                comparable(answer)
                for answer in (
                    request_code(client, address, start),
                    client.get(f"/account/{start}/code/"),
                    enter_code(client, "WRONG1", start),
                    client.post(f"/account/{start}/code/", {"action": "resend"}),
                    client.get(f"/account/{start}/code/"),
                    enter_code(client, "WRONG1", start),
                    enter_code(client, "WRONG1", start),
                )
            ]
        )
        assert len(mail.outbox) > n_mails, "an e-mail in both cases takes about the same time"
    assert answers[0] == answers[1]


def test_the_e_mail_says_what_an_unknown_address_can_do(client: Client) -> None:
    request_code(client, "stranger@example.org")
    assert mail.outbox[-1].subject == "No Kifu House account for this address"
    assert "http://testserver/account/sign-up/" in mail.outbox[-1].body


def test_the_e_mail_to_a_known_address_has_no_code(user: User, client: Client) -> None:
    request_code(client, page="sign-up")
    assert "http://testserver/account/sign-in/" in mail.outbox[-1].body
    assert User.objects.count() == 1


def test_e_mails_are_in_the_language_of_the_page(user: User, client: Client) -> None:
    client.post("/it/account/sign-in/", {"login": ADDRESS})
    assert mail.outbox[-1].subject == "Il tuo codice per Kifu House"


def test_the_session_changes_at_sign_in(user: User, client: Client) -> None:
    """A session that someone else knows is of no use after the sign-in."""
    client.get("/account/sign-in/")
    request_code(client)
    before = client.session.session_key
    enter_code(client, code_in_mail())
    after = client.session.session_key
    assert before != after
    attacker = Client()
    attacker.cookies["sessionid"] = str(before)
    assert get(attacker, "/account/", 302)


@pytest.mark.parametrize(
    "target", ["https://evil.example/", "//evil.example/", r"\\evil.example", "javascript:alert(1)"]
)
def test_next_leads_to_this_site_only(user: User, client: Client, target: str) -> None:
    client.post("/account/sign-in/", {"login": ADDRESS, "next": target})
    answer = enter_code(client, code_in_mail(), next=target)
    assert answer["Location"] == "/account/"
    answer = client.post("/account/sign-out/", {"next": target})
    assert answer["Location"] == "/"


def test_next_is_followed(user: User, client: Client) -> None:
    client.post("/account/sign-in/", {"login": ADDRESS, "next": "/games/"})
    assert enter_code(client, code_in_mail(), next="/games/")["Location"] == "/games/"


@pytest.mark.parametrize(
    "path", ["sign-in/", "sign-up/", "sign-in/code/", "sign-out/", "", "tokens/", "delete/"]
)
def test_forms_need_their_token(user: User, path: str) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(user)
    assert client.post(f"/account/{path}").status_code == 403


def test_requests_for_codes_are_limited(user: User, client: Client) -> None:
    statuses = [request_code(Client()).status_code for _ in range(4)]
    assert statuses[:3] == [302] * 3
    n_mails = len(mail.outbox)
    request_code(Client())
    assert len(mail.outbox) == n_mails


def test_a_mailbox_gets_few_codes_an_hour(user: User, monkeypatch: Any) -> None:
    now = time.time()
    for minute in range(40):
        monkeypatch.setattr("time.time", lambda at=now + 61 * minute: at)
        request_code(Client())
    assert 15 <= len(mail.outbox) <= 17


def test_many_sign_ups_from_one_address_are_refused(client: Client) -> None:
    answers = [request_code(Client(), f"a{n}@example.org", "sign-up") for n in range(21)]
    assert answers[-1].status_code == 429
    assert answers[-1]["Retry-After"] == "60"
    assert "Too many requests" in answers[-1].content.decode()


def test_an_e_mail_address_does_not_open_the_admin(client: Client) -> None:
    staff = User.objects.create_superuser("staff", "staff@example.org", "a password 123")
    EmailAddress.objects.create(user=staff, email=staff.email, verified=True, primary=True)
    answer = sign_in(client, staff.email)
    assert answer["Location"].startswith("/admin/login/")
    assert get(client, "/admin/", 302)["Location"].startswith("/admin/login/")
    assert client.login(username="staff", password="a password 123")
    assert get(client, "/admin/")


def test_there_are_no_passwords(client: Client) -> None:
    for path in ("password/reset/", "password/change/", "login/", "accounts/login/"):
        assert client.get(f"/account/{path}").status_code == 404
    text = page(client, "/account/sign-in/") + page(client, "/account/sign-up/")
    assert 'type="password"' not in text


@pytest.mark.parametrize("path", ["sign-in/", "sign-up/", "sign-out/"])
def test_pages_keep_the_content_policy(user: User, client: Client, path: str) -> None:
    client.force_login(user) if path == "sign-out/" else None
    answer = get(client, f"/account/{path}")
    assert policy(answer)["script-src"] == "'self'"
    scripts = re.findall(r"<script\b([^>]*)>", answer.content.decode())
    assert [s for s in scripts if "src=" not in s and "application/json" not in s] == []
    assert "no-store" in answer["Cache-Control"]


def test_sign_up_can_be_closed(settings: Any, client: Client) -> None:
    settings.ACCOUNT_SIGNUP_ENABLED = False
    assert "does not accept new accounts" in page(client, "/account/sign-up/")
    client.post("/account/sign-up/", {"email": ADDRESS})
    assert not User.objects.exists()


def test_the_address_can_be_changed(signed_in: Client) -> None:
    new = "ann.new@example.org"
    signed_in.post("/account/email/", {"email": new, "action_add": "1"})
    assert mail.outbox[-1].to == [new]
    assert User.objects.get().email == ADDRESS
    enter_code(signed_in, code_in_mail(), "sign-up")
    assert User.objects.get().email == new


def test_pages_without_account_stay_anonymous(client: Client) -> None:
    sign_up(Client())
    assert missing(client.get("/games/").cookies, "sessionid") == ["sessionid"]


def test_a_sign_in_from_a_new_device_is_reported_once(user: User) -> None:
    browser = Client(HTTP_USER_AGENT="Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0")
    sign_in(browser)
    message = mail.outbox[-1]
    assert (message.to, "New sign-in" in message.subject) == ([ADDRESS], True)
    assert missing(str(message.body), "Firefox, Linux", "http://testserver/account/") == []
    browser.post("/account/sign-out/")
    sign_in(browser)
    assert "code" in mail.outbox[-1].subject, "this device is known"
    cookie = browser.cookies["known_device"]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    forged = Client()
    forged.cookies["known_device"] = f"[{user.pk}]"
    sign_in(forged)
    assert "New sign-in" in mail.outbox[-1].subject


def test_signing_up_is_not_reported(client: Client) -> None:
    sign_up(client)
    assert "code" in mail.outbox[-1].subject
    client.post("/account/sign-out/")
    sign_in(client)
    assert "code" in mail.outbox[-1].subject


def test_a_new_passkey_is_reported_but_not_at_sign_up(user: User, client: Client) -> None:
    request = RequestFactory().get("/", HTTP_USER_AGENT="Firefox/140.0")
    passkey = Authenticator(user=user, type=Authenticator.Type.WEBAUTHN, data={})
    for is_first in (True, False):
        if is_first:
            BrowserSession.objects.all().delete()
        else:
            sign_in(client)
        n_mails = len(mail.outbox)
        with context.request_context(request):
            authenticator_added.send(
                sender=Authenticator, request=request, user=user, authenticator=passkey
            )
        assert len(mail.outbox) - n_mails == (0 if is_first else 1)
    assert "New passkey" in mail.outbox[-1].subject


def test_a_notice_that_can_not_be_sent_does_not_stop_the_sign_in(
    user: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    request_code(client)
    code = code_in_mail()

    def fail(self: Any, messages: Any) -> int:
        raise SMTPServerDisconnected("gone")

    monkeypatch.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", fail)
    assert enter_code(client, code)["Location"] == "/account/"
    get(client, "/account/")
