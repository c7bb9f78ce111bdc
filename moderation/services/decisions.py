"""What staff decide about reported things. Every decision is in the audit log."""

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from moderation.models import Block, BlockKind, Case, CaseState
from moderation.targets import TARGETS
from replays.models.identity import REASON_MAX
from replays.services.errors import refusal
from replays.services.retries import retrying
from replays.text.names import clean_line

from .audit import Actor, record
from .blocks import add_block

BLOCK_DAYS = 30
KEY_PART_LENGTH = 8
"""Characters with which staff name one of several owner keys."""


@retrying
def hide_target(case: Case, actor: Actor, reason: str) -> None:
    """Hide a reported thing until its case is decided. Its owner sees the reason. Raises Refusal
    without a reason, and for a decided case.
    """
    _decide(case, actor, "hide", CaseState.OPEN, reason)


@retrying
def remove_target(case: Case, actor: Actor, reason: str) -> None:
    """Decide that a reported thing stays hidden. Nothing is deleted. Raises Refusal."""
    _decide(case, actor, "remove", CaseState.REMOVED, reason)


@retrying
def dismiss_case(case: Case, actor: Actor, reason: str) -> None:
    """Close a case without action, and show again what was hidden because of it; also for a removed
    thing. Raises Refusal for a dismissed case.
    """
    with transaction.atomic():
        case = _locked(case)
        before = _state(case)
        if case.state == CaseState.DISMISSED:
            raise refusal(409, "decided", gettext("This report has already been decided."))
        if case.hidden_at is not None:
            TARGETS[case.kind].show(case.target, actor.as_author)
        case.hidden_at = None
        _save(case, CaseState.DISMISSED, reason)
        record(
            actor, "dismiss", case.kind, case.target,
            before=before, after=_state(case), reason=reason,
        )  # fmt: skip


def _decide(case: Case, actor: Actor, action: str, state: CaseState, reason: str) -> None:
    if not clean_line(reason):
        raise refusal(422, "reason", gettext("Give a reason. The owner sees it."))
    with transaction.atomic():
        case = _locked(case)
        before = _state(case)
        if case.state != CaseState.OPEN:
            raise refusal(409, "decided", gettext("This report has already been decided."))
        target = TARGETS[case.kind]
        if case.hidden_at is None and target.hide(case.target, reason, actor.as_author):
            case.hidden_at = timezone.now()
        _save(case, state, reason)
        record(
            actor, action, case.kind, case.target, before=before, after=_state(case), reason=reason
        )


@retrying
def block_uploader(case: Case, actor: Actor, reason: str, owner: str = "") -> Block:
    """Block the account that owns a reported thing, else the owner key, for some days. If it has
    several owners, `owner` is the number of one of the accounts, or the start of one of the keys.
    Raises Refusal.
    """
    owners = TARGETS[case.kind].owners(case.target)
    subjects = [(BlockKind.ACCOUNT, str(pk)) for pk in sorted(owners.users)]
    subjects += [(BlockKind.KEY, key) for key in sorted(owners.keys)]
    if not subjects:
        message = gettext("The owner is not known. Block an address or network instead.")
        raise refusal(409, "owner", message)
    chosen = [each for each in subjects if _is_named(*each, owner.strip())]
    if len(chosen) != 1:
        message = gettext(
            "There are several owners: {owners}. Enter the number of one account, or the first "
            "{least} characters of one owner key, as the owner."
        )
        listed = "; ".join(f"{kind.label} {subject[:16]}" for kind, subject in subjects)
        raise refusal(409, "owner", message, owners=listed, least=KEY_PART_LENGTH)
    until = timezone.now() + timedelta(days=BLOCK_DAYS)
    return add_block(*chosen[0], reason, until, actor, case=case)


def _is_named(kind: BlockKind, subject: str, owner: str) -> bool:
    """Return whether staff named this owner; without a name, each owner is meant."""
    if not owner:
        return True
    if kind == BlockKind.ACCOUNT:
        return subject == owner
    return len(owner) >= KEY_PART_LENGTH and subject.startswith(owner)


def _locked(case: Case) -> Case:
    return Case.objects.select_for_update().get(pk=case.pk)


def _save(case: Case, state: CaseState, reason: str) -> None:
    case.state = state
    case.decided_at = None if state == CaseState.OPEN else timezone.now()
    case.decision = clean_line(reason)[:REASON_MAX]
    case.save(update_fields=["state", "hidden_at", "decided_at", "decision"])


def _state(case: Case) -> dict[str, Any]:
    return {"case": case.public_id, "state": case.state, "hidden": case.hidden_at is not None}
