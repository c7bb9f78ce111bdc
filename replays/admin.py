"""Django's admin for the people of the house: look at everything, change little."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest

from replays import services
from replays.models import (
    AnnotationSet,
    Board,
    Branch,
    Game,
    Seat,
    Upload,
    Verdict,
    Verification,
)


class LookOnly(admin.ModelAdmin):  # type: ignore[type-arg]
    """Rows are made by the keep, never typed in or edited."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody adds rows by hand."""
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """Everything is only shown."""
        return [
            field.name
            for field in self.model._meta.fields
            if field.name not in (self.exclude or ())
        ]


class SeatsInline(admin.TabularInline):  # type: ignore[type-arg]
    """Who played."""

    model = Seat
    extra = 0
    can_delete = False
    readonly_fields = ("role", "position", "name", "name_key")

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody adds players by hand."""
        return False


@admin.register(Game)
class GameAdmin(LookOnly):
    """Games: withdraw, restore, delete."""

    list_display = (
        "public_id",
        "kind",
        "edition",
        "mode",
        "winner",
        "reason",
        "played_on",
        "is_simulated",
        "created_at",
        "withdrawn_at",
    )
    list_filter = (
        "kind",
        "edition",
        "mode",
        "is_simulated",
        "is_finished",
        "reason",
        ("withdrawn_at", admin.EmptyFieldListFilter),
    )
    search_fields = ("public_id", "digest", "seats__name_key")
    date_hierarchy = "created_at"
    inlines = (SeatsInline,)
    raw_id_fields = ("upload",)
    list_select_related = False
    show_full_result_count = False
    actions = ("withdraw", "restore")

    @admin.action(
        description="Withdraw: out of sight and out of every number", permissions=["change"]
    )
    def withdraw(self, request: HttpRequest, games: QuerySet[Game]) -> None:
        """Take games out of sight."""
        n = services.withdraw_games(games.values_list("pk", flat=True))
        self.message_user(request, f"{n} games withdrawn.", messages.SUCCESS)

    @admin.action(description="Take the withdrawal back", permissions=["change"])
    def restore(self, request: HttpRequest, games: QuerySet[Game]) -> None:
        """Show games again."""
        n = services.restore_games(games.values_list("pk", flat=True))
        self.message_user(request, f"{n} games shown again.", messages.SUCCESS)


@admin.register(Upload)
class UploadAdmin(LookOnly):
    """Uploads: what became of them; read again what stopped by a fault. The bytes themselves are
    never shown here.
    """

    list_display = (
        "public_id",
        "state",
        "source",
        "filename",
        "received_at",
        "n_games",
        "n_stored",
        "n_duplicate",
        "n_refused",
        "attempts",
        "fault_id",
    )
    list_filter = ("state", "source")
    search_fields = ("public_id", "filename", "fault_id", "raw__sha256")
    date_hierarchy = "received_at"
    exclude = ("lease_token",)
    show_full_result_count = False
    actions = ("read_again",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Upload]:
        """Uploads with what is told of their bytes, without the bytes."""
        return super().get_queryset(request).select_related("raw").defer("raw__content")

    @admin.action(description="Read again what stopped by a fault", permissions=["change"])
    def read_again(self, request: HttpRequest, uploads: QuerySet[Upload]) -> None:
        """Retry uploads in state fault."""
        n = sum(services.retry_upload(upload) for upload in uploads)
        self.message_user(request, f"{n} uploads will be read again.", messages.SUCCESS)


@admin.register(Board)
class BoardAdmin(LookOnly):
    """Boards met so far."""

    list_display = ("board_id", "kind", "name", "provenance", "digest")
    search_fields = ("board_id", "digest", "name")


@admin.register(Branch)
class BranchAdmin(LookOnly):
    """Branches: delete what does not belong here."""

    list_display = ("public_id", "game", "view", "name", "n_events", "created_at", "touched_at")
    search_fields = ("public_id", "game__public_id", "name")
    exclude = ("edit_key", "seed")


@admin.register(AnnotationSet)
class AnnotationSetAdmin(LookOnly):
    """Notes: delete what does not belong here."""

    list_display = ("public_id", "game", "view", "title", "author", "n_notes", "touched_at")
    search_fields = ("public_id", "game__public_id", "title", "author")
    exclude = ("edit_key",)


@admin.register(Verification)
class VerificationAdmin(LookOnly):
    """Walks of an engine through all stored games."""

    list_display = (
        "release", "started_at", "finished_at", "n_games", "n_otherwise", "n_refused",
    )  # fmt: skip


@admin.register(Verdict)
class VerdictAdmin(LookOnly):
    """Games that the present engine reads otherwise than the one that stored them."""

    list_display = ("game", "engine_version", "words", "found_at", "adopted_at")
    search_fields = ("game__public_id",)
    list_filter = ("engine_version", ("finding", admin.EmptyFieldListFilter))
