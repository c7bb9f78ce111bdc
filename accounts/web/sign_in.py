"""`/account/sign-in/`: allauth's page, with the other sites to sign in with."""

from typing import Any

from allauth.account.views import LoginView
from django.conf import settings
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.urls import reverse
from django.utils.http import urlencode


class SignInView(LoginView):  # type: ignore[misc]
    """Asks for an e-mail address or a passkey."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Return the context with the names and addresses of other sites."""
        context: dict[str, Any] = super().get_context_data(**kwargs)
        target = context["redirect_field_value"]
        query = f"?{urlencode({REDIRECT_FIELD_NAME: target})}" if target else ""
        providers = [
            {"name": app.get("name") or name.title(), "url": reverse(f"{name}_login") + query}
            for name, app in settings.SIGN_IN_PROVIDERS.items()
        ]
        return {**context, "providers": providers}


sign_in = SignInView.as_view()
