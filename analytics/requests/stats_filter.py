"""Reading the query parameters of statistics into filters, for pages and API."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from analytics.insight.question import UNKNOWN, Filters
from games.core.contract import GameKind
from replays.text.terms import reason_label

PLAYED_BY = {
    "no": pgettext_lazy("played by", "humans"),
    "yes": pgettext_lazy("played by", "bots"),
    "all": pgettext_lazy("played by", "both together"),
}
ANY = pgettext_lazy("a choice of a filter", "any")
NO_SPLIT = pgettext_lazy("split by", "nothing")
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
    snapshot = forms.ChoiceField(widget=forms.HiddenInput)

    def __init__(self, data: Any, kind: GameKind, choices: Mapping[str, Mapping[str, Any]]) -> None:
        super().__init__(data, auto_id="stats-%s", use_required_attribute=False)
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
            **choices,
        }
        empty_labels = {"simulated": "", "layer": "", "show": "", "by": NO_SPLIT}
        for name, options in choices.items():
            if options or name in {"board", "snapshot"}:
                self.offer(name, options, empty_labels.get(name, ANY))
            else:
                del self.fields[name]

    def clean(self) -> dict[str, Any]:
        """Reject a range that runs backward, and a month together with a range."""
        cleaned = super().clean() or {}
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
