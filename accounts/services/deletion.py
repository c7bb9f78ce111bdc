"""Deleting an account."""

from dataclasses import dataclass
from enum import StrEnum

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from accounts.keys import keys_of
from accounts.models import ClaimedKey, KeyOrigin
from accounts.services.sessions import end_other_sessions
from replays.services import (
    delete_events,
    delete_uploads,
    hand_over,
    keep_public_only,
    leave_games,
)
from replays.services.retries import retrying


class GamesChoice(StrEnum):
    """What happens to the games of an account that is deleted."""

    KEEP_PUBLIC = "keep"
    HAND_OVER = "hand-over"
    DELETE = "delete"


@dataclass(frozen=True, slots=True)
class Deleted:
    """How many games were deleted with an account, and the secret of the `Owner-Key` that has the
    games now; empty: no key has.
    """

    n_games: int = 0
    owner_key: str = ""


@retrying
def delete_account(user: AbstractBaseUser, choice: GamesChoice) -> Deleted:
    """Delete an account with its tokens, passkeys and sessions, and do with its games what the user
    chose. The pages of its events are deleted. What a program sent with another `Owner-Key`
    stays with that key, unless everything is deleted.
    """
    with transaction.atomic():
        keys, own = keys_of(user), _own_keys(user)
        match choice:
            case GamesChoice.DELETE:
                deleted = Deleted(delete_uploads(keys))
            case GamesChoice.HAND_OVER:
                deleted = Deleted(owner_key=hand_over(own))
            case _:
                deleted = Deleted(keep_public_only(own))
        leave_games(keys)
        delete_events(keys)
        end_other_sessions(user, None)
        user.delete()
    return deleted


def _own_keys(user: AbstractBaseUser) -> frozenset[str]:
    """Return the keys of the account and of its browsers, which end with the deletion."""
    rows = ClaimedKey.objects.filter(user_id=user.pk).exclude(origin=KeyOrigin.PROGRAM)
    return frozenset(rows.values_list("key", flat=True))
