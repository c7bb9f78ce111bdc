"""Django's admin: administrators can see everything and change little."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ActionForm
from django.db.models import QuerySet
from django.http import HttpRequest

from replays import services
from replays.models import (
    AnnotationSet,
    Board,
    Branch,
    Collection,
    Event,
    Game,
    GameTag,
    NameEvent,
    NameRequest,
    Person,
    PersonName,
    Record,
    RefusedPlay,
    Seat,
    Upload,
    Verdict,
    Verification,
)  # fmt: skip
from replays.reads.evidence import evidence_of


class ReadOnly:
    """Rows are only created by the services."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ReadOnlyAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Rows with read-only fields, and actions that apply a service to each row."""

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        fields = (field.name for field in self.model._meta.fields)
        return [name for name in fields if name not in (self.exclude or ())]

    def report(self, request: HttpRequest, done: str) -> None:
        self.message_user(request, f"{done}.", messages.SUCCESS)

    def each(
        self, request: HttpRequest, rows: QuerySet[Any], service: Callable[..., Any], done: str
    ) -> None:
        """Apply a service to each row, and report how often it succeeded and each refusal."""
        n = 0
        for row in rows:
            try:
                service(row)
            except services.Refusal as refused:
                self.message_user(request, f"{row}: {refused}", messages.ERROR)
            else:
                n += 1
        if n:
            self.report(request, f"{n} {done}")


class ReadOnlyInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    """Rows of another model, read-only."""

    extra = 0
    can_delete = False


class SeatsInline(ReadOnlyInline):
    model = Seat
    readonly_fields = ("role", "position", "name", "name_key")


class RecordsInline(ReadOnlyInline):
    model = Record
    fields = readonly_fields = ("public_id", "stored_at", "is_current", "is_finished", "log")


class ReasonForm(ActionForm):
    """Actions with a reason, which is stored."""

    reason = forms.CharField(required=False, max_length=500, label="Reason:")


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin):
    """Games: withdraw, restore, delete, split, decide whether they count."""

    list_display = (
        "public_id", "kind", "edition", "mode", "winner", "reason", "played_on", "is_simulated",
        "not_counted", "visibility", "created_at", "withdrawn_at",
    )  # fmt: skip
    list_filter = (
        "kind", "edition", "mode", "is_simulated", "is_finished", "reason", "not_counted",
        ("withdrawn_at", admin.EmptyFieldListFilter), "visibility",
        ("deleted_at", admin.EmptyFieldListFilter),
    )  # fmt: skip
    search_fields = ("public_id", "digest", "seats__name_key")
    date_hierarchy = "created_at"
    inlines = (SeatsInline, RecordsInline)
    raw_id_fields = ("upload", "same_as")
    list_select_related = False
    show_full_result_count = False
    action_form = ReasonForm
    actions = ("withdraw", "restore", "split", "count_games", "exclude_games")

    @admin.action(description="Withdraw from pages and statistics (reason)", permissions=["change"])
    def withdraw(self, request: HttpRequest, games: QuerySet[Game]) -> None:
        ids = list(games.values_list("pk", flat=True))
        n = services.withdraw_games(ids, request.POST.get("reason", ""))
        self.report(request, f"{n} games withdrawn")

    @admin.action(description="Restore withdrawn games", permissions=["change"])
    def restore(self, request: HttpRequest, games: QuerySet[Game]) -> None:
        n = services.restore_games(games.values_list("pk", flat=True))
        self.report(request, f"{n} games restored")

    @admin.action(
        description="Split merged games: each record becomes a game (reason)",
        permissions=["change"],
    )
    def split(self, request: HttpRequest, games: QuerySet[Game]) -> None:
        n = 0
        for game in games:
            rows = game.records.filter(is_current=True).exclude(public_id=game.public_id)
            apart = list(rows.values_list("public_id", flat=True))
            try:
                n += len(services.split_game(game.pk, apart, request.POST.get("reason", "")))
            except services.Refusal as refused:
                self.message_user(request, f"{game}: {refused}", messages.ERROR)
        self.report(request, f"{n} games split off")

    @admin.action(description="Count in statistics (reason)", permissions=["change"])
    def count_games(self, request: HttpRequest, games: QuerySet[Game]) -> None:
        self._decide(request, games, counts=True)

    @admin.action(description="Exclude from statistics (reason)", permissions=["change"])
    def exclude_games(self, request: HttpRequest, games: QuerySet[Game]) -> None:
        self._decide(request, games, counts=False)

    def _decide(self, request: HttpRequest, games: QuerySet[Game], *, counts: bool) -> None:
        ids, reason = list(games.values_list("pk", flat=True)), request.POST.get("reason", "")
        try:
            n = services.decide_counting(ids, counts=counts, reason=reason)
        except services.Refusal as refused:
            self.message_user(request, str(refused), messages.ERROR)
            return
        self.report(request, f"{n} games changed")


@admin.register(Upload)
class UploadAdmin(ReadOnlyAdmin):
    """Uploads, without their bytes; retry those that stopped with an internal error."""

    list_display = (
        "public_id", "state", "source", "filename", "received_at", "n_games", "n_stored",
        "n_duplicate", "n_refused", "attempts", "fault_id",
    )  # fmt: skip
    list_filter = ("state", "source")
    search_fields = ("public_id", "filename", "fault_id", "raw__sha256")
    date_hierarchy = "received_at"
    exclude = ("lease_token", "usage_ids")
    show_full_result_count = False
    actions = ("read_again",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Upload]:
        return super().get_queryset(request).select_related("raw").defer("raw__content")

    @admin.action(description="Retry after an internal error", permissions=["change"])
    def read_again(self, request: HttpRequest, uploads: QuerySet[Upload]) -> None:
        n = sum(services.retry_upload(upload) for upload in uploads)
        self.report(request, f"{n} uploads will be read again")


@admin.register(Board)
class BoardAdmin(ReadOnlyAdmin):
    list_display = ("board_id", "kind", "name", "provenance", "digest")
    search_fields = ("board_id", "digest", "name")


@admin.register(Branch)
class BranchAdmin(ReadOnlyAdmin):
    list_display = ("public_id", "game", "view", "name", "n_events", "created_at", "touched_at")
    search_fields = ("public_id", "game__public_id", "name")
    exclude = ("edit_key", "seed")


@admin.register(Collection)
class CollectionAdmin(ReadOnlyAdmin):
    """Collections; deleting one removes its page and its members, and its games stay."""

    list_display = ("public_id", "title", "visibility", "created_at", "touched_at", "deleted_at")
    list_filter = ("visibility",)
    search_fields = ("public_id", "title", "description")
    exclude = ("owner", "request_key")


@admin.register(RefusedPlay)
class RefusedPlayAdmin(ReadOnlyAdmin):
    """Plays that are refused, since staff hid a game and its owner removed it; deleting one lets
    the play be uploaded again.
    """

    list_display = ("shared_digest", "is_simulated", "removed_at")
    search_fields = ("shared_digest",)


@admin.register(Event)
class EventAdmin(ReadOnlyAdmin):
    """Events that owners describe; deleting one removes its page, and its games stay."""

    list_display = ("public_id", "title", "place", "starts_on", "changed_at")
    search_fields = ("public_id", "title", "description", "place")
    exclude = ("owner", "request_key")


@admin.register(GameTag)
class GameTagAdmin(ReadOnlyAdmin):
    """Tags that owners put on games; deleting one removes it from the page of its game."""

    list_display = ("label", "game")
    search_fields = ("key", "game__public_id")
    exclude = ("owner",)
    list_select_related = False
    show_full_result_count = False


@admin.register(AnnotationSet)
class AnnotationSetAdmin(ReadOnlyAdmin):
    list_display = ("public_id", "game", "view", "title", "author", "n_notes", "touched_at")
    search_fields = ("public_id", "game__public_id", "title", "author")
    exclude = ("edit_key",)


@admin.register(Verification)
class VerificationAdmin(ReadOnlyAdmin):
    list_display = (
        "release", "started_at", "finished_at", "n_games", "n_different", "n_refused",
    )  # fmt: skip

    @admin.display(description="different results", ordering="n_otherwise")
    def n_different(self, verification: Verification) -> int:
        return verification.n_otherwise


@admin.register(Verdict)
class VerdictAdmin(ReadOnlyAdmin):
    list_display = ("game", "engine_version", "differences_text", "found_at", "adopted_at")
    search_fields = ("game__public_id",)
    list_filter = ("engine_version", ("finding", admin.EmptyFieldListFilter))

    @admin.display(description="differences")
    def differences_text(self, verdict: Verdict) -> str:
        return verdict.text


class NamesInline(ReadOnlyInline):
    model = PersonName
    readonly_fields = ("name_key", "handle")


def _by(request: HttpRequest) -> str:
    return f"administrator: {request.user.get_username()}"


@admin.register(NameRequest)
class NameRequestAdmin(ReadOnlyAdmin):
    """Requests about names: accept or decline. Games that the author of a claim uploaded prove
    nothing; without independent evidence, a claim needs the reason why it is true.
    """

    list_display = ("request_type", "name", "other", "state", "evidence", "created_at")
    action_form = ReasonForm
    list_filter = ("state", "wish")
    search_fields = ("public_id", "name_key", "other")
    exclude = ("edit_key", "uploader")
    actions = ("accept", "decline")

    @admin.display(description="request", ordering="wish")
    def request_type(self, row: NameRequest) -> str:
        return row.get_wish_display()

    @admin.display(description="evidence")
    def evidence(self, row: NameRequest) -> str:
        return "; ".join(map(str, evidence_of(row)))

    @admin.action(description="Accept (reason: how a claim was verified)", permissions=["change"])
    def accept(self, request: HttpRequest, rows: QuerySet[NameRequest]) -> None:
        reason = request.POST.get("reason", "")
        self.each(
            request, rows, lambda r: services.accept_request(r, _by(request), reason), "accepted"
        )

    @admin.action(description="Decline (reason: shown to the author)", permissions=["change"])
    def decline(self, request: HttpRequest, rows: QuerySet[NameRequest]) -> None:
        reason = request.POST.get("reason", "")
        self.each(request, rows, lambda r: services.decline_request(r, reason), "declined")


@admin.register(Person)
class PersonAdmin(ReadOnlyAdmin):
    """People with merged, claimed or hidden names."""

    list_display = ("name_key", "hidden_at", "is_claimed", "created_at")
    list_filter = (("hidden_at", admin.EmptyFieldListFilter),)
    search_fields = ("name_key", "names__name_key")
    exclude = ("claim_key",)
    inlines = (NamesInline,)
    actions = ("hide", "restore")

    @admin.display(description="hidden since", ordering="hidden_at")
    def hidden_at(self, person: Person) -> datetime | None:
        return person.hidden_at

    @admin.display(boolean=True, description="claimed")
    def is_claimed(self, person: Person) -> bool:
        return bool(person.claim_key)

    @admin.action(description="Hide on public pages", permissions=["change"])
    def hide(self, request: HttpRequest, rows: QuerySet[Person]) -> None:
        self.each(request, rows, lambda p: services.hide_names(p.name_key, _by(request)), "hidden")

    @admin.action(description="Show on public pages again", permissions=["change"])
    def restore(self, request: HttpRequest, rows: QuerySet[Person]) -> None:
        self.each(request, rows, lambda p: services.show_names(p, _by(request)), "shown again")


@admin.register(NameEvent)
class NameEventAdmin(ReadOnlyAdmin):
    """Recorded changes of names; undo them."""

    list_display = ("at", "what", "by", "handle", "detail")
    list_filter = ("what",)
    search_fields = ("handle", "by")
    actions = ("undo",)

    @admin.action(description="Undo", permissions=["change"])
    def undo(self, request: HttpRequest, rows: QuerySet[NameEvent]) -> None:
        self.each(request, rows, lambda e: services.undo_name_event(e, _by(request)), "undone")
