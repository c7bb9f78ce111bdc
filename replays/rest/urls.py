"""URLs of the API of games, uploads, branches and notes."""

from django.urls import URLPattern, path

from . import branches, game, games, notes, schema_views, uploads

ID, RECORD = "<public_id:public_id>", "<public_id:record_id>"
ROUTES = (
    ("games/", games.GamesView, "api-games"),
    (f"games/{ID}/", game.GameView, "api-game"),
    (f"games/{ID}/steps/", game.StepsView, "api-game-steps"),
    (f"games/{ID}/frames/", game.FramesView, "api-game-frames"),
    (f"games/{ID}/log/", game.LogView, "api-game-log"),
    (f"games/{ID}/records/{RECORD}/log/", game.RecordLogView, "api-record-log"),
    (f"games/{ID}/revisions/", game.RevisionsView, "api-revisions"),
    (f"games/{ID}/branches/", branches.BranchesOfGameView, "api-game-branches"),
    (f"games/{ID}/notes/", notes.NotesOfGameView, "api-game-notes"),
    (f"branches/{ID}/", branches.BranchView, "api-branch"),
    (f"branches/{ID}/branches/", branches.BranchesOfBranchView, "api-branch-branches"),
    (f"branches/{ID}/events/", branches.BranchEventsView, "api-branch-events"),
    (f"branches/{ID}/steps/", branches.BranchStepsView, "api-branch-steps"),
    (f"branches/{ID}/legal/", branches.BranchLegalView, "api-branch-legal"),
    (f"branches/{ID}/log/", branches.BranchLogView, "api-branch-log"),
    (f"notes/{ID}/", notes.NotesView, "api-notes"),
    (f"notes/{ID}/<int:step>/", notes.NoteView, "api-note"),
    (f"uploads/{ID}/", uploads.UploadView, "api-upload"),
    ("schema/", schema_views.OpenApiView, "api-schema"),
    ("schema/log.json", schema_views.LogSchemaView, "api-schema-log"),
)
urlpatterns: list[URLPattern] = [
    path(route, view.as_view(), name=name) for route, view, name in ROUTES
]
