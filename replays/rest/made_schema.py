"""What the OpenAPI page says of branches and notes."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, inline_serializer
from rest_framework import serializers

from .schema import ID

KEY = OpenApiParameter(
    "X-Edit-Key", OpenApiTypes.STR, OpenApiParameter.HEADER, required=True,
    description="the edit key that was told when it was made",
)  # fmt: skip
STEP = OpenApiParameter("step", OpenApiTypes.INT, OpenApiParameter.PATH)
REFUSALS = (400, 403, 404, 409, 413, 415, 422, 429)


def _query(name: str, text: str) -> OpenApiParameter:
    return OpenApiParameter(name, OpenApiTypes.STR, description=text)


def _said(operation: str, ok: int, *codes: int, **more: Any) -> dict[str, Any]:
    parameters = [ID, *more.pop("parameters", [])]
    body = OpenApiResponse(None, "gone") if ok == 204 else OpenApiTypes.OBJECT
    answers = {ok: body, **dict.fromkeys(codes, OpenApiTypes.OBJECT)}
    return {"operation_id": operation, "parameters": parameters, "responses": answers, **more}


def _body(title: str, /, **fields: serializers.Field[Any, Any, Any, Any]) -> Any:
    return inline_serializer(title, fields)


def _text(**more: Any) -> serializers.CharField:
    return serializers.CharField(required=False, **more)


def _begin() -> Any:
    return {
        "step": serializers.IntegerField(min_value=0),
        "as": _text(help_text="the view it is played as"),
        "name": _text(),
    }


BEGIN_BRANCH = _said("game_branch", 201, *REFUSALS, request=_body("BeginBranch", **_begin()))
BEGIN_BRANCH_OF_BRANCH = _said(
    "branch_branch", 201, *REFUSALS, request=_body("BeginBranchOfBranch", **_begin())
)
BRANCH = _said("branch", 200, 404)
RENAME_BRANCH = _said(
    "branch_rename", 200, *REFUSALS, parameters=[KEY],
    request=_body("RenameBranch", name=serializers.CharField()),
)  # fmt: skip
DELETE_BRANCH = _said("branch_delete", 204, 403, 404, 429, parameters=[KEY])
APPEND = _said(
    "branch_append", 201, *REFUSALS, parameters=[KEY],
    request=_body(
        "AppendEvent",
        event=serializers.DictField(required=False, help_text="an event as a log writes it"),
        decide=serializers.ChoiceField(["game", "chance"], required=False),
        after=serializers.IntegerField(
            required=False, help_text="how many events of its own it must have now"
        ),
    ),
)  # fmt: skip
UNDO = _said(
    "branch_undo", 200, *REFUSALS,
    parameters=[KEY, _query("after", "how many events of its own it must have now")],
)  # fmt: skip
BRANCH_STEPS = _said(
    "branch_steps", 200, 400, 404, 429,
    parameters=[_query("as", "a view"), _query("belief", "1: with what the view may believe")],
)  # fmt: skip
LEGAL = _said(
    "branch_legal", 200, 400, 404,
    parameters=[
        _query("at", "a step; without it the last"),
        _query("chosen", "the parts chosen so far: JSON, a list of [path, value]"),
    ],
)  # fmt: skip
BRANCH_LOG = _said("branch_log", 200, 400, 404, parameters=[_query("form", "json or text")])

BEGIN_NOTES = _said(
    "game_notes", 201, *REFUSALS,
    request=_body("BeginNotes", **{"as": _text(), "title": _text(), "author": _text()}),
)  # fmt: skip
NOTES = _said("notes", 200, 403, 404)
NAME_NOTES = _said(
    "notes_name", 200, *REFUSALS, parameters=[KEY],
    request=_body("NameNotes", title=_text(), author=_text()),
)  # fmt: skip
DELETE_NOTES = _said("notes_delete", 204, 403, 404, 429, parameters=[KEY])
NOTE = _said("note", 200, 403, 404, parameters=[STEP])
PUT_NOTE = _said(
    "note_put", 200, *REFUSALS, parameters=[STEP, KEY],
    request=_body(
        "PutNote",
        text=_text(),
        glyph=_text(),
        shapes=serializers.ListField(child=serializers.DictField(), required=False),
    ),
)  # fmt: skip
DELETE_NOTE = _said("note_delete", 204, 403, 404, 429, parameters=[STEP, KEY])
