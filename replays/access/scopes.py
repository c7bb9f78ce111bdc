"""What a credential of the API allows. Credentials are not checked here: the setting
`DEFAULT_AUTHENTICATION_CLASSES` names the classes that check them.
"""

from typing import Any, Protocol, runtime_checkable

UPLOAD, READ, NOTES, DELETE = "upload", "read:private", "notes", "delete"
COLLECTIONS = "collections"
WEBHOOKS = "webhooks"
SCOPES = (UPLOAD, READ, NOTES, COLLECTIONS, DELETE, WEBHOOKS)
NEEDED = "replays.needed_scope"
"""The key under which a request's `META` has the scope that its view needs."""


@runtime_checkable
class Credential(Protocol):
    """The `auth` of a request: its scopes, and the uploader key of what it sends."""

    scopes: frozenset[str]
    uploader_key: str


def credential_of(request: Any) -> Credential | None:
    """Return the credential of a request; None: it has none, and is anonymous."""
    credential = getattr(request, "auth", None)
    return credential if isinstance(credential, Credential) else None


def lacks(request: Any, scope: str) -> bool:
    """Return whether a request has a credential that does not include a scope."""
    credential = credential_of(request)
    return credential is not None and scope not in credential.scopes
