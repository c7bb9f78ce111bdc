"""What the admin changes, in the audit log: rows before and after, by form and by action."""

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from hashlib import sha256
from typing import Any

from django.contrib.admin import ModelAdmin
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from moderation.models import AuditEntry
from moderation.services.audit import actor_of, record

SECRET_FIELDS = {
    "password", "edit_key", "claim_key", "seed", "lease_token", "token", "digest", "secret",
    "client_secret", "key", "session_key", "token_checksum",
}  # fmt: skip
"""Fields whose values are never recorded, not even as a digest."""
PERSONAL_FIELDS = {"email", "contact", "message"}
"""Fields that are recorded as a digest only, since the log is never deleted."""
VALUE_MAX = 200
"""Longer values are recorded as their length and digest."""
ROWS_MAX = 500
"""Rows of one action that are recorded one by one. For more, their keys are in one entry."""
State = dict[str, Any]


def state_of(row: Model) -> State:
    """Return the fields of a row as the audit log has them."""
    return {
        field.name: _value(field, row)
        for field in row._meta.concrete_fields
        if field.name not in SECRET_FIELDS
    }


def _value(field: Any, row: Model) -> Any:
    value = field.value_from_object(row)
    if value is None or isinstance(value, bool | int | float):
        return value
    text = bytes(value).hex() if isinstance(value, bytes | memoryview) else str(value)
    if not text or (len(text) <= VALUE_MAX and field.name not in PERSONAL_FIELDS):
        return text
    return f"{len(text)} characters, SHA-256 {sha256(text.encode()).hexdigest()[:16]}"


def _many(row: Model) -> State:
    """Return the related rows of a row, such as the groups of a user."""
    return {
        field.name: sorted(str(pk) for pk in getattr(row, field.name).values_list("pk", flat=True))
        for field in row._meta.many_to_many
    }


def difference(before: State, after: State) -> tuple[State, State]:
    """Return the fields that differ, before and after."""
    names = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    return (
        {name: before[name] for name in names if name in before},
        {name: after[name] for name in names if name in after},
    )


class AuditedAdmin(ModelAdmin):  # type: ignore[type-arg]
    """Records additions, changes, deletions and actions. A mixin in front of a model's admin."""

    def _record(
        self,
        request: HttpRequest,
        action: str,
        row: str,
        before: State,
        after: State,
        reason: str = "",
    ) -> None:
        kind = self.model._meta.label
        record(actor_of(request), action, kind, row, before=before, after=after, reason=reason)

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: Any) -> None:
        """Note the stored row before it is changed."""
        if change and self.model is not AuditEntry:
            stored = self.model._default_manager.get(pk=obj.pk)
            request.META["moderation.before"] = {**state_of(stored), **_many(stored)}
        super().save_model(request, obj, form, change)

    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        """Record a new row."""
        self._record(request, "add", _name(obj), {}, {**state_of(obj), **_many(obj)})
        return super().log_addition(request, obj, message)

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        """Record a changed row. A new password is recorded without its value."""
        now = {**state_of(obj), **_many(obj)}
        before, after = difference(request.META.pop("moderation.before", now), now)
        text = "" if before or after else str(message)
        self._record(request, "change", _name(obj), before, after, text)
        return super().log_change(request, obj, message)

    def log_deletions(self, request: HttpRequest, queryset: Any) -> Any:
        """Record rows that are about to be deleted."""
        for row in queryset:
            self._record(request, "delete", _name(row), state_of(row), {})
        return super().log_deletions(request, queryset)

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Return the actions, which record what they change."""
        actions: dict[str, Any] = super().get_actions(request)
        return {
            name: (function if name == "delete_selected" else _audited(function, name), key, text)
            for name, (function, key, text) in actions.items()
        }


def _audited(function: Callable[..., Any], name: str) -> Callable[..., Any]:
    @wraps(function)
    def run(admin: AuditedAdmin, request: HttpRequest, rows: QuerySet[Any]) -> Any:
        keys = list(rows.values_list("pk", flat=True)[: ROWS_MAX + 1])
        stored = admin.model._default_manager.filter(pk__in=keys)
        before = _states(stored) if len(keys) <= ROWS_MAX else {}
        n = rows.count()
        result = function(admin, request, rows)
        reason = request.POST.get("reason", "")
        if len(keys) > ROWS_MAX:
            admin._record(request, name, f"{n} rows", {}, {"keys": keys[:ROWS_MAX]}, reason)
        else:
            _record_changes(admin, request, name, before, _states(stored.all()), reason)
        return result

    return run


def _states(rows: Iterable[Model]) -> dict[Any, tuple[str, State]]:
    return {row.pk: (_name(row), state_of(row)) for row in rows}


def _record_changes(
    admin: AuditedAdmin,
    request: HttpRequest,
    action: str,
    before: Mapping[Any, tuple[str, State]],
    after: Mapping[Any, tuple[str, State]],
    reason: str,
) -> None:
    """Record each row, also if the action changed other rows only."""
    for pk, (row, state) in before.items():
        old, new = difference(state, after.get(pk, ("", {}))[1])
        admin._record(request, action, row, old, new, reason)


def _name(row: Model) -> str:
    return f"{row.pk}: {row}"
