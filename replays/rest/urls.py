"""URLs of the API of games, uploads, branches and notes."""

from django.urls import URLPattern, path

from . import (
    branches,
    collections,
    events,
    game,
    games,
    legal,
    notes,
    own_games,
    reviews,
    schema_views,
    stream,
    uploads,
)

ID, RECORD = "<public_id:public_id>", "<public_id:record_id>"
COLLECTION = f"collections/{ID}"
ROUTES = (
    ("games/", games.GamesView, "api-games"),
    ("games.ndjson", stream.GamesStreamView, "api-games-stream"),
    ("games/events/", events.GameEventsView, "api-games-events"),
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
    (f"games/{ID}/reviews/", reviews.ReviewsOfGameView, "api-game-reviews"),
    (f"reviews/{ID}/", reviews.ReviewView, "api-review"),
    (f"reviews/{ID}/lead/", reviews.ReviewLeadView, "api-review-lead"),
    (f"reviews/{ID}/events/", reviews.ReviewEventsView, "api-review-events"),
    ("collections/", collections.CollectionsView, "api-collections"),
    ("collections/join/", collections.JoinView, "api-collection-join"),
    (f"{COLLECTION}/", collections.CollectionView, "api-collection"),
    (f"{COLLECTION}/restore/", collections.RestoreCollectionView, "api-collection-restore"),
    (f"{COLLECTION}/games/", collections.CollectionGamesView, "api-collection-games"),
    (
        f"{COLLECTION}/games/<public_id:game_id>/",
        collections.CollectionEntryView,
        "api-collection-game",
    ),
    (f"{COLLECTION}/logs/", collections.CollectionLogsView, "api-collection-logs"),
    (f"{COLLECTION}/invitations/", collections.InvitationsView, "api-collection-invitations"),
    (
        f"{COLLECTION}/invitations/<public_id:invitation_id>/",
        collections.InvitationView,
        "api-collection-invitation",
    ),
    (f"{COLLECTION}/members/", collections.MembersView, "api-collection-members"),
    (f"{COLLECTION}/members/<int:member_id>/", collections.MemberView, "api-collection-member"),
    ("my-collections/", collections.OwnCollectionsView, "api-my-collections"),
    ("legal/", legal.LegalView, "api-legal"),
    (f"uploads/{ID}/", uploads.UploadView, "api-upload"),
    (f"uploads/{ID}/events/", events.UploadEventsView, "api-upload-events"),
    ("my-games/", own_games.OwnGamesView, "api-my-games"),
    ("my-games/changes/", own_games.ChangesView, "api-my-games-changes"),
    ("my-games/tags/", own_games.TagsView, "api-my-games-tags"),
    ("my-games/undo/", own_games.UndoView, "api-my-games-undo"),
    ("schema/", schema_views.OpenApiView, "api-schema"),
    ("schema/log.json", schema_views.LogSchemaView, "api-schema-log"),
)
urlpatterns: list[URLPattern] = [
    path(route, view.as_view(), name=name) for route, view, name in ROUTES
]
