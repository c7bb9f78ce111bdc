"""A branch's log as a file, for all doors alike."""

from django.http import HttpResponse
from django.utils.http import content_disposition_header

from replays.models import Branch
from replays.reads import branches as branch_reads
from replays.reads.downloads import FORMS, content_type


def log_file(branch: Branch, form: str) -> HttpResponse:
    """The log of a branch in a spelling of `FORMS`, under a name made of words of ours."""
    response = HttpResponse(branch_reads.log_text(branch, form), content_type=content_type(form))
    name = f"{branch.game.kind}-branch-{branch.public_id}.{FORMS[form][0]}"
    response["Content-Disposition"] = content_disposition_header(True, name)
    response["X-Content-Type-Options"] = "nosniff"
    response["X-Robots-Tag"] = "noindex"
    return response
