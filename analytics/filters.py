"""The words of a statistics address, read into a question's filters: one form for the pages and the
API.
"""

import re
from collections.abc import Mapping
from typing import Any

from django import forms

from analytics.insight.question import UNKNOWN, Filters
from games.core.contract import GameKind

PLAYED_BY = {"no": "people", "yes": "programs (simulated)", "all": "both together"}
MONTH = re.compile(r"[0-9]{4}-(0[1-9]|1[0-2])")


class _Month(forms.CharField):
    def __init__(self, *, may_be_unknown: bool = False, **kwargs: Any) -> None:
        self.may_be_unknown = may_be_unknown
        super().__init__(max_length=7, required=False, **kwargs)

    def clean(self, value: Any) -> str:
        """A month as YYYY-MM."""
        month = str(super().clean(value))
        if not month or MONTH.fullmatch(month) or (self.may_be_unknown and month == UNKNOWN):
            return month
        also = f", or {UNKNOWN}" if self.may_be_unknown else ""
        raise forms.ValidationError(f"Write a month as YYYY-MM{also}.")


class StatsFilter(forms.Form):
    """What a statistics address may say. All of it is optional; nothing else is understood, nor a
    word that offers no choice for this game or page.
    """

    edition = forms.ChoiceField(required=False, label="Edition")
    mode = forms.ChoiceField(required=False, label="Mode")
    board = forms.ChoiceField(required=False, label="Board")
    winner = forms.ChoiceField(required=False, label="Winner")
    reason = forms.ChoiceField(required=False, label="Way of winning")
    month = _Month(may_be_unknown=True, label="Month")
    simulated = forms.ChoiceField(required=False, label="Played by")
    by = forms.ChoiceField(required=False, label="Split by")
    layer = forms.ChoiceField(required=False, label="On the board")

    def __init__(
        self,
        data: Any,
        kind: GameKind,
        boards: Mapping[str, str],
        layers: Mapping[str, str],
        splits: Mapping[str, str],
    ) -> None:
        super().__init__(data, auto_id="stats-%s", use_required_attribute=False)
        self.fields["from"] = _Month(label="From month")
        self.fields["to"] = _Month(label="To month")
        self._offer("edition", {edition: edition for edition in kind.editions})
        self._offer("board", boards)
        self._offer("winner", {**kind.sides, "none": "nobody (yet)"})
        self._offer("reason", {key: f"{key}: {words}" for key, words in kind.reasons.items()})
        self._offer("layer", layers, any_word="")
        self._offer("mode", kind.modes)
        self._offer("simulated", PLAYED_BY, any_word="")
        self._offer("by", splits, any_word="nothing")
        offered = {"edition": kind.editions, "mode": kind.modes, "layer": layers, "by": splits}
        for name, choices in offered.items():
            if not choices:
                del self.fields[name]

    def _offer(self, name: str, choices: Mapping[str, str], any_word: str = "any") -> None:
        """Fill a choice, and say in its error what there is to choose from."""
        right = ", ".join(choices) or "none yet"
        nothing = [("", any_word)] if any_word else []
        self.fields[name] = forms.ChoiceField(
            label=self.fields[name].label,
            required=False,
            choices=[*nothing, *choices.items()],
            error_messages={"invalid_choice": f"“%(value)s” is not known here. Known: {right}."},
        )

    def clean(self) -> dict[str, Any]:
        """A range must run forward, and a month and a range say the same thing twice."""
        cleaned = super().clean() or {}
        first, last = cleaned.get("from"), cleaned.get("to")
        if first and last and last < first:
            self.add_error("to", "The last month is before the first.")
        if cleaned.get("month") and (first or last):
            self.add_error("month", "Give a month, or a range with from and to, not both.")
        return cleaned

    def filters(self) -> Filters:
        """The filters of a valid form."""
        said = self.cleaned_data
        return Filters(
            edition=said.get("edition", ""),
            mode=said.get("mode", ""),
            board=said["board"],
            winner=said["winner"],
            reason=said["reason"],
            month=said["month"],
            first=said["from"],
            last=said["to"],
            simulated=said["simulated"] or "no",
        )


def problems(given: Any, form: forms.Form, known: set[str]) -> list[dict[str, str]]:
    """Everything wrong with an address: the word, what is wrong with it, in plain words. Empty:
    nothing.
    """
    found = [
        {"word": word, "message": f"Not known here. Known: {', '.join(sorted(known))}."}
        for word in sorted(set(given) - known)
    ]
    found += [
        {"word": word, "message": "Given more than once; give it once."}
        for word, values in sorted(given.lists())
        if len(values) > 1
    ]
    for word, errors in form.errors.items():
        found += [{"word": word, "message": str(message)} for message in errors]
    return found
