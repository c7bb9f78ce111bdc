"""Players' handles in URLs."""


class HandleConverter:
    """A player's handle in a URL; a URL with any other text does not exist."""

    regex = "[a-z2-7]{16}"

    def to_python(self, value: str) -> str:
        """Return the text unchanged."""
        return value

    def to_url(self, value: str) -> str:
        """Return the handle unchanged."""
        return value
