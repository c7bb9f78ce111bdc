"""Reading the query parameters of statistics into filters, for pages and API."""

import re
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
MONTH = re.compile(r"[0-9]{4}-(0[1-9]|1[0-2])")


class _Month(forms.CharField):
    def __init__(self, *, may_be_unknown: bool = False, **kwargs: Any) -> None:
        self.may_be_unknown = may_be_unknown
        super().__init__(max_length=7, required=False, **kwargs)

    def clean(self, value: Any) -> str:
        """Return a month as YYYY-MM."""
        month = str(super().clean(value))
        if not month or MONTH.fullmatch(month) or (self.may_be_unknown and month == UNKNOWN):
            return month
        if self.may_be_unknown:
            raise forms.ValidationError(gettext("Enter a month as YYYY-MM, or unknown."))
        raise forms.ValidationError(gettext("Enter a month as YYYY-MM."))


class StatsFilter(forms.Form):
    """The query parameters of statistics, all optional. Others are errors, and so are parameters
    without a choice for this game or page.
    """

    edition = forms.ChoiceField(required=False, label=gettext_lazy("Edition"))
    mode = forms.ChoiceField(required=False, label=gettext_lazy("Mode"))
    board = forms.ChoiceField(required=False, label=gettext_lazy("Board"))
    winner = forms.ChoiceField(required=False, label=gettext_lazy("Winner"))
    reason = forms.ChoiceField(required=False, label=gettext_lazy("How it ended"))
    month = _Month(may_be_unknown=True, label=gettext_lazy("Month"))
    simulated = forms.ChoiceField(required=False, label=gettext_lazy("Played by"))
    by = forms.ChoiceField(required=False, label=gettext_lazy("Split by"))
    layer = forms.ChoiceField(required=False, label=gettext_lazy("On the board"))
    show = forms.ChoiceField(required=False, label=gettext_lazy("View"))
    snapshot = forms.ChoiceField(required=False, widget=forms.HiddenInput)

    def __init__(
        self,
        data: Any,
        kind: GameKind,
        boards: Mapping[str, str],
        layers: Mapping[str, str],
        splits: Mapping[str, str],
        shows: Mapping[str, str],
        snapshots: Iterable[str] = (),
    ) -> None:
        super().__init__(data, auto_id="stats-%s", use_required_attribute=False)
        self.fields["from"] = _Month(label=gettext_lazy("From month"))
        self.fields["to"] = _Month(label=gettext_lazy("To month"))
        self._offer("edition", {edition: edition for edition in kind.identity.editions})
        self._offer("board", boards)
        self._offer("winner", {**kind.identity.sides, "none": gettext("none (yet)")})
        self._offer(
            "reason",
            {key: f"{reason_label(key)}: {words}" for key, words in kind.identity.reasons.items()},
        )
        self._offer("layer", layers, empty_label="")
        self._offer("show", shows, empty_label="")
        self._offer("mode", kind.identity.modes)
        self._offer("simulated", PLAYED_BY, empty_label="")
        self._offer("by", splits, empty_label=pgettext_lazy("split by", "nothing"))
        self._offer("snapshot", {name: name for name in snapshots})
        self.fields["snapshot"].widget = forms.HiddenInput()
        offered = {
            "edition": kind.identity.editions,
            "mode": kind.identity.modes,
            "layer": layers,
            "by": splits,
        }
        offered["show"] = shows
        for name, choices in offered.items():
            if not choices:
                del self.fields[name]

    def _offer(self, name: str, choices: Mapping[str, Any], empty_label: Any = ANY) -> None:
        """Set the choices of a field, and list them in its error message."""
        known = ", ".join(choices) or gettext("none yet")
        unknown = gettext("Unknown value “{value}”. Use one of: {known}.")
        empty = [("", empty_label)] if empty_label else []
        self.fields[name] = forms.ChoiceField(
            label=self.fields[name].label,
            required=False,
            choices=[*empty, *choices.items()],
            error_messages={"invalid_choice": unknown.format(value="%(value)s", known=known)},
        )

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


def unread(given: Iterable[str]) -> list[dict[str, str]]:
    """Everything wrong with the address of a door that reads no word at all. Empty: nothing."""
    message = gettext("Unknown parameter. This address has no parameters.")
    return [{"word": word, "message": message} for word in sorted(given)]


def problems(given: Any, form: forms.Form, known: set[str]) -> list[dict[str, str]]:
    """Everything wrong with an address: the word, what is wrong with it, in plain words. Empty:
    nothing.
    """
    found = [
        {
            "word": word,
            "message": gettext("Unknown parameter. Use one of: {known}.").format(
                known=", ".join(sorted(known))
            ),
        }
        for word in sorted(set(given) - known)
    ]
    found += [
        {"word": word, "message": gettext("This parameter is repeated. Use it once.")}
        for word, values in sorted(given.lists())
        if len(values) > 1
    ]
    for word, errors in form.errors.items():
        found += [{"word": word, "message": str(message)} for message in errors]
    return found
