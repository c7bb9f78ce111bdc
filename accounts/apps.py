"""App configuration."""

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in

from replays.signals import games_changed, owner_left, row_created, upload_done


class AccountsConfig(AppConfig):
    """Accounts, their pages and the tokens of the API."""

    name = "accounts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Record the browsers that sign in, what users write, and changes for webhooks; hand over
        invitations; report new passkeys.
        """
        from allauth.mfa.signals import authenticator_added

        from accounts.services.invitations import release_invitations
        from accounts.services.notices import notify_passkey
        from accounts.services.outbox import note_games, note_upload
        from accounts.services.profile import record_author
        from accounts.services.sessions import record_session

        user_logged_in.connect(record_session, dispatch_uid="accounts")
        authenticator_added.connect(notify_passkey, dispatch_uid="accounts")
        row_created.connect(record_author, dispatch_uid="accounts")
        games_changed.connect(note_games, dispatch_uid="accounts")
        owner_left.connect(release_invitations, dispatch_uid="accounts")
        upload_done.connect(note_upload, dispatch_uid="accounts")
