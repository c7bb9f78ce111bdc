"""The queue of reports, blocks and the audit log in the admin."""

from datetime import timedelta
from functools import partial
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import Count, F, Q, QuerySet, Sum
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from moderation import services
from moderation.models import AuditEntry, Block, BlockKind, Case, Report
from moderation.services.audit import actor_of
from moderation.services.blocks import checked_subject
from moderation.targets import TARGETS
from replays.admin import ReadOnlyAdmin, ReadOnlyInline, ReasonForm
from replays.services import Refusal


class ReportsInline(ReadOnlyInline):
    model = Report
    fields = readonly_fields = ("at", "reason", "text", "n_repeats")


class CaseForm(ReasonForm):
    """Actions on cases: the reason, and one of several owners."""

    owner = forms.CharField(required=False, max_length=64, label="Owner, if there are several:")


_OPEN_FIRST = F("decided_at").asc(nulls_first=True)


@admin.register(Case)
class CaseAdmin(ReadOnlyAdmin):
    """The queue: what was reported, by how many networks, and what staff decided."""

    list_display = ("what", "state", "hidden", "n_reports", "networks", "reasons", "created_at")
    list_filter = ("state", "kind")
    search_fields = ("public_id", "target")
    inlines = (ReportsInline,)
    action_form = CaseForm
    actions = ("hide", "remove", "dismiss", "block_uploader")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        reports = Count("reports", distinct=True)
        rows = super().get_queryset(request).prefetch_related("reports")
        n_repeated = Sum("reports__n_repeats")
        annotated: QuerySet[Any] = rows.annotate(n_networks=reports, n_repeated=n_repeated)
        return annotated.order_by(_OPEN_FIRST, "-n_networks", "pk")

    def get_ordering(self, request: HttpRequest) -> Any:
        return (_OPEN_FIRST,)  # the list adds the order of the query

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        return ["what", "links", "owners", *super().get_readonly_fields(request, obj)]

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @admin.display(description="reported")
    def what(self, case: Case) -> str:
        reported = TARGETS[case.kind].describe(case.target) if case.kind in TARGETS else None
        return f"{case.kind}: {reported.title if reported else 'no longer exists'}"

    @admin.display(boolean=True, description="hidden")
    def hidden(self, case: Case) -> bool:
        return case.hidden_at is not None

    @admin.display(description="reports", ordering="n_networks")
    def n_reports(self, case: Any) -> int:
        return int(case.n_networks + (case.n_repeated or 0))

    @admin.display(description="networks", ordering="n_networks")
    def networks(self, case: Any) -> int:
        return int(case.n_networks)

    @admin.display(description="reasons")
    def reasons(self, case: Case) -> str:
        return ", ".join(sorted({report.reason for report in case.reports.all()}))

    @admin.display(description="links")
    def links(self, case: Case) -> SafeString | str:
        target = TARGETS.get(case.kind)
        reported = target.describe(case.target) if target else None
        if target is None or reported is None:
            return "–"
        urls = (("on the site", reported.url), ("in the admin", target.admin_url(case.target)))
        rows = ((url, text) for text, url in urls if url)
        return format_html_join(", ", '<a href="{}">{}</a>', rows)

    @admin.display(description="owners")
    def owners(self, case: Case) -> str:
        owners = TARGETS[case.kind].owners(case.target) if case.kind in TARGETS else None
        if owners is None:
            return "not known"
        texts = [f"account {pk}" for pk in sorted(owners.users)]
        texts += [f"owner key {key}" for key in sorted(owners.keys)]
        return "; ".join(texts) or "not known"

    def _each(self, request: HttpRequest, cases: QuerySet[Case], service: Any, done: str) -> None:
        reason, actor = request.POST.get("reason", ""), actor_of(request)
        self.each(request, cases, lambda case: service(case, actor, reason), done)

    @admin.action(
        description="Hide until decided (reason, shown to the owner)", permissions=["change"]
    )
    def hide(self, request: HttpRequest, cases: QuerySet[Case]) -> None:
        self._each(request, cases, services.hide_target, "hidden")

    @admin.action(
        description="Remove: stays hidden (reason, shown to the owner)", permissions=["change"]
    )
    def remove(self, request: HttpRequest, cases: QuerySet[Case]) -> None:
        self._each(request, cases, services.remove_target, "removed")

    @admin.action(description="Dismiss, and show again", permissions=["change"])
    def dismiss(self, request: HttpRequest, cases: QuerySet[Case]) -> None:
        self._each(request, cases, services.dismiss_case, "dismissed")

    @admin.action(description="Block the uploader for 30 days (reason)", permissions=["change"])
    def block_uploader(self, request: HttpRequest, cases: QuerySet[Case]) -> None:
        owner = request.POST.get("owner", "")
        self._each(request, cases, partial(services.block_uploader, owner=owner), "blocked")


class BlockForm(forms.ModelForm):  # type: ignore[type-arg]
    """A new block. An account is named by its e-mail address or number."""

    days = forms.IntegerField(min_value=1, max_value=3650, initial=30)

    class Meta:
        model = Block
        fields = ("kind", "subject", "reason")

    def clean(self) -> dict[str, Any]:
        """Check the subject."""
        cleaned = super().clean() or {}
        try:
            cleaned["subject"] = checked_subject(
                cleaned.get("kind", ""), cleaned.get("subject", "")
            )
        except Refusal as refused:
            self.add_error("subject", str(refused))
        return cleaned


class IsActive(admin.SimpleListFilter):
    """Blocks that apply now, or have ended."""

    title, parameter_name = "active", "active"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("yes", "Yes"), ("no", "No")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Block]) -> QuerySet[Block]:
        active = Q(lifted_at__isnull=True, expires_at__gt=timezone.now())
        if self.value() is None:
            return queryset
        return queryset.filter(active if self.value() == "yes" else ~active)


@admin.register(Block)
class BlockAdmin(ReadOnlyAdmin):
    """Blocks of owner keys, accounts and networks: add and lift them."""

    list_display = ("kind", "shown_subject", "reason", "created_at", "expires_at", "lifted_at")
    list_filter = (IsActive, "kind")
    search_fields = ("subject", "reason")
    action_form = ReasonForm
    actions = ("lift",)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.has_perm("moderation.add_block"))

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        return super().get_readonly_fields(request, obj) if obj else []

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any
    ) -> Any:
        return super().get_form(request, obj, change, **kwargs) if obj else BlockForm

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return super().get_fields(request, obj) if obj else ("kind", "subject", "reason", "days")

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        if request.method == "POST" and self.has_add_permission(request):
            form = BlockForm(request.POST)
            if form.is_valid():
                until = timezone.now() + timedelta(days=form.cleaned_data["days"])
                fields = {name: form.cleaned_data[name] for name in ("kind", "subject", "reason")}
                block = services.add_block(**fields, expires_at=until, actor=actor_of(request))
                self.message_user(request, f"Blocked: {block}", messages.SUCCESS)
                return HttpResponseRedirect("../")
        return super().add_view(request, form_url, extra_context)

    @admin.display(description="subject", ordering="subject")
    def shown_subject(self, block: Block) -> str:
        return block.subject[:16] if block.kind == BlockKind.KEY else block.subject

    @admin.action(description="Lift the block (reason)", permissions=["change"])
    def lift(self, request: HttpRequest, blocks: QuerySet[Block]) -> None:
        reason, actor = request.POST.get("reason", ""), actor_of(request)
        self.each(request, blocks, lambda b: services.lift_block(b, actor, reason), "lifted")


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnlyAdmin):
    """The audit log. No one can change it here, superusers included."""

    list_display = (
        "at",
        "who",
        "action",
        "target_kind",
        "target",
        "changes",
        "reason",
        "request_id",
    )
    list_filter = ("action", "target_kind")
    search_fields = ("who", "target", "reason", "request_id")
    date_hierarchy = "at"
    show_full_result_count = False
    actions = None

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @admin.display(description="changes")
    def changes(self, entry: AuditEntry) -> SafeString | str:
        names = [*entry.before, *(name for name in entry.after if name not in entry.before)]
        return format_html_join(
            "; ", "{}: {} → {}", ((n, entry.before.get(n), entry.after.get(n)) for n in names)
        ) or format_html("{}", "–")
