"""The words of a player's address: which of the games, and, in lists, which games behind a number.
One form for the pages and the API.
"""

from collections.abc import Mapping
from typing import Any

from django import forms

from analytics.filters import PLAYED_BY
from analytics.rollups.players import LOST, NOBODY, UNFINISHED, WON
from games.registry import KINDS
from replays.names import MAX_NAME, name_key

RESULTS = {WON: "won", LOST: "lost", NOBODY: "broken off", UNFINISHED: "unfinished"}
SORTS = {"games": "most games", "name": "name"}
ASKED = ("kind", "edition", "mode", "board", "simulated")
"""What chooses games on a player's page."""


class PlayerFilter(forms.Form):
    """All of it is optional; nothing else is understood. `also` names the words that a page has
    besides `ASKED`.
    """

    q = forms.CharField(max_length=MAX_NAME, required=False, label="Name")
    kind = forms.ChoiceField(required=False, label="Game")
    edition = forms.ChoiceField(required=False, label="Edition")
    mode = forms.ChoiceField(required=False, label="Mode")
    board = forms.ChoiceField(required=False, label="Board")
    simulated = forms.ChoiceField(required=False, label="Played by")
    role = forms.ChoiceField(required=False, label="Role")
    result = forms.ChoiceField(required=False, label="Result")
    against = forms.RegexField(r"[a-z2-7]{16}", required=False, label="Against")
    sort = forms.ChoiceField(required=False, label="Sorted by")

    def __init__(
        self, data: Any, *, also: tuple[str, ...] = (), boards: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(data, auto_id="players-%s", use_required_attribute=False)
        named = KINDS.get(data.get("kind", ""))
        kinds = [named] if named else list(KINDS.values())
        self._offer("kind", {kind.slug: kind.title for kind in KINDS.values()}, "any")
        self._offer("edition", {e: e for kind in kinds for e in kind.editions}, "any")
        self._offer("mode", {m: w for kind in kinds for m, w in kind.modes.items()}, "any")
        self._offer("role", {r: w for kind in kinds for r, w in kind.roles.items()}, "any")
        self._offer("board", boards or {}, "any")
        self._offer("result", RESULTS, "any")
        self._offer("simulated", PLAYED_BY)
        self._offer("sort", SORTS)
        for name in set(self.fields) - {*ASKED, *also}:
            del self.fields[name]
        if boards is None:
            del self.fields["board"]

    def _offer(self, name: str, choices: Mapping[str, str], any_word: str = "") -> None:
        nothing = [("", any_word)] if any_word else []
        right = ", ".join(choices) or "none yet"
        self.fields[name] = forms.ChoiceField(
            label=self.fields[name].label,
            required=False,
            choices=[*nothing, *choices.items()],
            error_messages={"invalid_choice": f"“%(value)s” is not known here. Known: {right}."},
        )

    def clean_q(self) -> str:
        """The key of what is searched for."""
        written = self.cleaned_data["q"]
        key = name_key(written)
        if written and not key:
            raise forms.ValidationError("Write at least one letter of a name.")
        return key

    def words(self, **changes: str) -> dict[str, str]:
        """The address's words with some changed, without what is empty or default."""
        asked = {name: str(self.data.get(name, "")).strip() for name in self.fields} | changes
        usual = {("simulated", "no"), ("sort", "games"), ("page", "1")}
        return {word: said for word, said in asked.items() if said and (word, said) not in usual}

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
