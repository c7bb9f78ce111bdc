"""Reports by anyone. What is reported joins a case, which staff decide."""

from django.db import transaction
from django.db.models import F
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext

from moderation.models import TEXT_MAX, Case, CaseState, Reason, Report
from replays.services.errors import refusal
from replays.services.retries import retrying


@retrying
def add_report(kind: str, target: str, reason: str, text: str, network: str) -> Case:
    """Add a report to the open case of a thing, which is created for the first one. A network
    counts once per case; a later report with another text replaces the first. Raises Refusal.
    """
    text = text.replace("\x00", "").strip()
    if reason not in Reason.values:
        raise refusal(422, "reason", gettext("Choose a reason."))
    if len(text) > TEXT_MAX:
        message = gettext("Too long: at most {most} characters.")
        raise refusal(422, "too_long", message, most=TEXT_MAX)
    with transaction.atomic():
        case, _ = Case.objects.get_or_create(kind=kind, target=target, state=CaseState.OPEN)
        salt = f"moderation.reports.{case.public_id}"
        digest = salted_hmac(salt, network, algorithm="sha256").hexdigest()
        fields = {"reason": reason, "text": text}
        row, is_new = Report.objects.get_or_create(case=case, network=digest, defaults=fields)
        if not is_new:
            more = {"text": text, "reason": reason} if text else {}
            Report.objects.filter(pk=row.pk).update(n_repeats=F("n_repeats") + 1, **more)
    return case
