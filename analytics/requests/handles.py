"""Players' handles in addresses."""


class HandleConverter:
    """A player's handle in an address; any other text there is an address that does not exist."""

    regex = "[a-z2-7]{16}"

    def to_python(self, value: str) -> str:
        """As it stands there."""
        return value

    def to_url(self, value: str) -> str:
        """As it is."""
        return value
