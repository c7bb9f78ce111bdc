"""Public names of rows: made by the server, never read from a file."""

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
