"""The credential of a request with a token, as the API sees it (`replays.access.scopes`)."""

from django.contrib.auth.models import AbstractBaseUser

from accounts.models import PersonalToken


class TokenCredential:
    """A user's token: what it allows, and the uploader key of what it sends. `token` is its row if
    it is a personal one, `program_id` the app that has it if a user allowed one.
    """

    def __init__(
        self,
        user: AbstractBaseUser,
        scopes: frozenset[str],
        uploader_key: str,
        token: PersonalToken | None = None,
        program_id: int | None = None,
    ) -> None:
        self.user, self.scopes, self.uploader_key = user, scopes, uploader_key
        self.token, self.program_id = token, program_id
