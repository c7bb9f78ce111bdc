"""Reads the tags of a text log as a header. A misspelled tag is reported and read as meant."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from games.core.contract import GameKind
from games.core.findings import LOG_FORMAT, Problem, closest, hint, show
from games.core.language import Items, text
from games.log.header import FORMAT
from games.log.json_reader import JsonFault, read_value

TEXT_TAGS = {"Date": "played_at", "Event": "event", "Site": "site", "Source": "source"}
JSON_TAGS = {
    "Tags": "tags",
    "Setup": "setup",
    "Outcome": "outcome",
    "Players": "players",
    "Ruleset": "ruleset",
}
UNKNOWN_NAME = "?"
GAME = "Game"
SHARED_TAGS = {GAME: "game", "Board": "board", **TEXT_TAGS, **JSON_TAGS}


class Tag(NamedTuple):
    """A tag, the offsets of the bracket, of its name, and of its value in quotes."""

    name: str
    value: str
    at: int
    name_at: int
    value_at: int
    value_stop: int


class Tags:
    """The tags of one game, and the `problems` found. `kind` is None if the game is unknown."""

    def __init__(self, tags: list[Tag], kinds: Mapping[str, GameKind]) -> None:
        self.problems: list[Problem] = []
        self._kinds, self._tags = kinds, tags
        self._given: dict[str, Tag] = {}
        unknown: list[Tag] = []
        self.kind = self._find_kind()
        notation = None if self.kind is None else self.kind.log.notation
        self._own: Mapping[str, str] = {} if notation is None else notation.game_tags
        self._roles: Mapping[str, str] = {} if notation is None else notation.role_tags
        known = {*SHARED_TAGS, *self._own, *self._roles}
        for tag in tags:
            if tag.name in known or tag.name.startswith("X_") or self.kind is None:
                self._add(tag.name, tag)
            else:
                unknown.append(tag)
        for tag in unknown:
            self._read_as_meant(tag, known)

    def header(self) -> dict[str, Any]:
        """Return the header; appends to `problems`."""
        header: dict[str, Any] = {"format": FORMAT}
        values = {name: tag.value for name, tag in self._given.items()}
        if GAME in values:
            header["game"] = values[GAME]
        if self.kind is None:
            return {**header, "players": []}
        if GAME not in values:
            header["game"] = self.kind.slug
        header.update(self.kind.log.notation.read_tags(values, self.problems))
        header["players"] = [
            {"role": self._roles[name], "name": None if value == UNKNOWN_NAME else value}
            for name, value in values.items()
            if name in self._roles
        ]
        if header["players"] and "Players" in values:
            message = text("Use either the tag Players or one tag per role, not both.")
            self._report("tag_twice", message, "Players")
        for name, value in values.items():
            if name not in self._own and name not in self._roles and name != GAME:
                self._read_shared(name, value, header)
        return header

    def names(self) -> dict[str, str]:
        """Return the tag of each header key, for messages."""
        names = {key: tag for tag, key in SHARED_TAGS.items()}
        for tag, key in self._own.items():
            if tag in self._given or key not in names:
                names[key] = tag
        return names

    def find(self, key: str) -> Tag | None:
        """Return the tag that a header key is written in, or the tag of this name."""
        if key in self._given:
            return self._given[key]
        if key == "players" or key.startswith("players."):
            roles = [tag for name, tag in self._given.items() if name in self._roles]
            number = int(key.split(".")[1]) if "." in key else 0
            return roles[number] if number < len(roles) else self._given.get("Players")
        about = {**SHARED_TAGS, **self._own}
        given = [(about.get(name, "x_" + name[2:]), tag) for name, tag in self._given.items()]
        while key:
            for name, tag in given:
                if name == key or name.startswith(key + "."):
                    return tag
            key = key.rpartition(".")[0]
        return None

    def _add(self, name: str, tag: Tag) -> None:
        if name in self._given:
            message = text("The tag {name} is given twice.", name=show(name))
            self._report("tag_twice", message, name)
        self._given.setdefault(name, tag)

    def _read_as_meant(self, tag: Tag, known: set[str]) -> None:
        """Report a tag that the game does not have, and read it as the one it resembles."""
        message = text("There is no tag {name}. Custom tags start with X_.", name=show(tag.name))
        is_game = self.kind is not None and tag.value == self.kind.slug and GAME not in self._given
        meant = GAME if is_game else closest(tag.name, known, len(self.problems))
        if tag.name.startswith("x_"):
            meant = "X_" + tag.name[2:]
        self._given.setdefault(tag.name, tag)
        if meant is not None:
            message += hint(meant)
            self._given.setdefault(meant, tag)
        self.problems.append(Problem(LOG_FORMAT, "unknown_tag", message, tag.name, meant=meant))

    def _find_kind(self) -> GameKind | None:
        """Return the game that the tags name, or that their other names and values belong to."""
        named = next((tag for tag in self._tags if tag.name == GAME), None)
        if named is not None:
            return self._kinds.get(named.value) or self._kinds.get(
                closest(named.value, self._kinds) or ""
            )
        for tag in self._tags:
            if tag.value in self._kinds and tag.name not in SHARED_TAGS:
                return self._kinds[tag.value]
        names = {tag.name for tag in self._tags}
        for kind in self._kinds.values():
            if names & {*kind.log.notation.role_tags, *kind.log.notation.game_tags}:
                message = text(
                    'The tag Game is missing. Choose one of: {games}. For example [Game "{game}"].',
                    games=Items(self._kinds),
                    game=kind.slug,
                )
                self.problems.append(Problem(LOG_FORMAT, "unknown_game", message, "game"))
                return kind
        return None

    def _read_shared(self, name: str, value: str, header: dict[str, Any]) -> None:
        if name in TEXT_TAGS:
            header[TEXT_TAGS[name]] = value
        elif name == "Board":
            is_data = value.lstrip().startswith("{")
            header["board"] = self._json(name, value) if is_data else value
        elif name == "Tags" and not value.lstrip().startswith("["):
            header["tags"] = [tag for part in value.split(",") if (tag := part.strip())]
        elif name in JSON_TAGS:
            header[JSON_TAGS[name]] = self._json(name, value)
        elif name.startswith("X_"):
            header["x_" + name[2:]] = self._json(name, value)

    def _json(self, name: str, value: str) -> Any:
        try:
            return read_json(value)
        except JsonFault as fault:
            self._report("json", not_json(name, fault), name)
            return None

    def _report(self, code: str, message: str, name: str) -> None:
        self.problems.append(Problem(LOG_FORMAT, code, message, name))


def read_json(source: str) -> Any:
    """Return the JSON value that a tag or a custom field holds. Raises JsonFault."""
    stripped = source.strip()
    value, end = read_value(stripped)
    if end < len(stripped):
        raise JsonFault(text("there is other data after the value"), end)
    return value


def not_json(name: str, fault: JsonFault) -> str:
    """Return the message about a value that is not JSON; a boolean needs no other explanation."""
    if name.lower() == "x_simulated":
        return text('"{key}" must be true or false.', key="x_simulated")
    return text("{name} is not valid JSON: {reason}.", name=show(name), reason=fault.reason)
