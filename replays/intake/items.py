"""Storing the games of a batch with a result for each."""

from collections.abc import Sequence

from replays.models import Game, ItemStatus, UploadItem
from replays.models.audience import PUBLIC, Audience
from replays.pipeline import Draft

from .intake import Intake, Verdict
from .storing import lock_intake, save_changes


def store_items(
    drafts: Sequence[Draft], upload_id: int, owner: str, audience: Audience = PUBLIC
) -> tuple[dict[str, int], list[int]]:
    """Store the games and results of a batch, in the order of the file. Return the number of
    results by status, and the primary keys of new games.
    """
    lock_intake()
    intake = Intake(owner, upload_id, drafts, audience=audience)
    verdicts = [intake.take(draft) for draft in drafts]
    new_ids = save_changes(intake.changes)
    homes = {younger.pk: older for younger, older, _ in intake.changes.absorbed}
    UploadItem.objects.bulk_create(
        UploadItem(
            upload_id=upload_id,
            position=draft.position,
            label=draft.label,
            status=verdict.status,
            game=_home(verdict, homes),
            findings=verdict.findings,
            warnings=draft.warnings,
            added=verdict.added,
        )
        for draft, verdict in zip(drafts, verdicts, strict=True)
    )
    statuses = [verdict.status for verdict in verdicts]
    return {status.value: statuses.count(status) for status in ItemStatus}, new_ids


def _home(verdict: Verdict, homes: dict[int, Game]) -> Game | None:
    """Return the game of a result, also if it became part of another one later in the batch."""
    game = verdict.game
    while game is not None and game.pk in homes:
        game = homes[game.pk]
    return game
