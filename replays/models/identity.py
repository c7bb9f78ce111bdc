"""Public names of rows: made by the server, never read from a file."""

import re
import secrets

PUBLIC_ID_LENGTH = 12  # 72 bits: not to be guessed, short enough to be read out


def new_public_id() -> str:
    """A fresh id of 12 url-safe characters that begins with a letter or digit, so that no tool
    takes it for an option.
    """
    while True:
        made = secrets.token_urlsafe(9)
        if made[0] not in "-_":
            return made


class PublicIdConverter:
    """A public id in an address; any other text there is an address that does not exist."""

    regex = f"[A-Za-z0-9_-]{{{PUBLIC_ID_LENGTH}}}"

    def to_python(self, value: str) -> str:
        """As it stands there."""
        return value

    def to_url(self, value: str) -> str:
        """As it is."""
        return value


def is_public_id(text: str) -> bool:
    """Whether a text has the form of a public id."""
    return re.fullmatch(PublicIdConverter.regex, text) is not None
