"""Django's admin site, on which every registered model has an audit log."""

from __future__ import annotations

from typing import Any

from django.contrib.admin import AdminSite, ModelAdmin

from .audited import AuditedAdmin


class AuditedAdminSite(AdminSite):
    """An admin site that records what its users change."""

    def register(
        self,
        model_or_iterable: Any,
        admin_class: type[ModelAdmin[Any]] | None = None,
        **options: Any,
    ) -> None:
        """Register models, each with an admin that records changes."""
        base = admin_class or ModelAdmin
        audited = type(base.__name__, (AuditedAdmin, base), {"__module__": base.__module__})
        super().register(model_or_iterable, audited, **options)
