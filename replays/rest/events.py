"""`/api/v1/games/events/` and `/api/v1/uploads/<id>/events/`: server-sent events."""

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from replays.access.addresses import client_network
from replays.access.budget import budget_of
from replays.access.throttles import StreamThrottle
from replays.access.viewer import viewer_of
from replays.reads import games as game_reads
from replays.reads.event_streams import PublicGames, UploadProgress
from replays.reads.stream import number_before
from replays.requests.http import row_or_404
from replays.streams.hub import Source
from replays.streams.presence import Store
from replays.streams.responses import MEDIA_TYPE, cursor_of, event_stream
from replays.text.times import parse_time

from . import schemas
from .base import PublicView, bad_parameter, plain
from .body import BodyRenderer
from .openapi import endpoint, in_path, query

LAST_ID = "Last-Event-ID"
LAST = OpenApiParameter(
    LAST_ID, str, OpenApiParameter.HEADER, description="Continue after the event with this id."
)


class EventsRenderer(BodyRenderer):
    """Lets clients ask for events; errors are written as JSON."""

    media_type = MEDIA_TYPE


class EventsView(PublicView):
    """A stream of events."""

    renderer_classes = (BodyRenderer, EventsRenderer)
    throttle_classes = (StreamThrottle,)

    def stream(
        self, request: Request, source: Source, cursor: int | None, store: Store | None = None
    ) -> HttpResponseBase:
        """Return the events of a source that the sender may read. `store` gets the number of open
        streams. Raises TooManyStreams.
        """
        sent = plain(request)
        return event_stream(sent, source, cursor, client_network(sent), budget_of(sent), store)


class GameEventsView(EventsView):
    """New public games."""

    @endpoint(
        "game_events",
        {(200, MEDIA_TYPE): schemas.GameEvent},
        query("since", "A cursor of an earlier event, or a time such as 2027-01-31T18:00Z."),
        LAST,
        errors=(400, 429),
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Send each finished game when it becomes public, as an event `game`. Without `since`, only
        games from now on.
        """
        root = plain(request).build_absolute_uri("/").rstrip("/")
        return self.stream(request, PublicGames(root), _start(request))


class UploadEventsView(EventsView):
    """The progress of an upload."""

    @endpoint(
        "upload_events",
        {(200, MEDIA_TYPE): schemas.UploadEvent, 204: None},
        in_path("public_id", "The id of the upload."),
        LAST,
        errors=(400, 404, 429),
    )
    def get(self, request: Request, public_id: str) -> HttpResponseBase:
        """Send an event `progress` after each part that was read, and `done` at the end. A client
        that has it gets a 204, after which browsers do not connect again.
        """
        viewer = viewer_of(plain(request))
        upload = row_or_404(lambda name: game_reads.upload_by_public_id(name, viewer), public_id)
        source, cursor = UploadProgress(upload.pk), last_cursor(request) or 0
        if upload.is_settled and cursor >= source.latest():
            return HttpResponse(status=204)
        return self.stream(request, source, cursor)


def last_cursor(request: Request) -> int | None:
    """Return the cursor of the last event that the client has."""
    return cursor_of(request.headers.get(LAST_ID, ""))


def _start(request: Request) -> int | None:
    """Return the cursor after which the games are sent; None: from now on. Raises a 400."""
    text = request.query_params.get("since")
    if (last := last_cursor(request)) is not None or text is None:
        return last
    if (cursor := cursor_of(text)) is not None:
        return cursor
    when = parse_time(text.replace(" ", "+"))  # a plus sign that was not escaped
    if when is None:
        raise bad_parameter("since", "the id of an event, or a time such as 2027-01-31T18:00Z")
    return number_before(when)
