"""Reading the query parameters of statistics into filters, for pages and API."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from analytics.insight.question import UNKNOWN, Filters
from analytics.reads.selected import keys_of_handle
from games.core.contract import GameKind
from replays.reads.sets import KEY_MAX, GameSet
from replays.text.names import MAX_NAME, handle_of, name_key
from replays.text.terms import reason_label

PLAYED_BY = {
    "no": pgettext_lazy("played by", "humans"),
    "yes": pgettext_lazy("played by", "bots"),
    "all": pgettext_lazy("played by", "both"),
}
ANY = pgettext_lazy("a choice of a filter", "any")
NO_SPLIT = pgettext_lazy("split by", "nothing")
ANY_PLAYER = "any"
MONTH = r"[0-9]{4}-(0[1-9]|1[0-2])"
Problem = dict[str, str]
"""An invalid query parameter (`word`), and what is wrong with it (`message`)."""


class ChoicesForm(forms.Form):
    """A form whose choices are known when it is made."""

    def offer(self, name: str, choices: Mapping[str, Any], empty_label: Any = ANY) -> None:
        """Set the choices of a field, and list them in its error message."""
        known = ", ".join(choices) or gettext("none yet")
        unknown = gettext("Unknown value “{value}”. Use one of: {known}.")
        empty = [("", empty_label)] if empty_label else []
        self.fields[name] = forms.ChoiceField(
            label=self.fields[name].label,
            required=False,
            widget=self.fields[name].widget.__class__,
            choices=[*empty, *choices.items()],
            error_messages={"invalid_choice": unknown.format(value="%(value)s", known=known)},
        )


def _month_field(label: Any) -> forms.RegexField:
    invalid = {"invalid": gettext_lazy("Enter a month as YYYY-MM.")}
    return forms.RegexField(rf"\A{MONTH}\Z", required=False, label=label, error_messages=invalid)


class StatsFilter(ChoicesForm):
    """The query parameters of statistics, all optional. Others are errors, and so are parameters
    without a choice for this game or page.
    """

    edition = forms.ChoiceField(label=gettext_lazy("Edition"))
    mode = forms.ChoiceField(label=gettext_lazy("Mode"))
    board = forms.ChoiceField(label=gettext_lazy("Board"))
    winner = forms.ChoiceField(label=gettext_lazy("Winner"))
    reason = forms.ChoiceField(label=gettext_lazy("How it ended"))
    month = forms.RegexField(
        rf"\A({MONTH}|{UNKNOWN})\Z",
        required=False,
        label=gettext_lazy("Month"),
        error_messages={"invalid": gettext_lazy("Enter a month as YYYY-MM, or unknown.")},
    )
    simulated = forms.ChoiceField(label=gettext_lazy("Played by"))
    by = forms.ChoiceField(label=gettext_lazy("Split by"))
    layer = forms.ChoiceField(label=gettext_lazy("On the board"))
    show = forms.ChoiceField(label=gettext_lazy("View"))
    player = forms.CharField(max_length=MAX_NAME, required=False, label=gettext_lazy("Player"))
    rating = forms.IntegerField(
        min_value=1,
        max_value=4000,
        required=False,
        label=gettext_lazy("Rating at least"),
        error_messages={"invalid": gettext_lazy("Enter a whole number, such as 1600.")},
    )
    rated = forms.ChoiceField(label=gettext_lazy("Who has the rating"))
    snapshot = forms.ChoiceField(widget=forms.HiddenInput)
    set = forms.CharField(max_length=KEY_MAX, required=False, widget=forms.HiddenInput)

    def __init__(
        self,
        data: Any,
        kind: GameKind,
        choices: Mapping[str, Mapping[str, Any]],
        games: GameSet | None = None,
    ) -> None:
        super().__init__(data, auto_id="stats-%s", use_required_attribute=False)
        self.games = games
        identity = kind.identity
        self.fields["from"] = _month_field(gettext_lazy("From month"))
        self.fields["to"] = _month_field(gettext_lazy("To month"))
        reasons = {key: f"{reason_label(key)}: {text}" for key, text in identity.reasons.items()}
        choices = {
            "edition": {edition: edition for edition in identity.editions},
            "mode": identity.modes,
            "winner": {**identity.sides, "none": gettext("none (yet)")},
            "reason": reasons,
            "simulated": PLAYED_BY,
            "rated": {ANY_PLAYER: gettext("any player")},
            **choices,
        }
        empty_labels = {
            "rated": gettext("all players"),
            "simulated": "",
            "layer": "",
            "show": "",
            "by": NO_SPLIT,
        }
        for name, options in choices.items():
            if options or name in {"board", "snapshot"}:
                self.offer(name, options, empty_labels.get(name, ANY))
            else:
                del self.fields[name]

    def clean_player(self) -> str:
        """Return the handle of the player with a handle or name."""
        value = self.cleaned_data["player"].strip()
        for handle in (value, handle_of(name_key(value))) if value else ():
            if keys := keys_of_handle(handle, self.games):
                return handle_of(keys[0])
        if value:
            raise forms.ValidationError(
                gettext("No player has this name or handle. Copy it from the page of players.")
            )
        return ""

    def clean(self) -> dict[str, Any]:
        """Reject a range that runs backward, a month together with a range, and filters by rating
        that have no ratings.
        """
        cleaned = super().clean() or {}
        if cleaned.get("rated") and not cleaned.get("rating"):
            self.add_error("rated", gettext("Use this only together with a rating."))
        if cleaned.get("rating") and cleaned.get("simulated") == "all":
            text = gettext("Choose human or bot games: their ratings are not comparable.")
            self.add_error("rating", text)
        if cleaned.get("snapshot") and (cleaned.get("player") or cleaned.get("rating")):
            name = "player" if cleaned.get("player") else "rating"
            text = gettext("Snapshots have no single games, so you can't choose players here.")
            self.add_error(name, text)
        if cleaned.get("snapshot") and cleaned.get("set"):
            text = gettext(
                "Snapshots don't contain individual games, so you can't choose a set of games."
            )
            self.add_error("set", text)
        first, last = cleaned.get("from"), cleaned.get("to")
        if first and last and last < first:
            self.add_error("to", gettext("The last month is before the first."))
        if cleaned.get("month") and (first or last):
            message = gettext("Enter a month, or a range with from and to, but not both.")
            self.add_error("month", message)
        return cleaned

    def filters(self) -> Filters:
        """Return the filters of a valid form."""
        cleaned = self.cleaned_data
        return Filters(
            edition=cleaned.get("edition", ""),
            mode=cleaned.get("mode", ""),
            board=cleaned["board"],
            winner=cleaned["winner"],
            reason=cleaned["reason"],
            month=cleaned["month"],
            first=cleaned["from"],
            last=cleaned["to"],
            simulated=cleaned["simulated"] or "no",
            snapshot=cleaned["snapshot"],
            player=cleaned["player"],
            rating=str(cleaned["rating"] or ""),
            rated=cleaned["rated"],
            games=self.games,
        )


def reject_all(given: Iterable[str]) -> list[Problem]:
    """Return the problems of a request to a view without query parameters."""
    message = gettext("Unknown parameter. This page has no parameters.")
    return [{"parameter": name, "message": message} for name in sorted(given)]


def reject_values(name: str, value: str, known: Iterable[str]) -> list[Problem]:
    """Return the problem of a parameter with an unknown value."""
    text = gettext("Unknown value “{value}”. Use one of: {known}.")
    message = text.format(value=value, known=", ".join(known) or gettext("none yet"))
    return [{"parameter": name, "message": message}]


def problems(given: Any, form: forms.Form, known: set[str]) -> list[Problem]:
    """Return the problems of query parameters: unknown, repeated or invalid ones."""
    unknown = gettext("Unknown parameter. Use one of: {known}.").format(
        known=", ".join(sorted(known))
    )
    repeated = gettext("This parameter is repeated. Use it once.")
    found = [(name, unknown) for name in sorted(set(given) - known)]
    found += [(name, repeated) for name, values in sorted(given.lists()) if len(values) > 1]
    found += [(name, str(error)) for name, errors in form.errors.items() for error in errors]
    return [{"parameter": name, "message": message} for name, message in found]
