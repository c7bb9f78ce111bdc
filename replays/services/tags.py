"""Tags on own games."""

from collections.abc import Collection, Iterable

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext

from replays.access.viewer import Viewer
from replays.models import GameTag, Record
from replays.models.tag import LABEL_MAX
from replays.text.names import name_key

from .editing import checked_line
from .errors import refusal
from .retries import retrying

TAGS_MAX = 20
"""Tags of one owner on a game."""
GAMES_MAX = 200
"""Games of one change."""


@retrying
def tag_games(
    viewer: Viewer, public_ids: Collection[str], add: Iterable[str] = (), remove: Iterable[str] = ()
) -> int:
    """Put tags on games of the viewer and remove others; return how many games. Raises Refusal if
    one of the games is not the viewer's.
    """
    if len(public_ids) > GAMES_MAX:
        message = gettext("Change at most {most} games at once.")
        raise refusal(422, "too_many", message, most=GAMES_MAX)
    labels, gone = _labels(add), _labels(remove)
    with transaction.atomic():
        owners = _own(viewer, public_ids)
        tags = GameTag.objects.filter(game__in=owners, owner__in=viewer.keys)
        tags.filter(key__in=gone).delete()
        GameTag.objects.bulk_create(
            (
                GameTag(game_id=pk, owner=owner, label=label, key=key)
                for pk, owner in owners.items()
                for key, label in labels.items()
            ),
            ignore_conflicts=True,
        )
        for pk in owners:
            if tags.filter(game=pk).count() > TAGS_MAX:
                message = gettext("A game can have at most {most} tags.")
                raise refusal(422, "too_many", message, most=TAGS_MAX)
    return len(owners)


def _labels(texts: Iterable[str]) -> dict[str, str]:
    """Return tags by key. Raises Refusal."""
    message = gettext("The tag is too long: at most {most} characters.")
    labels = {}
    for text in texts:
        label = checked_line(text, LABEL_MAX, message)
        if not (key := name_key(label)):
            raise refusal(422, "no_tag", gettext("Enter a tag with at least one letter or digit."))
        labels[key] = label
    return labels


def _own(viewer: Viewer, public_ids: Collection[str]) -> dict[int, str]:
    """Return the viewer's games with these ids: primary key → key of the record. Raises Refusal."""
    own = Record.objects.filter(
        owner__in=viewer.keys, is_current=True, game__withdrawn_at__isnull=True
    )
    rows = own.filter(Q(public_id__in=list(public_ids)) | Q(game__public_id__in=list(public_ids)))
    found, owners = set[str](), dict[int, str]()
    columns = ("public_id", "game__public_id", "game_id", "owner")
    for name, home, pk, owner in rows.order_by("-pk").values_list(*columns):
        found |= {name, home}
        owners[pk] = owner
    if missing := sorted(set(public_ids) - found):
        message = gettext("None of your games has this id: {ids}.")
        raise refusal(404, "not_found", message, ids=", ".join(missing)[:200])
    return owners
