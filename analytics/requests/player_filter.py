"""Reading of the query parameters of players, for pages and API: which games, and in lists the
number to drill down into.
"""

from collections.abc import Iterable, Mapping
from typing import Any, cast

from django import forms
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from analytics.forms.registry import form_of
from analytics.insight.question import Simulated
from analytics.reads.players import HabitPath
from analytics.reads.sums import SumsReader
from analytics.requests.stats_filter import PLAYED_BY, ChoicesForm
from analytics.rollups.players import ABANDONED, LOST, UNFINISHED, WON
from games.core.metrics import Habit
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


GAME_PARAMS = ("kind", "edition", "mode", "board", "simulated")
"""The parameters that select games on a player's page."""


class PlayerFilter(ChoicesForm):
    """The query parameters of players, all optional. Others are errors. `also` names the parameters
    of a page apart from `GAME_PARAMS`.
    """

    q = forms.CharField(max_length=MAX_NAME, required=False, label=gettext_lazy("Name"))
    kind = forms.ChoiceField(label=gettext_lazy("Game"))
    edition = forms.ChoiceField(label=gettext_lazy("Edition"))
    mode = forms.ChoiceField(label=gettext_lazy("Mode"))
    board = forms.ChoiceField(label=gettext_lazy("Board"))
    simulated = forms.ChoiceField(label=gettext_lazy("Played by"))
    role = forms.ChoiceField(label=gettext_lazy("Role"))
    result = forms.ChoiceField(label=gettext_lazy("Result"))
    against = forms.RegexField(r"[a-z2-7]{16}", required=False, label=gettext_lazy("Opponent"))
    sort = forms.ChoiceField(label=gettext_lazy("Sorted by"))
    snapshot = forms.ChoiceField(widget=forms.HiddenInput)
    habit = forms.CharField(max_length=40, required=False)
    layer = forms.CharField(max_length=40, required=False)
    group = forms.CharField(max_length=60, required=False, strip=False)
    won = forms.ChoiceField(label=pgettext_lazy("result", "won"))

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
        self.offer("kind", {kind.slug: kind.title for kind in KINDS.values()})
        self.offer("edition", {e: e for kind in kinds for e in kind.identity.editions})
        self.offer("mode", {m: w for kind in kinds for m, w in kind.identity.modes.items()})
        self.offer("role", {r: w for kind in kinds for r, w in kind.identity.roles.items()})
        self.offer("board", boards or {})
        self.offer("result", RESULTS)
        self.offer("simulated", PLAYED_BY, "")
        self.offer("sort", SORTS, "")
        self.offer("won", {"yes": gettext("yes")})
        self.offer("snapshot", {name: name for name in snapshots})
        for name in set(self.fields) - {*GAME_PARAMS, *also}:
            del self.fields[name]
        if boards is None:
            del self.fields["board"]

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
            keys = dict.fromkeys(habit.metric.key for habit in self._habits())
            text = gettext("Unknown value “{value}”. Use one of: {known}.").format(
                value=cleaned["habit"], known=", ".join(keys) or gettext("none yet")
            )
            self.add_error("habit", text)
        elif not cleaned.get("habit"):
            for name in ("layer", "group", "won"):
                if cleaned.get(name):
                    self.add_error(name, gettext("Use this only together with a habit."))
        return cleaned

    def _habits(self) -> tuple[Habit, ...]:
        """Return the habits of the selected game."""
        kind = KINDS.get(self.cleaned_data.get("kind", ""))
        return kind.counting.habits if kind else ()

    def habit_path(self) -> HabitPath | None:
        """Return the path of the habit's number in what a game adds; None where there is none."""
        cleaned = self.cleaned_data
        for habit in self._habits():
            roles = tuple(r for r in habit.roles if cleaned.get("role", "") in ("", r))
            if habit.metric.key != cleaned.get("habit", "") or not roles:
                continue
            if path := form_of(habit.metric).habit_path(habit, cleaned):
                return HabitPath(roles, path, is_won=cleaned.get("won") == "yes")
        return None

    @property
    def kinds(self) -> tuple[str, ...]:
        """The selected game, else all."""
        kind = self.cleaned_data.get("kind")
        return (kind,) if kind else tuple(KINDS)

    @property
    def played_by(self) -> Simulated:
        """Whether bot games are selected."""
        return cast(Simulated, self.cleaned_data.get("simulated") or "no")

    def params(self, **changes: str) -> dict[str, str]:
        """Return the parameters with some changed, without empty and default values."""
        params = {name: str(self.data.get(name, "")).strip() for name in self.fields} | changes
        default = {("simulated", "no"), ("sort", "games"), ("page", "1")}
        return {
            name: value for name, value in params.items() if value and (name, value) not in default
        }

    def games_params(self, **changes: str) -> dict[str, str]:
        """Return the same for lists of games, which are always live."""
        return self.params(snapshot="", **changes)

    def sums(self) -> SumsReader:
        """Return the reader of the requested snapshot, or of the live sums."""
        return SumsReader.named(self.cleaned_data.get("snapshot", ""))

    def labels(self) -> list[tuple[str, str]]:
        """Return the selection as labels and texts."""
        params = self.params()
        return [
            (str(field.label), self.label_of(name))
            for name, field in self.fields.items()
            if isinstance(field, forms.ChoiceField) and name in params
        ]

    def label_of(self, name: str) -> str:
        """Return the text of the selected choice of a field."""
        choices = dict(cast(forms.ChoiceField, self.fields[name]).choices)  # type: ignore[arg-type]  # they are pairs
        return str(choices[self.params()[name]])

    def conditions(self) -> dict[str, Any]:
        """Return the conditions on rows that have the columns of `GAME_PARAMS`."""
        cleaned = self.cleaned_data
        columns = {"kind": "kind", "edition": "edition", "mode": "mode", "board": "board_digest"}
        conditions = {column: cleaned[n] for n, column in columns.items() if cleaned.get(n)}
        if cleaned["simulated"] != "all":
            conditions["is_simulated"] = cleaned["simulated"] == "yes"
        return conditions
