"""`Authorization: Bearer kifu_…` (RFC 6750). Without the header a request is anonymous."""

from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from accounts.credentials import TokenCredential
from accounts.keys import account_key, account_of
from accounts.models import PersonalToken
from accounts.tokens import SCHEME, scopes_of, token_of
from replays.access.viewer import ignore_cookies

CHALLENGE = 'Bearer realm="Kifu House", error="invalid_token"'
MESSAGE = "The token is unknown, expired or revoked. Create one at /account/tokens/."


class TokenAuthentication(BaseAuthentication):
    """Accepts personal tokens, and those that a user allowed a program. Ignores other schemes, such
    as Basic of a proxy.
    """

    def authenticate(self, request: Request) -> tuple[AbstractBaseUser, TokenCredential] | None:
        """Return the user and the credential of the token. Raises AuthenticationFailed."""
        scheme = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")[0]
        if scheme.lower() != SCHEME:
            return None
        token = token_of(request._request)
        if token is None:
            raise AuthenticationFailed(MESSAGE, "invalid_token")
        ignore_cookies(request._request)  # also forgets who sent the request so far
        key = account_key(account_of(token.user))
        personal = token if isinstance(token, PersonalToken) else None
        program = None if isinstance(token, PersonalToken) else token.application_id
        return token.user, TokenCredential(token.user, scopes_of(token), key, personal, program)

    def authenticate_header(self, request: Request) -> str:
        """Return the challenge of a 401."""
        return CHALLENGE


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Describes tokens in the OpenAPI document."""

    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """Return the security scheme."""
        text = "A personal token from /account/tokens/. Each operation that writes needs a scope."
        return {"type": "http", "scheme": SCHEME, "description": text}
