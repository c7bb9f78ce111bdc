"""The scopes that a program can request."""

from typing import Any

from django.utils.translation import gettext_lazy
from oauth2_provider.scopes import BaseScopes

from replays.access.scopes import COLLECTIONS, DELETE, NOTES, READ, SCOPES, UPLOAD, WEBHOOKS

MEANINGS = {
    UPLOAD: gettext_lazy(
        "Upload and correct games, change who can see them, invite players, and take or leave seats"
    ),
    READ: gettext_lazy("Read your private games"),
    NOTES: gettext_lazy("Create, change and delete notes, variations and shared reviews"),
    COLLECTIONS: gettext_lazy(
        "Create, change and delete collections and events, and manage members"
    ),
    DELETE: gettext_lazy("Delete and restore your games, and undo changes"),
    WEBHOOKS: gettext_lazy("Create and change webhooks (an app: only its own)"),
}
"""What each scope allows, for users."""


class Scopes(BaseScopes):  # type: ignore[misc]
    """The scopes of tokens. A program that requests none gets `upload`."""

    def get_all_scopes(self) -> dict[str, Any]:
        """Return the scopes with their meanings."""
        return {scope: MEANINGS[scope] for scope in SCOPES}

    def get_available_scopes(self, *args: Any, **kwargs: Any) -> list[str]:
        """Return the scopes that any program may request."""
        return list(SCOPES)

    def get_default_scopes(self, *args: Any, **kwargs: Any) -> list[str]:
        """Return the scopes of a request that names none."""
        return [UPLOAD]
