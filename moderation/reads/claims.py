"""Names that accounts hold, and what their uploads say about a claim."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import F, QuerySet

from accounts.keys import account_of, keys_of
from moderation.models import NameClaim
from replays.models import NameRequest, Record, Seat, WishState
from replays.models.visibility import visible
from replays.reads.evidence import Evidence
from replays.text.names import handle_of


class Holder(NamedTuple):
    """The account that holds a name: its name and link, empty if it has none."""

    name: str
    link: str


def held() -> QuerySet[NameClaim]:
    """Return the claims by which accounts hold names now."""
    return NameClaim.objects.filter(
        request__state=WishState.ACCEPTED,
        request__person__isnull=False,
        request__edit_key=F("request__person__claim_key"),
    )


def holder_of(keys: Collection[str]) -> Holder | None:
    """Return the account that holds one of these names; None: no account does."""
    handles = [handle_of(key) for key in keys]
    claim = held().filter(request__person__names__handle__in=handles).first()
    if claim is None:
        return None
    account = account_of(claim.user)
    return Holder(account.name, account.link)


def claims_of(user: AbstractBaseUser) -> list[tuple[NameClaim, bool]]:
    """Return the claims of an account, each with whether it holds the name now."""
    current = set(held().filter(user_id=user.pk).values_list("pk", flat=True))
    claims = NameClaim.objects.filter(user_id=user.pk).select_related("request__person")
    return [(claim, claim.pk in current) for claim in claims]


def account_uploads(request: NameRequest) -> Iterable[Evidence]:
    """Return the games with the name in which all logs come from the account that claims it, and
    those that others uploaded. Neither shows who has the name.
    """
    claim = NameClaim.objects.filter(request=request).select_related("user").first()
    if claim is None:
        return
    seats = Seat.objects.filter(visible("game__"), name_key=request.name_key)
    records = Record.objects.filter(is_current=True, game__in=seats.values("game_id"))
    keys = keys_of(claim.user)
    own, others = records.filter(owner__in=keys), records.exclude(owner__in=keys)
    yield Evidence("games with the name uploaded by the account", _games(own))
    yield Evidence("games with the name uploaded by others", _games(others))


def _games(records: QuerySet[Record]) -> int:
    return records.values("game_id").distinct().count()
