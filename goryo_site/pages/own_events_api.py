"""`/api/v1/my-events/`: the events that an account describes."""

from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from msgspec import UNSET, UnsetType
from rest_framework.request import Request
from rest_framework.response import Response

from replays import services
from replays.access.edit_keys import sent_key
from replays.access.scopes import COLLECTIONS, READ, credential_of
from replays.access.viewer import viewer_of
from replays.models import Event
from replays.reads.events import events_of
from replays.reads.own_games import own_games
from replays.rest.base import DELETING, REFUSALS, EditingView, bad_parameter, json_body, plain
from replays.rest.body import Body, Time, Url, doc
from replays.rest.errors import ApiError
from replays.rest.openapi import endpoint, in_path

ID = in_path("public_id", "The id of an event of yours, 12 characters.")
DAYS = ("first_day", "last_day")
Spellings = Annotated[
    list[str],
    doc("Names of the event in logs, at most 30: public games with one of them belong to it."),
]
Chosen = Annotated[
    list[str], doc("Ids of your games that belong to it, at most 80. Only public ones are shown.")
]
Day = Annotated[str | None, doc(format="date")]


class OwnEvent(Body):
    """An event that you describe."""

    id: str
    url: Annotated[Url, doc("Its page.")]
    api: Annotated[Url, doc("Its games and standings, as everyone sees them.")]
    title: str
    description: str
    place: str
    first_day: Day
    last_day: Day
    spellings: Spellings
    games: Chosen
    changed_at: Time
    hidden_at: Annotated[
        Time | UnsetType, doc("Staff hid it then; others get a 404 at its addresses.")
    ] = UNSET
    hidden_reason: Annotated[str | UnsetType, doc("Why staff hid it; can be empty.")] = UNSET


class OwnEvents(Body):
    """The events that you describe, newest first."""

    events: list[OwnEvent]


class BeginEvent(Body):
    """A new event."""

    title: Annotated[str, doc("At most 120 characters.")]
    description: Annotated[str, doc("Plain text, at most 4,000 characters.")] = ""
    place: Annotated[str, doc("At most 120 characters.")] = ""
    first_day: Day = None
    last_day: Day = None
    spellings: Spellings | UnsetType = UNSET
    games: Chosen | UnsetType = UNSET
    request_key: Annotated[
        str, doc("A random text of 22 to 64 characters. The same key makes only one event.")
    ] = ""


class EditEvent(Body):
    """Changes of an event; what is not sent stays."""

    title: Annotated[str | UnsetType, doc("At most 120 characters.")] = UNSET
    description: Annotated[str | UnsetType, doc("Plain text, at most 4,000 characters.")] = UNSET
    place: Annotated[str | UnsetType, doc("At most 120 characters.")] = UNSET
    first_day: Annotated[str | UnsetType | None, doc(format="date")] = UNSET
    last_day: Annotated[str | UnsetType | None, doc(format="date")] = UNSET
    spellings: Spellings | UnsetType = UNSET
    games: Chosen | UnsetType = UNSET


class OwnEventsBase(EditingView):
    """A view for tokens: events belong to accounts."""

    scopes = {"GET": READ, **dict.fromkeys(("POST", "PATCH", "DELETE"), COLLECTIONS)}

    def owner(self, request: Request) -> str:
        """Return the owner key of the account. Raises a 403 without a token."""
        credential = credential_of(request)
        if credential is None:
            message = "Events belong to accounts. Send a token; create it at /account/tokens/."
            raise ApiError(403, "token_needed", message)
        return credential.uploader_key

    def event(self, request: Request, public_id: str) -> Event:
        """Return an event of the account. Raises Http404."""
        self.owner(request)
        own = events_of(viewer_of(plain(request)).keys).prefetch_related("spellings")
        event = own.filter(public_id=public_id).first()
        if event is None:
            raise Http404
        return event


class OwnEventsView(OwnEventsBase):
    """The events of an account."""

    makes_new = True

    @endpoint("my_events", OwnEvents, errors=(400, 403))
    def get(self, request: Request) -> Response:
        """Return the events that your account describes, newest first."""
        self.owner(request)
        events = events_of(viewer_of(plain(request)).keys).prefetch_related("spellings")
        return _private(OwnEvents([_body(event, plain(request)) for event in events]))

    @endpoint("event_create", OwnEvent, status=201, request=BeginEvent, errors=REFUSALS)
    def post(self, request: Request) -> Response:
        """Describe an event, whose page is public. Sending the same `request_key` again returns the
        same one.
        """
        owner, sent = self.owner(request), json_body(request, BeginEvent)
        key = sent.get("request_key", "")
        if key and not sent_key(key):
            raise bad_parameter("request_key", "22 to 64 letters, digits, - or _")
        event = services.create_event(owner, viewer_of(plain(request)), _values(sent), key)
        body = _body(event, plain(request))
        return _private(body, 201, {"Location": reverse("api-my-event", args=[event.public_id])})


class OwnEventView(OwnEventsBase):
    """One event of an account."""

    @endpoint("my_event", OwnEvent, ID, errors=(400, 403, 404))
    def get(self, request: Request, public_id: str) -> Response:
        """Return an event that you describe."""
        return _private(_body(self.event(request, public_id), plain(request)))

    @endpoint("event_change", OwnEvent, ID, request=EditEvent, errors=REFUSALS)
    def patch(self, request: Request, public_id: str) -> Response:
        """Change an event that you describe. `spellings` and `games` replace the earlier ones."""
        event, sent = self.event(request, public_id), json_body(request, EditEvent)
        services.change_event(event, viewer_of(plain(request)), _values(sent))
        return _private(_body(self.event(request, public_id), plain(request)))

    @endpoint("event_delete", None, ID, status=204, errors=DELETING)
    def delete(self, request: Request, public_id: str) -> HttpResponse:
        """Delete the page of an event. Its games stay."""
        services.delete_event(self.event(request, public_id))
        return HttpResponse(status=204)


def _values(sent: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields that a body changes, as `services.change_event` takes them. Raises
    ApiError.
    """
    names = ("title", "description", "place", "spellings", "games")
    values = {name: sent[name] for name in names if name in sent}
    for name, field in zip(DAYS, ("starts_on", "ends_on"), strict=True):
        if name in sent:
            values[field] = _day(name, sent[name])
    return values


def _day(name: str, text: str | None) -> date | None:
    if not text:
        return None
    message = f"{name} must be a day such as 2026-10-01."
    try:
        day = date.fromisoformat(text)
    except ValueError as error:
        raise ApiError(422, "bad_day", message) from error
    if str(day) != text:  # Python also reads weeks, and days without hyphens
        raise ApiError(422, "bad_day", message)
    return day


def _body(event: Event, request: HttpRequest) -> OwnEvent:
    chosen = Event.games.through.objects.filter(event=event).values("game_id")
    own = own_games(viewer_of(request), with_hidden=True).filter(deleted_at=None, pk__in=chosen)
    absolute, hidden = request.build_absolute_uri, event.hidden_at
    return OwnEvent(
        id=event.public_id,
        url=absolute(event.get_absolute_url()),
        api=absolute(reverse("api-own-event", args=[event.public_id])),
        title=event.title,
        description=event.description,
        place=event.place,
        first_day=str(event.starts_on) if event.starts_on else None,
        last_day=str(event.ends_on) if event.ends_on else None,
        spellings=[row.name for row in event.spellings.all()],
        games=list(own.order_by("pk").values_list("public_id", flat=True)),
        changed_at=event.changed_at.isoformat(),
        hidden_at=hidden.isoformat() if hidden else UNSET,
        hidden_reason=event.hidden_reason if hidden else UNSET,
    )


def _private(body: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    always = {"Cache-Control": "private, no-store"}
    return Response(body, status=status, headers={**always, **(headers or {})})
