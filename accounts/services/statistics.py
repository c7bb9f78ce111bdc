"""How statistics count the games of an account."""

from django.contrib.auth.models import AbstractBaseUser

from accounts.keys import account_of, keys_of
from accounts.models import Account
from replays.models import Statistics
from replays.services import change_all_statistics, check_statistics

MOST_AT_ONCE = 500
"""Games that are changed while the user waits; the sweep changes the others."""
MOST_IN_SWEEP = 20_000


def save_statistics(user: AbstractBaseUser, statistics: str) -> None:
    """Store how statistics count the games of a user, and apply it to them. Raises Refusal."""
    check_statistics(statistics)
    account = account_of(user)
    if account.statistics != statistics:
        account.statistics, account.is_changing = statistics, True
        account.save(update_fields=["statistics", "is_changing"])
        apply_statistics(account)


def apply_to_claimed(user: AbstractBaseUser) -> None:
    """Apply the choice to the games of a key that was just claimed. Games of an account that lets
    them count everywhere keep what was chosen for each.
    """
    account = account_of(user)
    if account.statistics != Statistics.YES:
        apply_statistics(account)


def apply_statistics(account: Account, most: int = MOST_AT_ONCE) -> None:
    """Apply the choice of an account to its games, at most to so many."""
    is_done = change_all_statistics(keys_of(account.user), account.statistics, most)
    rows = Account.objects.filter(pk=account.pk, statistics=account.statistics)
    rows.update(is_changing=not is_done)


def continue_changing() -> None:
    """Apply the choices of accounts that have not been applied to all their games yet."""
    for account in Account.objects.filter(is_changing=True).select_related("user"):
        apply_statistics(account, MOST_IN_SWEEP)
