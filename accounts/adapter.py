"""How this site uses allauth: its texts, e-mails, and what happens at sign-in and sign-out."""

import time
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.flows.login import (
    get_authentication_records,
    record_authentication,
)
from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import AbstractUser
from django.http import HttpRequest, HttpResponseRedirect
from django.urls import reverse
from django.utils.crypto import get_random_string
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.services import notices
from accounts.services.claims import begin_session, owns_browser
from replays.access.addresses import client_network
from replays.access.uploaders import uploads_in_session

INCORRECT_CODE = _("This code is not correct. Check the newest e-mail and try again.")
INCORRECT_PASSKEY = _("This passkey did not work. Try again, or sign in with a code by e-mail.")
SECOND_FACTOR = "allauth.mfa.stages.AuthenticateStage"


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Accounts have an e-mail address and passkeys, and no password or shown user name."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "incorrect_code": INCORRECT_CODE,
        "too_many_login_attempts": _("Too many wrong codes. Request a new one."),
        "rate_limited": _("Too many requests. Wait a minute and try again."),
        "same_as_current": _("This is your current e-mail address."),
    }

    def add_message(self, request: HttpRequest, level: int, *args: Any, **kwargs: Any) -> None:
        """Show errors only: the next page shows that everything else worked."""
        if level >= messages.ERROR:
            super().add_message(request, level, *args, **kwargs)

    def populate_username(self, request: HttpRequest, user: AbstractUser) -> None:
        """Give the user a random name, which Django needs and no page shows."""
        user.username = user.username or get_random_string(24).lower()

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return what all limits of the site use instead of an address."""
        return client_network(request)

    def send_account_already_exists_mail(self, email: str) -> None:
        """Send the owner of an address a link to sign in, instead of a code to sign up."""
        url = context.request.build_absolute_uri(reverse("account_login"))
        self.send_mail("account/email/account_already_exists", email, {"sign_in_url": url})

    def get_login_stages(self) -> list[str]:
        """Return the stages of a sign-in. A passkey replaces the code; it is no second factor."""
        return [stage for stage in super().get_login_stages() if stage != SECOND_FACTOR]

    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:
        """Return whether the user must confirm again: the last sign-in is too long ago."""
        records = get_authentication_records(context.request, context.request.user)
        latest = max((record["at"] for record in records), default=0)
        return bool(time.time() - latest > settings.ACCOUNT_REAUTHENTICATION_TIMEOUT)

    def pre_login(self, request: HttpRequest, user: AbstractUser, **kwargs: Any) -> Any:
        """Send staff to the sign-in of the admin: an e-mail address must not open the admin."""
        response = super().pre_login(request, user, **kwargs)
        if response is None and user.is_staff:
            return HttpResponseRedirect(reverse("admin:login"))
        return response

    def login(self, request: HttpRequest, user: AbstractUser) -> None:
        """Sign in, and connect the browser with the account."""
        super().login(request, user)
        if not get_authentication_records(request, user):  # at sign-up
            record_authentication(request, user, method="code")
        begin_session(request, user)

    def post_login(
        self, request: HttpRequest, user: AbstractUser, *, signup: bool, **kwargs: Any
    ) -> Any:
        """Return the response to a sign-in. A new device is reported by e-mail, and remembered."""
        response = super().post_login(request, user, signup=signup, **kwargs)
        if not signup and not notices.is_known(request, user):
            notices.notify_sign_in(request, user)
        notices.remember_device(request, response, user)
        return response

    def logout(self, request: HttpRequest) -> None:
        """Sign out. Uploads of the account leave the session of the browser; others stay."""
        is_owned = owns_browser(request, request.user)  # type: ignore[arg-type]
        kept = {} if is_owned else uploads_in_session(request)
        super().logout(request)
        if kept:
            request.session.update(kept)


class PasskeyAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """Names and texts of passkeys."""

    error_messages = {**DefaultMFAAdapter.error_messages, "incorrect_code": INCORRECT_PASSKEY}

    def generate_authenticator_name(self, user: AbstractUser, type: Any) -> str:
        """Return the name of a passkey that the user did not name."""
        return gettext("Passkey")

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """Return the site, as browsers show it."""
        return {**super().get_public_key_credential_rp_entity(), "name": "Kifu House"}
