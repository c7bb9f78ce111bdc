"""Evidence for claims of names: what shows that a name belongs to the author of a request.

Anyone can upload games with any name, so games that the author uploaded alone prove nothing. Only
independent evidence does: what others confirmed. Other apps add kinds of evidence through the
setting `NAME_EVIDENCE`: dotted paths of functions of a request that return `Evidence`.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from django.conf import settings
from django.utils.module_loading import import_string

from replays.models import NameRequest
from replays.reads.names import n_games_of_name


@dataclass(frozen=True, slots=True)
class Evidence:
    """Something that speaks for a claim: a sentence for staff, and how often it occurs. It is
    independent if the author of the claim can't make it alone.
    """

    text: str
    n: int
    is_independent: bool = False

    def __str__(self) -> str:
        strength = "independent" if self.is_independent else "not enough alone"
        return f"{self.text}: {self.n} ({strength})"


def evidence_of(request: NameRequest) -> list[Evidence]:
    """Return all evidence for a request, the independent first."""
    found = [each for path in settings.NAME_EVIDENCE for each in import_string(path)(request)]
    return sorted((each for each in found if each.n), key=lambda each: not each.is_independent)


def has_independent_evidence(request: NameRequest) -> bool:
    """Return whether something speaks for a request that its author can't make alone."""
    return any(each.is_independent for each in evidence_of(request))


def uploads(request: NameRequest) -> Iterable[Evidence]:
    """Return the games with the name: those the browser of the author uploaded, and all."""
    if request.uploader:
        own = n_games_of_name(request.name_key, request.uploader)
        yield Evidence("games with the name uploaded by the same browser", own)
    yield Evidence("games with the name, by anyone", n_games_of_name(request.name_key))
