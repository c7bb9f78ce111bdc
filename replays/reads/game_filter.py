"""The filter of lists of games: one form for the page, the API and links from other pages."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from games.registry import KINDS
from replays.models import Game
from replays.models.tag import LABEL_MAX
from replays.text.names import MAX_NAME, name_key
from replays.text.terms import reason_label

YES_NO = {"yes": gettext_lazy("yes"), "no": gettext_lazy("no")}
SIMULATED = {
    "no": pgettext_lazy("played by", "humans"),
    "yes": pgettext_lazy("played by", "bots"),
    "all": pgettext_lazy("played by", "both"),
}
ANY = pgettext_lazy("a choice of a filter", "any")
UNKNOWN_MONTH = "unknown"  # games whose log has no date
_MONTH = re.compile(r"[0-9]{4}-(0[1-9]|1[0-2])")


class _Day(forms.DateField):
    widget = forms.DateInput(attrs={"type": "date"})

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(input_formats=["%Y-%m-%d"], required=False, **kwargs)
        self.error_messages["invalid"] = gettext_lazy("Enter a valid date as YYYY-MM-DD.")


class GameFilter(forms.Form):
    """The query parameters of a list of games. All are optional; `simulated` and `refused` default
    to `no`.
    """

    player = forms.CharField(max_length=MAX_NAME, required=False, label=gettext_lazy("Player"))
    kind = forms.ChoiceField(required=False, label=gettext_lazy("Game"))
    edition = forms.ChoiceField(required=False, label=gettext_lazy("Edition"))
    mode = forms.ChoiceField(required=False, label=gettext_lazy("Mode"))
    winner = forms.ChoiceField(required=False, label=gettext_lazy("Winner"))
    reason = forms.ChoiceField(required=False, label=gettext_lazy("How it ended"))
    board = forms.CharField(
        max_length=200,
        required=False,
        label=gettext_lazy("Board"),
        widget=forms.TextInput(attrs={"list": "Boards", "autocomplete": "off"}),
    )
    month = forms.CharField(
        max_length=7,
        required=False,
        label=gettext_lazy("Month"),
        widget=forms.TextInput(
            attrs={"placeholder": gettext_lazy("YYYY-MM"), "autocomplete": "off"}
        ),
    )
    simulated = forms.ChoiceField(required=False, label=gettext_lazy("Played by"))
    finished = forms.ChoiceField(required=False, label=gettext_lazy("Finished"))
    refused = forms.ChoiceField(required=False, label=gettext_lazy("Refused by the current engine"))
    moves = forms.CharField(max_length=12, required=False, label=gettext_lazy("Same moves as"))
    tag = forms.CharField(max_length=LABEL_MAX, required=False, label=gettext_lazy("Tag"))
    setup = forms.CharField(max_length=12, required=False, label=gettext_lazy("Same set-up as"))

    def __init__(self, data: QueryDict | dict[str, str] | None = None) -> None:
        super().__init__(
            data if data is not None else {}, auto_id="filter-%s", use_required_attribute=False
        )
        kinds = KINDS.values()
        self._choose("kind", {kind.slug: kind.title for kind in kinds})
        identities = [kind.identity for kind in kinds]
        self._choose("edition", {edition: edition for i in identities for edition in i.editions})
        self._choose("mode", {mode: label for i in identities for mode, label in i.modes.items()})
        sides = {side: title for i in identities for side, title in i.sides.items()}
        self._choose("winner", {**sides, "none": gettext("none (yet)")})
        self._choose("reason", {key: reason_label(key) for i in identities for key in i.reasons})
        self._choose("simulated", SIMULATED, any_label="")
        self._choose("finished", YES_NO)
        self._choose("refused", YES_NO, any_label="")
        self.fields["from"] = _Day(label=gettext_lazy("Played from"))
        self.fields["to"] = _Day(label=gettext_lazy("Played to"))

    def offer(self, existing: Mapping[str, Iterable[str]]) -> None:
        """Limit the page's drop-downs to the existing values and the current one."""
        for name, label in (("edition", str), ("reason", reason_label)):
            widget = self.fields[name].widget
            assert isinstance(widget, forms.Select)  # noqa: S101 - declared above
            values = sorted({*existing[name], str(self.data.get(name, ""))} - {""})
            widget.choices = [("", ANY), *((value, label(value)) for value in values)]

    def _choose(self, name: str, choices: Mapping[str, Any], any_label: Any = ANY) -> None:
        """Set the choices of a field, and an error message that lists them."""
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - declared above
        known = {value: label for value, label in choices.items() if value}
        field.choices = [*([("", any_label)] if any_label else []), *known.items()]
        field.error_messages["invalid_choice"] = gettext(
            "Unknown value “{value}”. Use one of: {known}."
        ).format(value="%(value)s", known=", ".join(known))

    def clean_player(self) -> str:
        """Return the name's key. A name of invisible characters only is invalid."""
        name = self.cleaned_data["player"]
        key = name_key(name)
        if name and not key:
            raise forms.ValidationError(gettext("Enter at least one letter of a name."))
        return key

    def clean_tag(self) -> str:
        """Return the key of a tag."""
        label = self.cleaned_data["tag"]
        key = name_key(label)
        if label and not key:
            raise forms.ValidationError(gettext("Enter at least one letter or digit of a tag."))
        return key

    def clean_month(self) -> str:
        """Accept YYYY-MM or `unknown`."""
        month = self.cleaned_data["month"]
        if month and month != UNKNOWN_MONTH and not _MONTH.fullmatch(month):
            raise forms.ValidationError(gettext("Enter a month as YYYY-MM, or unknown."))
        return str(month)

    def clean_moves(self) -> str:
        """Return the digest of the moves of a finished game."""
        return self._digest("moves", "shared_digest")

    def clean_setup(self) -> str:
        """Return the digest of the set-up of a finished game."""
        return self._digest("setup", "setup_digest")

    def _digest(self, name: str, column: str) -> str:
        """Return a digest of the game with the id in a field. Unfinished games have none, and are
        answered like unknown ones.
        """
        public_id = self.cleaned_data[name]
        if not public_id:
            return ""
        games = Game.objects.visible().filter(public_id=public_id, is_finished=True)
        digest = games.exclude(**{column: ""}).values_list(column, flat=True).first()
        if digest is None:
            raise forms.ValidationError(gettext("Enter the id of a finished game."))
        return str(digest)

    def clean(self) -> dict[str, Any]:
        """Check that the end of the range is not before its start."""
        cleaned = super().clean() or {}
        first, last = cleaned.get("from"), cleaned.get("to")
        if first and last and last < first:
            self.add_error("to", gettext("The end date is before the start date."))
        return cleaned

    def to_query_params(self) -> dict[str, str]:
        """Return the query parameters without defaults."""
        values = {name: str(self.data.get(name, "")).strip() for name in self.fields}
        defaults = {("simulated", "no"), ("refused", "no")}
        return {k: v for k, v in values.items() if v and (k, v) not in defaults}


def unknown_params(given: QueryDict, known: set[str]) -> list[str]:
    """Return the unknown query parameters; ignoring them would give misleading results."""
    return sorted(set(given) - known)


def repeated_params(given: QueryDict) -> list[str]:
    """Return the query parameters given more than once, which are ambiguous."""
    return sorted(name for name, values in given.lists() if len(values) > 1)
