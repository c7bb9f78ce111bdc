"""App configurations: moderation, and Django's admin with an audit log."""

from django.apps import AppConfig
from django.contrib.admin import apps as admin_apps
from django.contrib.auth.signals import user_logged_in

from replays.signals import row_created


class ModerationConfig(AppConfig):
    """Reports, blocks, claims of names and the audit log."""

    name = "moderation"
    default_auto_field = "django.db.models.BigAutoField"
    default = True

    def ready(self) -> None:
        """Record sign-ins of staff, and which accounts claim names."""
        from moderation.services.audit import record_sign_in
        from moderation.services.claims import record_claim

        row_created.connect(record_claim, dispatch_uid="moderation")
        user_logged_in.connect(record_sign_in, dispatch_uid="moderation")


class AuditedAdminConfig(admin_apps.AdminConfig):
    """Django's admin, which records every change."""

    default_site = "moderation.admin_site.AuditedAdminSite"
    default = False
