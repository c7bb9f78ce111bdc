"""What the OpenAPI page says of each address: parameters, answers, shapes."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, inline_serializer
from rest_framework import serializers

from replays.access.senders import LONGEST, SHORTEST

from .bodies import BODIES


def _query(name: str, text: str, enum: list[str] | None = None) -> OpenApiParameter:
    return OpenApiParameter(name, OpenApiTypes.STR, description=text, enum=enum)


ID = OpenApiParameter(
    "public_id", OpenApiTypes.STR, OpenApiParameter.PATH, description="12 characters"
)
YES_NO = ["yes", "no"]


class FindingSerializer(serializers.Serializer[Any]):
    """One error or warning about a log (log-format page)."""

    game = serializers.IntegerField(help_text="from 0 over the whole file")
    event = serializers.IntegerField(allow_null=True, help_text="from 0; null: the header")
    line = serializers.IntegerField(allow_null=True, help_text="from 1")
    column = serializers.IntegerField(allow_null=True, help_text="from 1")
    rule = serializers.CharField()
    citation = serializers.CharField(allow_blank=True)
    code = serializers.CharField()
    message = serializers.CharField()
    legal = serializers.ListField(
        child=serializers.CharField(), help_text="some of what was legal there"
    )


class GameWarningSerializer(serializers.Serializer[Any]):
    """A warning as it stays with a stored game: without a place in a file."""

    rule = serializers.CharField()
    citation = serializers.CharField(allow_blank=True)
    code = serializers.CharField()
    message = serializers.CharField()


class ErrorSerializer(serializers.Serializer[Any]):
    """Every error: a code for programs, a message for people."""

    error = inline_serializer(
        "ErrorBody", {"code": serializers.CharField(), "message": serializers.CharField()}
    )


class OutcomeSerializer(serializers.Serializer[Any]):
    """Who won and why; no reason: unfinished."""

    winner = serializers.CharField(allow_null=True, help_text="several in one word, as p1+p3")
    winners = serializers.ListField(child=serializers.CharField())
    reason = serializers.CharField(allow_null=True)


class PlaceSerializer(serializers.Serializer[Any]):
    """Where a game is."""

    id = serializers.CharField()
    url = serializers.URLField(help_text="for people")
    api = serializers.URLField(help_text="for programs")
    digest = serializers.CharField(
        allow_null=True, help_text="SHA-256 of the canonical log, in hex"
    )


class GameSerializer(PlaceSerializer):
    """A game in a list."""

    kind = serializers.CharField()
    ruleset = serializers.DictField()
    board = serializers.DictField()
    players = serializers.ListField(child=serializers.DictField())
    played_on = serializers.DateField(allow_null=True)
    n_events = serializers.IntegerField()
    outcome = OutcomeSerializer()
    finished = serializers.BooleanField()
    simulated = serializers.BooleanField()
    stored_at = serializers.DateTimeField()
    engine_version = serializers.CharField()
    refused_by = serializers.CharField(
        allow_null=True, help_text="version of a later engine that refuses the log"
    )


class WholeGameSerializer(GameSerializer):
    """A game by itself."""

    warnings = GameWarningSerializer(many=True, help_text="none while the game is unfinished")
    views = serializers.ListField(child=serializers.CharField())
    steps = serializers.URLField()
    frames = serializers.URLField()
    log = serializers.URLField(allow_null=True, help_text="null while the game is unfinished")


class GamesPageSerializer(serializers.Serializer[Any]):
    """A page of games."""

    games = GameSerializer(many=True)
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)


class UploadSerializer(serializers.Serializer[Any]):
    """How far an upload is."""

    id = serializers.CharField()
    url = serializers.URLField()
    api = serializers.URLField()
    state = serializers.ChoiceField(choices=["received", "reading", "done", "refused", "fault"])
    message = serializers.CharField()
    filename = serializers.CharField(allow_blank=True)
    n_games = serializers.IntegerField(allow_null=True)
    n_read = serializers.IntegerField()
    n_stored = serializers.IntegerField()
    n_duplicate = serializers.IntegerField()
    n_refused = serializers.IntegerField()
    fault_id = serializers.CharField(allow_null=True)
    poll_seconds = serializers.IntegerField(allow_null=True)


class ItemSerializer(PlaceSerializer):
    """What became of one game of an upload; the place is there unless it was refused."""

    position = serializers.IntegerField()
    label = serializers.CharField(allow_blank=True)  # type: ignore[assignment]
    status = serializers.ChoiceField(choices=["stored", "duplicate", "refused", "acceptable"])
    findings = FindingSerializer(many=True)
    warnings = FindingSerializer(many=True)


class StatusSerializer(UploadSerializer):
    """An upload with what became of its games so far."""

    game = PlaceSerializer(allow_null=True, help_text="where it held exactly one")
    games = ItemSerializer(many=True)
    next_after = serializers.IntegerField(allow_null=True)


class StoredSerializer(PlaceSerializer):
    """One game, kept."""

    upload = UploadSerializer()
    warnings = FindingSerializer(many=True)


class ConflictSerializer(StoredSerializer):
    """One game that is here already; the place is that of the game that is."""

    error = ErrorSerializer().fields["error"]


class RefusedSerializer(ErrorSerializer):
    """A log that can't be kept, with everything that is wrong with it."""

    findings = FindingSerializer(many=True)


class ManySerializer(serializers.Serializer[Any]):
    """Many games, each with what became of it."""

    uploads = UploadSerializer(many=True)
    games = ItemSerializer(many=True, help_text="the first 100 of each upload")
    n_stored = serializers.IntegerField()
    n_duplicate = serializers.IntegerField()
    n_refused = serializers.IntegerField()


_error = OpenApiResponse(ErrorSerializer)
_dry = _query(
    "dry_run", "1: judge only, keep nothing (200, or 422 where all is refused)", ["1", "0"]
)
_key = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "minLength": SHORTEST, "maxLength": LONGEST, "pattern": "^[ -~]*$"},
    OpenApiParameter.HEADER,
    description="a secret of your own, at random: an unfinished log is told to be here already only"
    " to who sends the key it came with; without it, it is kept apart each time",
)
_file = {
    "type": "object",
    "properties": {"file": {"type": "array", "items": {"type": "string", "format": "binary"}}},
}

GAMES_POST: dict[str, Any] = {
    "operation_id": "games_send",
    "parameters": [_dry, _key],
    "request": {**dict.fromkeys(BODIES, OpenApiTypes.BINARY), "multipart/form-data": _file},
    "responses": {
        200: OpenApiResponse(
            ManySerializer, description="many games, all kept or here already; or a dry run"
        ),
        201: OpenApiResponse(StoredSerializer, description="one game, kept"),
        202: OpenApiResponse(
            ManySerializer, description="kept, a worker reads it; poll the upload's address"
        ),
        207: OpenApiResponse(ManySerializer, description="many games, some refused"),
        400: _error,
        409: OpenApiResponse(ConflictSerializer, description="one game that is here already"),
        413: OpenApiResponse(ErrorSerializer, description="too large; `limit` in bytes"),
        415: _error,
        422: OpenApiResponse(RefusedSerializer, description="nothing in it can be kept"),
        429: OpenApiResponse(ErrorSerializer, description="too often; see Retry-After"),
    },
}
GAMES_LIST: dict[str, Any] = {
    "operation_id": "games_list",
    "parameters": [
        _query("player", "part of a player's name (NFKC, case folded)"),
        _query("kind", "which board game"),
        _query("edition", "2019, 2021, 2024; a kind with one edition has none"),
        _query("mode", "a mode of the kind: standard, advanced, …"),
        _query("winner", "a side, alone or with others; or none: nobody won (yet)"),
        _query("reason", "way of winning"),
        _query("board", "a board's id or digest"),
        _query("month", "YYYY-MM, or unknown"),
        _query("from", "first day played, YYYY-MM-DD"),
        _query("to", "last day played, YYYY-MM-DD"),
        _query("simulated", "played by programs; default no", ["no", "yes", "all"]),
        _query("finished", "has an end", YES_NO),
        _query("refused", "its log is refused by the present engine; no number counts it", YES_NO),
        _query("limit", "games a page, 1 to 200"),
        _query("cursor", "as `next` and `previous` give it"),
    ],
    "responses": {200: GamesPageSerializer, 400: _error},
}
GAME: dict[str, Any] = {
    "operation_id": "game",
    "parameters": [ID],
    "responses": {200: WholeGameSerializer, 404: _error},
}
STEPS: dict[str, Any] = {
    "operation_id": "game_steps",
    "parameters": [
        ID,
        _query("as", "a view"),
        _query("belief", "1: with the belief block", ["1", "0"]),
    ],
    "responses": {200: OpenApiTypes.OBJECT, 400: _error, 403: _error, 404: _error, 429: _error},
}
LOG: dict[str, Any] = {
    "operation_id": "game_log",
    "parameters": [ID, _query("form", "spelling", ["json", "text"])],
    "responses": {
        (200, "application/json"): OpenApiTypes.STR,
        400: _error,
        403: _error,
        404: _error,
    },
}
UPLOAD: dict[str, Any] = {
    "operation_id": "upload",
    "parameters": [ID, _query("after", "results after this position")],
    "responses": {200: StatusSerializer, 404: _error},
}
LOG_SCHEMA: dict[str, Any] = {"operation_id": "log_schema", "responses": {200: OpenApiTypes.OBJECT}}
