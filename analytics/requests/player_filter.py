"""Reading the query parameters of players: which games, and in lists which number to drill down
into; for pages and API.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from analytics.forms.registry import form_of
from analytics.reads.players import HabitPath
from analytics.reads.sums import SumsReader
from analytics.requests.stats_filter import ANY, PLAYED_BY
from analytics.rollups.players import ABANDONED, LOST, UNFINISHED, WON
from games.registry import KINDS
from replays.text.names import MAX_NAME, name_key

RESULTS = {
    WON: pgettext_lazy("result", "won"),
    LOST: pgettext_lazy("result", "lost"),
    ABANDONED: pgettext_lazy("result", "abandoned"),
    UNFINISHED: pgettext_lazy("result", "unfinished"),
}
SORTS = {
    "games": pgettext_lazy("sorted by", "most games"),
    "name": pgettext_lazy("sorted by", "name"),
}


ASKED = ("kind", "edition", "mode", "board", "simulated")
"""The parameters that select games on a player's page."""


class PlayerFilter(forms.Form):
    """The query parameters of players, all optional. Others are errors. `also` names the parameters
    of a page apart from `ASKED`.
    """

    q = forms.CharField(max_length=MAX_NAME, required=False, label=gettext_lazy("Name"))
    kind = forms.ChoiceField(required=False, label=gettext_lazy("Game"))
    edition = forms.ChoiceField(required=False, label=gettext_lazy("Edition"))
    mode = forms.ChoiceField(required=False, label=gettext_lazy("Mode"))
    board = forms.ChoiceField(required=False, label=gettext_lazy("Board"))
    simulated = forms.ChoiceField(required=False, label=gettext_lazy("Played by"))
    role = forms.ChoiceField(required=False, label=gettext_lazy("Role"))
    result = forms.ChoiceField(required=False, label=gettext_lazy("Result"))
    against = forms.RegexField(r"[a-z2-7]{16}", required=False, label=gettext_lazy("Opponent"))
    sort = forms.ChoiceField(required=False, label=gettext_lazy("Sorted by"))
    snapshot = forms.ChoiceField(required=False)
    habit = forms.CharField(max_length=40, required=False)
    layer = forms.CharField(max_length=40, required=False)
    group = forms.CharField(max_length=60, required=False, strip=False)
    won = forms.ChoiceField(required=False)

    def __init__(
        self,
        data: Any,
        *,
        also: tuple[str, ...] = (),
        boards: Mapping[str, str] | None = None,
        snapshots: Iterable[str] = (),
    ) -> None:
        super().__init__(data, auto_id="players-%s", use_required_attribute=False)
        named = KINDS.get(data.get("kind", ""))
        kinds = [named] if named else list(KINDS.values())
        self._offer("kind", {kind.slug: kind.title for kind in KINDS.values()}, ANY)
        self._offer("edition", {e: e for kind in kinds for e in kind.identity.editions}, ANY)
        self._offer("mode", {m: w for kind in kinds for m, w in kind.identity.modes.items()}, ANY)
        self._offer("role", {r: w for kind in kinds for r, w in kind.identity.roles.items()}, ANY)
        self._offer("board", boards or {}, ANY)
        self._offer("result", RESULTS, ANY)
        self._offer("simulated", PLAYED_BY)
        self._offer("sort", SORTS)
        self._offer("won", {"yes": gettext("yes")}, ANY)
        self._offer("snapshot", {name: name for name in snapshots})
        self.fields["snapshot"].widget = forms.HiddenInput()
        for name in set(self.fields) - {*ASKED, *also}:
            del self.fields[name]
        if boards is None:
            del self.fields["board"]

    def _offer(self, name: str, choices: Mapping[str, Any], empty_label: Any = "") -> None:
        empty = [("", empty_label)] if empty_label else []
        known = ", ".join(choices) or gettext("none yet")
        unknown = gettext("Unknown value “{value}”. Use one of: {known}.")
        self.fields[name] = forms.ChoiceField(
            label=self.fields[name].label,
            required=False,
            choices=[*empty, *choices.items()],
            error_messages={"invalid_choice": unknown.format(value="%(value)s", known=known)},
        )

    def clean_q(self) -> str:
        """Return the key of the name to search for."""
        name = self.cleaned_data["q"]
        key = name_key(name)
        if name and not key:
            raise forms.ValidationError(gettext("Enter at least one letter of a name."))
        return key

    def clean(self) -> dict[str, Any]:
        """Reject habits that the game does not have, and parameters of habits without one."""
        cleaned = super().clean() or {}
        if cleaned.get("habit") and self.habit_path() is None:
            message = gettext("Unknown value “{value}”. Use one of: {known}.")
            kind = KINDS.get(cleaned.get("kind", ""))
            known = (
                ", ".join(dict.fromkeys(h.metric.key for h in kind.counting.habits)) if kind else ""
            )
            text = message.format(value=cleaned["habit"], known=known or gettext("none yet"))
            self.add_error("habit", text)
        elif not cleaned.get("habit"):
            for word in ("layer", "group", "won"):
                if cleaned.get(word):
                    self.add_error(word, gettext("This needs a habit."))
        return cleaned

    def habit_path(self) -> HabitPath | None:
        """Return the path of the habit's number in what a game adds; None where there is none."""
        cleaned = self.cleaned_data
        kind = KINDS.get(cleaned.get("kind", ""))
        for habit in kind.counting.habits if kind else ():
            roles = tuple(r for r in habit.roles if cleaned.get("role", "") in ("", r))
            if habit.metric.key != cleaned.get("habit", "") or not roles:
                continue
            path = form_of(habit.metric).habit_path(habit, cleaned)
            if path:
                return HabitPath(roles, path, is_won=cleaned.get("won") == "yes")
        return None

    def words(self, **changes: str) -> dict[str, str]:
        """Return the parameters with some changed, without empty and default values."""
        params = {name: str(self.data.get(name, "")).strip() for name in self.fields} | changes
        default = {("simulated", "no"), ("sort", "games"), ("page", "1")}
        return {
            name: value for name, value in params.items() if value and (name, value) not in default
        }

    def games_words(self, **changes: str) -> dict[str, str]:
        """Return the same for lists of games, which are always live."""
        return self.words(snapshot="", **changes)

    def sums(self) -> SumsReader:
        """Return the reader of the requested snapshot, or of the live sums."""
        return SumsReader.named(self.cleaned_data.get("snapshot", ""))

    def said(self) -> list[tuple[str, str]]:
        """Return the selection as labels and texts."""
        params, selected = self.words(), []
        for name, field in self.fields.items():
            if isinstance(field, forms.ChoiceField) and name in params:
                choices = dict(field.choices)  # type: ignore[arg-type]  # they are pairs
                selected.append((str(field.label), str(choices[params[name]])))
        return selected

    def chosen(self) -> dict[str, Any]:
        """Return the conditions on rows that have the columns of `ASKED`."""
        cleaned = self.cleaned_data
        columns = {"kind": "kind", "edition": "edition", "mode": "mode", "board": "board_digest"}
        conditions = {column: cleaned[n] for n, column in columns.items() if cleaned.get(n)}
        if cleaned["simulated"] != "all":
            conditions["is_simulated"] = cleaned["simulated"] == "yes"
        return conditions
