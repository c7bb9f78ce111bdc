"""Addresses of the keep's API."""

from django.urls import URLPattern, path

from .frames import FramesView
from .game import GameView, LogView, StepsView
from .games import GamesView
from .schemas import LogSchemaView, OpenApiView
from .uploads import UploadView

urlpatterns: list[URLPattern] = [
    path("games/", GamesView.as_view(), name="api-games"),
    path("games/<public_id:public_id>/", GameView.as_view(), name="api-game"),
    path("games/<public_id:public_id>/steps/", StepsView.as_view(), name="api-game-steps"),
    path("games/<public_id:public_id>/frames/", FramesView.as_view(), name="api-game-frames"),
    path("games/<public_id:public_id>/log/", LogView.as_view(), name="api-game-log"),
    path("uploads/<public_id:public_id>/", UploadView.as_view(), name="api-upload"),
    path("schema/", OpenApiView.as_view(), name="api-schema"),
    path("schema/log.json", LogSchemaView.as_view(), name="api-schema-log"),
]
