"""URLs of accounts. Those of allauth are listed one by one: only what is used is served.

`urlpatterns` exist in every language; `provider_urls`, to which other sites return, in one.
"""

from allauth.account import views as account_views
from allauth.mfa.webauthn import views as passkey_views
from django.conf import settings
from django.urls import URLPattern, URLResolver, path
from django.views.decorators.cache import never_cache
from oauth2_provider import views as oauth_views

from . import (
    account_page,
    following_page,
    oauth,
    players_page,
    removal,
    sign_in,
    tokens_page,
    webhooks_page,
)

ROUTES = (
    ("", account_page.account, "account"),
    ("tokens/", tokens_page.tokens, "account-tokens"),
    ("webhooks/", webhooks_page.webhooks, "account-webhooks"),
    ("webhooks/<public_id:public_id>/", webhooks_page.webhook, "account-webhook"),
    ("programs/", oauth.programs, "account-programs"),
    ("games/<public_id:public_id>/players/", players_page.players, "game-players"),
    ("invitations/<str:secret>/", players_page.invitation, "account-invitation"),
    ("following/", following_page.following_page, "account-following"),
    ("following/stop/<str:token>/", following_page.stop_digest, "digest-stop"),
    ("export/", account_page.export, "account-export"),
    ("delete/", removal.delete, "account-delete"),
    ("sign-in/", sign_in.sign_in, "account_login"),
    ("sign-in/", sign_in.sign_in, "account_request_login_code"),
    ("sign-in/code/", account_views.confirm_login_code, "account_confirm_login_code"),
    ("sign-in/passkey/", passkey_views.login_webauthn, "mfa_login_webauthn"),
    ("sign-up/", account_views.signup, "account_signup"),
    ("sign-up/code/", account_views.email_verification_sent, "account_email_verification_sent"),
    ("sign-up/with-passkey/", account_views.signup_by_passkey, "account_signup_by_passkey"),
    ("sign-up/passkey/", passkey_views.signup_webauthn, "mfa_signup_webauthn"),
    ("sign-out/", account_views.logout, "account_logout"),
    ("inactive/", account_views.account_inactive, "account_inactive"),
    ("email/", account_views.email, "account_email"),
    ("passkeys/", account_page.account, "mfa_index"),
    ("passkeys/add/", passkey_views.add_webauthn, "mfa_add_webauthn"),
    (
        "confirm/",
        account_views.request_reauthentication_code,
        "account_request_reauthentication_code",
    ),
    (
        "confirm/code/",
        account_views.confirm_reauthentication_code,
        "account_confirm_reauthentication_code",
    ),
    ("confirm/passkey/", passkey_views.reauthenticate_webauthn, "mfa_reauthenticate_webauthn"),
)
urlpatterns: list[URLPattern] = [
    path(route, never_cache(view), name=name) for route, view, name in ROUTES
]

OAUTH_URLS: list[URLPattern] = [
    path("authorize/", never_cache(oauth.ConsentView.as_view()), name="authorize"),
    path("token/", oauth_views.TokenView.as_view(), name="token"),
    path("revoke/", oauth_views.RevokeTokenView.as_view(), name="revoke-token"),
]
oauth_urls = (OAUTH_URLS, "oauth2_provider")
"""What programs of others use, in the namespace that the library expects."""


def provider_urls() -> list[URLPattern | URLResolver]:
    """Return the URLs of the other sites to sign in with; none by default."""
    if not settings.SIGN_IN_PROVIDERS:
        return []
    from allauth.socialaccount import views
    from allauth.urls import build_provider_urlpatterns

    return [
        path("", account_page.account, name="socialaccount_connections"),
        path("sign-up/", views.signup, name="socialaccount_signup"),
        path("cancelled/", views.login_cancelled, name="socialaccount_login_cancelled"),
        path("error/", views.login_error, name="socialaccount_login_error"),
        *build_provider_urlpatterns(),
    ]
