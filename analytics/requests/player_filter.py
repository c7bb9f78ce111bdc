"""The words of a player's address: which of the games, and, in lists, which games behind a number.
One form for the pages and the API.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from analytics.reads.players import HabitPlace
from analytics.reads.sums import SumsReader
from analytics.requests.stats_filter import ANY, PLAYED_BY
from analytics.rollups.players import LOST, NOBODY, UNFINISHED, WON
from games.core.metrics import WHOLE, SpacesMetric
from games.registry import KINDS
from replays.text.names import MAX_NAME, name_key

RESULTS = {
    WON: pgettext_lazy("result", "won"),
    LOST: pgettext_lazy("result", "lost"),
    NOBODY: pgettext_lazy("result", "broken off"),
    UNFINISHED: pgettext_lazy("result", "unfinished"),
}
SORTS = {
    "games": pgettext_lazy("sorted by", "most games"),
    "name": pgettext_lazy("sorted by", "name"),
}


ASKED = ("kind", "edition", "mode", "board", "simulated")
"""What chooses games on a player's page."""


class PlayerFilter(forms.Form):
    """All of it is optional; nothing else is understood. `also` names the words that a page has
    besides `ASKED`.
    """

    q = forms.CharField(max_length=MAX_NAME, required=False, label=gettext_lazy("Name"))
    kind = forms.ChoiceField(required=False, label=gettext_lazy("Game"))
    edition = forms.ChoiceField(required=False, label=gettext_lazy("Edition"))
    mode = forms.ChoiceField(required=False, label=gettext_lazy("Mode"))
    board = forms.ChoiceField(required=False, label=gettext_lazy("Board"))
    simulated = forms.ChoiceField(required=False, label=gettext_lazy("Played by"))
    role = forms.ChoiceField(required=False, label=gettext_lazy("Role"))
    result = forms.ChoiceField(required=False, label=gettext_lazy("Result"))
    against = forms.RegexField(r"[a-z2-7]{16}", required=False, label=gettext_lazy("Against"))
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

    def _offer(self, name: str, choices: Mapping[str, Any], any_word: Any = "") -> None:
        nothing = [("", any_word)] if any_word else []
        right = ", ".join(choices) or gettext("none yet")
        unknown = gettext("“{value}” is not known here. Known: {known}.")
        self.fields[name] = forms.ChoiceField(
            label=self.fields[name].label,
            required=False,
            choices=[*nothing, *choices.items()],
            error_messages={"invalid_choice": unknown.format(value="%(value)s", known=right)},
        )

    def clean_q(self) -> str:
        """The key of what is searched for."""
        written = self.cleaned_data["q"]
        key = name_key(written)
        if written and not key:
            raise forms.ValidationError(gettext("Write at least one letter of a name."))
        return key

    def clean(self) -> dict[str, Any]:
        """The games behind a habit are those of one that the game has."""
        said = super().clean() or {}
        if said.get("habit") and self.habit_place() is None:
            message = gettext("“{value}” is not known here. Known: {known}.")
            kind = KINDS.get(said.get("kind", ""))
            known = (
                ", ".join(dict.fromkeys(h.metric.key for h in kind.counting.habits)) if kind else ""
            )
            told = message.format(value=said["habit"], known=known or gettext("none yet"))
            self.add_error("habit", told)
        elif not said.get("habit"):
            for word in ("layer", "group", "won"):
                if said.get(word):
                    self.add_error(word, gettext("It is said of a habit: name one."))
        return said

    def habit_place(self) -> HabitPlace | None:
        """Where a habit's number stands in what a game adds; None where there is no such."""
        said = self.cleaned_data
        kind = KINDS.get(said.get("kind", ""))
        key, layer, group = (said.get(word, "") for word in ("habit", "layer", "group"))
        for habit in kind.counting.habits if kind else ():
            roles = tuple(r for r in habit.roles if said.get("role", "") in ("", r))
            if habit.metric.key != key or not roles:
                continue
            if not isinstance(habit.metric, SpacesMetric):
                if group in habit.metric.groups and not layer:
                    return HabitPlace(roles, (key, group), is_won=said.get("won") == "yes")
            elif layer in (habit.layers or habit.metric.layers) and not said.get("won"):
                return HabitPlace(roles, (key, layer, group) if group else (key, WHOLE))
        return None

    def words(self, **changes: str) -> dict[str, str]:
        """The address's words with some changed, without what is empty or default."""
        asked = {name: str(self.data.get(name, "")).strip() for name in self.fields} | changes
        usual = {("simulated", "no"), ("sort", "games"), ("page", "1")}
        return {word: said for word, said in asked.items() if said and (word, said) not in usual}

    def games_words(self, **changes: str) -> dict[str, str]:
        """The same for lists of games, which are always of today."""
        return self.words(snapshot="", **changes)

    def sums(self) -> SumsReader:
        """Return the reader of the requested snapshot, or of the live sums."""
        return SumsReader.named(self.cleaned_data.get("snapshot", ""))

    def said(self) -> list[tuple[str, str]]:
        """What was chosen, in words."""
        words, found = self.words(), []
        for name, field in self.fields.items():
            if isinstance(field, forms.ChoiceField) and name in words:
                choices = dict(field.choices)  # type: ignore[arg-type]  # they are pairs
                found.append((str(field.label), str(choices[words[name]])))
        return found

    def chosen(self) -> dict[str, Any]:
        """Conditions on rows that have the columns of `ASKED`."""
        said = self.cleaned_data
        names = {"board": "board_digest"}
        found: dict[str, Any] = {
            names.get(word, word): said[word]
            for word in ("kind", "edition", "mode", "board")
            if said.get(word)
        }
        if said["simulated"] != "all":
            found["is_simulated"] = said["simulated"] == "yes"
        return found
