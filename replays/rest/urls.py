"""URLs of the API of games, uploads, branches and notes."""

from django.urls import URLPattern, path

from .branches import (
    BranchesOfBranchView,
    BranchesOfGameView,
    BranchEventsView,
    BranchLegalView,
    BranchLogView,
    BranchStepsView,
    BranchView,
)
from .frames import FramesView
from .game import GameView, LogView, StepsView
from .games import GamesView
from .notes import NotesOfGameView, NotesView, NoteView
from .schema_views import LogSchemaView, OpenApiView
from .uploads import UploadView

urlpatterns: list[URLPattern] = [
    path("games/", GamesView.as_view(), name="api-games"),
    path("games/<public_id:public_id>/", GameView.as_view(), name="api-game"),
    path("games/<public_id:public_id>/steps/", StepsView.as_view(), name="api-game-steps"),
    path("games/<public_id:public_id>/frames/", FramesView.as_view(), name="api-game-frames"),
    path("games/<public_id:public_id>/log/", LogView.as_view(), name="api-game-log"),
    path(
        "games/<public_id:public_id>/branches/",
        BranchesOfGameView.as_view(),
        name="api-game-branches",
    ),
    path("games/<public_id:public_id>/notes/", NotesOfGameView.as_view(), name="api-game-notes"),
    path("branches/<public_id:public_id>/", BranchView.as_view(), name="api-branch"),
    path(
        "branches/<public_id:public_id>/branches/",
        BranchesOfBranchView.as_view(),
        name="api-branch-branches",
    ),
    path(
        "branches/<public_id:public_id>/events/",
        BranchEventsView.as_view(),
        name="api-branch-events",
    ),
    path(
        "branches/<public_id:public_id>/steps/", BranchStepsView.as_view(), name="api-branch-steps"
    ),
    path(
        "branches/<public_id:public_id>/legal/", BranchLegalView.as_view(), name="api-branch-legal"
    ),
    path("branches/<public_id:public_id>/log/", BranchLogView.as_view(), name="api-branch-log"),
    path("notes/<public_id:public_id>/", NotesView.as_view(), name="api-notes"),
    path("notes/<public_id:public_id>/<int:step>/", NoteView.as_view(), name="api-note"),
    path("uploads/<public_id:public_id>/", UploadView.as_view(), name="api-upload"),
    path("schema/", OpenApiView.as_view(), name="api-schema"),
    path("schema/log.json", LogSchemaView.as_view(), name="api-schema-log"),
]
