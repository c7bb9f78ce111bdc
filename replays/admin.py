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
    NameEvent,
    NameRequest,
    Person,
    PersonName,
    Seat,
    Upload,
    Verdict,
    Verification,
)
from replays.reads import names as name_reads


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


class NamesInline(admin.TabularInline):  # type: ignore[type-arg]
    """The names of a person."""

    model = PersonName
    extra = 0
    can_delete = False
    readonly_fields = ("name_key", "handle")

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Names are put together by requests and actions, so that all is noted."""
        return False


def _by(request: HttpRequest) -> str:
    return f"the house: {request.user.get_username()}"


class _Names(LookOnly):
    """What lists about names share: an action for each row, whose refusals are told."""

    def each(self, request: HttpRequest, rows: QuerySet[Any], act: Any, done: str) -> None:
        """Do something with each row; say how often it was done, and why it was not."""
        n = 0
        for row in rows:
            try:
                act(row)
            except services.Refusal as refused:
                self.message_user(request, f"{row}: {refused}", messages.ERROR)
            else:
                n += 1
        if n:
            self.message_user(request, f"{n} {done}.", messages.SUCCESS)


@admin.register(NameRequest)
class NameRequestAdmin(_Names):
    """What is asked for about names: accept or decline. Beside it how many games the name has, and
    how many of them the same browser sent in: a hint, no proof.
    """

    list_display = ("wish", "name", "other", "state", "games", "sent_by_same", "created_at")
    list_filter = ("state", "wish")
    search_fields = ("public_id", "name_key", "other")
    exclude = ("edit_key", "sender")
    actions = ("accept", "decline")

    @admin.display(description="games of the name")
    def games(self, asked: NameRequest) -> int:
        """How many games the name sits in."""
        return name_reads.n_games_of_name(asked.name_key)

    @admin.display(description="of them sent by the same browser")
    def sent_by_same(self, asked: NameRequest) -> int:
        """How many of them the browser that asks has sent in."""
        return name_reads.n_games_of_name(asked.name_key, asked.sender) if asked.sender else 0

    @admin.action(description="Accept: do what is asked for", permissions=["change"])
    def accept(self, request: HttpRequest, rows: QuerySet[NameRequest]) -> None:
        """Do what is asked for."""
        self.each(request, rows, lambda r: services.accept_request(r, _by(request)), "accepted")

    @admin.action(description="Decline", permissions=["change"])
    def decline(self, request: HttpRequest, rows: QuerySet[NameRequest]) -> None:
        """Say no."""
        self.each(request, rows, services.decline_request, "declined")


@admin.register(Person)
class PersonAdmin(_Names):
    """Whose names were put together, claimed or left out."""

    list_display = ("name_key", "left_out_at", "is_claimed", "created_at")
    list_filter = (("left_out_at", admin.EmptyFieldListFilter),)
    search_fields = ("name_key", "names__name_key")
    exclude = ("claim_key",)
    inlines = (NamesInline,)
    actions = ("leave_out", "let_back_in")

    @admin.display(boolean=True, description="claimed")
    def is_claimed(self, person: Person) -> bool:
        """Whether somebody has a key for it."""
        return bool(person.claim_key)

    @admin.action(description="Leave out of public pages", permissions=["change"])
    def leave_out(self, request: HttpRequest, rows: QuerySet[Person]) -> None:
        """Leave the names out."""

        def act(person: Person) -> None:
            services.leave_out(person.name_key, _by(request))

        self.each(request, rows, act, "left out")

    @admin.action(description="Show on public pages again", permissions=["change"])
    def let_back_in(self, request: HttpRequest, rows: QuerySet[Person]) -> None:
        """Show the names again."""
        self.each(request, rows, lambda p: services.let_back_in(p, _by(request)), "shown again")


@admin.register(NameEvent)
class NameEventAdmin(_Names):
    """What was done to names, by whom; undo it."""

    list_display = ("at", "what", "by", "handle", "detail")
    list_filter = ("what",)
    search_fields = ("handle", "by")
    actions = ("undo",)

    @admin.action(description="Undo", permissions=["change"])
    def undo(self, request: HttpRequest, rows: QuerySet[NameEvent]) -> None:
        """Undo what was done."""
        self.each(request, rows, lambda e: services.undo_name_event(e, _by(request)), "undone")
