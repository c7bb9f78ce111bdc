"""Signing in with other sites, where `SIGN_IN_PROVIDERS` names some."""

from typing import Any

from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.providers.base import AuthProcess
from django.http import HttpRequest, HttpResponseRedirect
from django.urls import reverse


class ProviderAdapter(DefaultSocialAccountAdapter):  # type: ignore[misc]
    """Providers are for signing in only."""

    def pre_social_login(self, request: HttpRequest, sociallogin: Any) -> None:  # noqa: ARG002
        """Refuse to connect another site with the account of the session. The link needs no CSRF
        token (`SOCIALACCOUNT_LOGIN_ON_GET`), so an attacker's page could connect its own account.
        """
        if sociallogin.state.get("process") == AuthProcess.CONNECT:
            raise ImmediateHttpResponse(HttpResponseRedirect(reverse("account")))
