"""`/events/new/`, `/events/<id>/edit/`: an account describes an event."""

from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.services.claims import own_key
from replays import services
from replays.access.throttles import WriteThrottle
from replays.access.viewer import Viewer, viewer_of
from replays.models import Event, Game
from replays.models.event import DESCRIPTION_MAX, TITLE_MAX
from replays.reads.own_games import own_games
from replays.services import Refusal
from replays.text.names import clean_line
from replays.web import replay
from replays.web.address import Refused, check_rate, with_retry

N_OFFERED = 60
"""The newest own games that the form offers."""


class EventForm(forms.Form):
    """What an owner says about an event."""

    title = forms.CharField(label=gettext_lazy("Name of the event"), max_length=TITLE_MAX)
    place = forms.CharField(label=gettext_lazy("Location"), max_length=TITLE_MAX, required=False)
    starts_on = forms.DateField(
        label=gettext_lazy("First day"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    ends_on = forms.DateField(
        label=gettext_lazy("Last day"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    description = forms.CharField(
        label=gettext_lazy("Description"),
        max_length=DESCRIPTION_MAX,
        required=False,
        widget=forms.Textarea(attrs={"rows": 5}),
    )
    spellings = forms.CharField(
        label=gettext_lazy("Names of this event in logs, one per line"),
        help_text=gettext_lazy(
            "All public games whose logs name the event like this belong to it. Case and "
            "spaces don't matter."
        ),
        max_length=10_000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    games = forms.MultipleChoiceField(
        label=gettext_lazy("Your games that belong to it"),
        help_text=gettext_lazy("The page shows only the public ones."),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    def clean_title(self) -> str:
        """Return the title as one line."""
        title = clean_line(self.cleaned_data["title"])
        if not title:
            raise forms.ValidationError(gettext("Enter a name."))
        return title

    def clean_place(self) -> str:
        """Return the place as one line."""
        return clean_line(self.cleaned_data["place"])

    def clean_spellings(self) -> list[str]:
        """Return the names."""
        return [
            line for line in map(clean_line, self.cleaned_data["spellings"].split("\n")) if line
        ]

    def clean(self) -> dict[str, Any]:
        """Check the order of the days."""
        values: dict[str, Any] = super().clean() or {}
        first, last = values.get("starts_on"), values.get("ends_on")
        if first and last and last < first:
            self.add_error("ends_on", gettext("The last day is before the first day."))
        return values


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_event(request: HttpRequest) -> HttpResponse:
    """Create an event."""
    return _edit(request, None)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_event(request: HttpRequest, public_id: str) -> HttpResponse:
    """Change or delete an event; only its owner can."""
    event = Event.objects.filter(public_id=public_id).first()
    if event is None or not viewer_of(request).owns([event.owner]):
        raise Http404
    return _edit(request, event)


def _edit(request: HttpRequest, event: Event | None) -> HttpResponse:
    viewer = viewer_of(request)
    form = EventForm(request.POST or None, initial=_initial(event) if event else {})
    form.fields["games"].choices = _offered(viewer, event)  # type: ignore[attr-defined]
    if request.method != "POST":
        return _page(request, form, event)
    try:
        check_rate(request, WriteThrottle())
        if event is not None and request.POST.get("action") == "delete":
            services.delete_event(event)
            return HttpResponseRedirect(reverse("events"))
        if not form.is_valid():
            return _page(request, form, event, status=400)
        if event is None:
            event = services.create_event(own_key(request.user), viewer, form.cleaned_data)  # type: ignore[arg-type]
        else:
            services.change_event(event, viewer, form.cleaned_data)
    except Refused as error:
        return with_retry(_page(request, form, event, str(error), error.status), error.retry)
    except Refusal as error:
        return _page(request, form, event, error.translated(), error.status)
    return HttpResponseRedirect(event.get_absolute_url())


def _initial(event: Event) -> dict[str, Any]:
    fields = ("title", "place", "starts_on", "ends_on", "description")
    return {
        **{name: getattr(event, name) for name in fields},
        "spellings": "\n".join(row.name for row in event.spellings.all()),
        "games": [*event.games.values_list("public_id", flat=True)],
    }


def _offered(viewer: Viewer, event: Event | None) -> list[tuple[str, str]]:
    """Return the newest own games, and the older ones that the event has."""
    games = {game.public_id: game for game in own_games(viewer).filter(deleted_at=None)[:N_OFFERED]}
    if event is not None:
        chosen = event.games.values("pk")
        more = own_games(viewer).filter(deleted_at=None, pk__in=chosen)
        games |= {game.public_id: game for game in more}
    return [(public_id, _label(game)) for public_id, game in games.items()]


def _label(game: Game) -> str:
    day = date_format(game.played_on, "j M Y") if game.played_on else gettext("no date")
    parts = (replay.versus(game), replay.played_text(game), day, game.public_id[:4])
    visibility = "" if game.is_visible else game.get_visibility_display()
    return " · ".join(filter(None, (*parts, visibility)))


def _page(
    request: HttpRequest,
    form: EventForm,
    event: Event | None,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    context = {"form": form, "event": event, "problem": problem}
    return render(request, "site/event_form.html", context, status=status)
