"""The choice of who can see games, in forms."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from replays import services
from replays.access.viewer import default_statistics
from replays.models import ShownName, Statistics, Visibility
from replays.models.audience import Audience

MEANINGS = {
    Visibility.PUBLIC: gettext_lazy("Everyone can find it. It counts in statistics."),
    Visibility.UNLISTED: gettext_lazy("Everyone with the link can see it. It is not listed."),
    Visibility.PRIVATE: gettext_lazy("Only you and the players that you invite can see it."),
}


def choices() -> list[tuple[str, str, str]]:
    """Return the choices: value, name, and what it means."""
    return [(each.value, str(each.label), str(MEANINGS[each])) for each in Visibility]


def audience_of(
    request: HttpRequest, default: str = "", sent: Mapping[str, str] | None = None
) -> Audience:
    """Return the audience that a form chooses. Raises Refusal, also without a choice or default,
    and for a time that is not valid or over. With another visibility than private, a time to come
    is ignored: the form hides it. `sent` are other values than those of the form.
    """
    values: Mapping[str, Any] = request.POST if sent is None else sent
    visibility = values.get("visibility", default)
    statistics = values.get("statistics") or default_statistics(request)
    until = values.get("public_from", "")
    if until:
        later = services.parse_audience(Visibility.PRIVATE, until, statistics)
        if visibility == Visibility.PRIVATE:
            return later
    return services.parse_audience(visibility, None, statistics)


def audience_context(request: HttpRequest) -> dict[str, Any]:
    """Return the choices of a form, with those of an earlier try."""
    sent = request.POST if request.method == "POST" else {}
    return {
        "audiences": choices(),
        "audience": sent.get("visibility", Visibility.PUBLIC.value),
        "public_from": sent.get("public_from", ""),
        "statistics": sent.get("statistics") or default_statistics(request),
        **choice_context(),
    }


def choice_context() -> dict[str, Any]:
    """Return the choices about names and statistics."""
    return {"name_choices": ShownName.choices, "statistics_choices": Statistics.choices}
