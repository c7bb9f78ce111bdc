"""Players' handles in URLs."""

from django.urls.converters import StringConverter


class HandleConverter(StringConverter):
    """A player's handle in a URL; a URL with any other text does not exist."""

    regex = "[a-z2-7]{16}"
