"""Events that owners describe."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext

from replays.access.viewer import Viewer
from replays.models import Event, EventSpelling
from replays.models.event import DESCRIPTION_MAX, TITLE_MAX
from replays.reads.own_games import own_games
from replays.text.names import clean_line, handle_of, name_key, shown_name

from .editing import checked_line, checked_text
from .errors import refusal
from .retries import retrying

MAX_EVENTS, MAX_SPELLINGS, MAX_GAMES = 50, 30, 80
"""Events of an owner, spellings and chosen games of an event."""


@retrying
def create_event(
    owner: str, viewer: Viewer, values: Mapping[str, Any], request_key: str = ""
) -> Event:
    """Create an event of an owner, one of the keys of the viewer. `values` are its title, and any
    of description, place, starts_on, ends_on, spellings (names) and games (ids of own games).
    With a `request_key` that the owner used before, return that event. Raises Refusal.
    """
    try:
        return _made_before(owner, request_key) or _create(owner, viewer, values, request_key)
    except IntegrityError:  # the same request was faster
        earlier = _made_before(owner, request_key)
        if earlier is None:
            raise
        return earlier


def _made_before(owner: str, request_key: str) -> Event | None:
    if not request_key:
        return None
    return Event.objects.filter(owner=owner, request_key=request_key).first()


def _create(owner: str, viewer: Viewer, values: Mapping[str, Any], request_key: str) -> Event:
    with transaction.atomic():
        if Event.objects.filter(owner=owner).count() >= MAX_EVENTS:
            text = gettext(
                "You already have {most} events, which is the maximum. Delete one first."
            )
            raise refusal(409, "too_many", text, most=MAX_EVENTS)
        event = Event(owner=owner, request_key=request_key)
        _save(event, viewer, values)
    return event


@retrying
def change_event(event: Event, viewer: Viewer, values: Mapping[str, Any]) -> None:
    """Change an event of the viewer; what `values` does not contain stays. Raises Refusal."""
    with transaction.atomic():
        # as it is now: staff can hide it, and another request can change it at the same time
        locked = Event.objects.select_for_update(of=("self",)).filter(pk=event.pk).first()
        if locked is None:
            raise refusal(409, "gone", gettext("This event has just been deleted."))
        _save(locked, viewer, values)


@retrying
def delete_event(event: Event) -> None:
    """Delete the page of an event. Its games stay."""
    event.delete()


def delete_events(owners: Iterable[str]) -> None:
    """Delete the events of these owners."""
    Event.objects.filter(owner__in=list(owners)).delete()


def _save(event: Event, viewer: Viewer, values: Mapping[str, Any]) -> None:
    for name, value in _checked(event, values).items():
        setattr(event, name, value)
    names = {name_key(name): shown_name(clean_line(name)) for name in values.get("spellings", ())}
    names.pop("", None)
    ids = set(values.get("games", ()))
    if len(names) > MAX_SPELLINGS or len(ids) > MAX_GAMES:
        text = gettext("An event can have at most {names} names in logs and {games} chosen games.")
        raise refusal(422, "too_many", text, names=MAX_SPELLINGS, games=MAX_GAMES)
    games = own_games(viewer, with_hidden=True).filter(public_id__in=ids, deleted_at=None)
    if len(games) != len(ids):
        raise refusal(422, "not_owner", gettext("Choose only games that you uploaded."))
    event.changed_at = timezone.now()
    event.save()
    if "spellings" in values:
        event.spellings.all().delete()
        EventSpelling.objects.bulk_create(
            EventSpelling(event=event, handle=handle_of(key), name=name)
            for key, name in names.items()
        )
    if "games" in values:
        event.games.set(games)


def _checked(event: Event, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of an event that values change. Raises Refusal."""
    fields = {name: values[name] for name in ("starts_on", "ends_on") if name in values}
    message = gettext("The name or place of the event is too long: at most {most} characters.")
    for name in ("title", "place"):
        if name in values:
            fields[name] = checked_line(values[name], TITLE_MAX, message)
    if "description" in values:
        message = gettext("The description is too long: at most {most} characters.")
        fields["description"] = checked_text(values["description"], DESCRIPTION_MAX, message)
    if not fields.get("title", event.title):
        raise refusal(422, "no_title", gettext("Enter a name."))
    first, last = fields.get("starts_on", event.starts_on), fields.get("ends_on", event.ends_on)
    if first and last and last < first:
        raise refusal(422, "bad_day", gettext("The last day is before the first day."))
    return fields
