"""The console of the page that records without a connection. It runs in the browser (docs/adr/0029)
with the rules and templates of the bundle: requests and answers are JSON.

Imports only the standard library, `games` and Jinja: nothing else is in the bundle.
"""

import gettext as catalogues
import json
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader

from games.core import language
from games.core.branching import Refused
from games.core.chance import Chance
from games.core.contract import PUBLIC
from games.core.findings import LOG_FORMAT, Problem
from games.core.language import text, translated
from games.recorder import entering, opening
from games.recorder.data import data_text
from games.recorder.drawing import board_context
from games.recorder.frames import FrameCache
from games.recorder.offers import MAX_LENGTH, board_moves, endings, parse_choices, parse_json
from games.recorder.screens import (
    WITH_CHOICES,
    Screen,
    ending_buttons,
    screen_context,
    screen_of,
    shown_replay,
    stays_with,
)
from games.recorder.table import Table
from games.registry import KINDS
from rooms.offline.environment import ItemsFirst

Json = dict[str, Any]


class Translator:
    """Looks messages up in the catalogues of the bundle."""

    def __init__(self, catalogue: catalogues.NullTranslations) -> None:
        self.gettext, self.ngettext = catalogue.gettext, catalogue.ngettext
        self.pgettext, self.npgettext = catalogue.pgettext, catalogue.npgettext

    def fixed_language(self) -> AbstractContextManager[None]:
        """Use the current language until the block ends: there is only one."""
        return nullcontext()


def catalogue_of(folder: Path, code: str) -> catalogues.NullTranslations:
    """Return the catalogue of a language; English without a file."""
    whole: catalogues.NullTranslations | None = None
    for path in sorted(folder.glob(f"*.{code}.mo")):
        with path.open("rb") as source:
            part = catalogues.GNUTranslations(source)
        if whole is None:
            whole = part
        else:
            whole.add_fallback(part)
    return whole or catalogues.NullTranslations()


def environment_of(
    bundle: Path, catalogue: catalogues.NullTranslations, files: Mapping[str, str]
) -> Environment:
    """Return the environment of the templates of a bundle. `files` are the addresses of static
    files.
    """
    cache = bundle / "cache"
    cache.mkdir(exist_ok=True)
    environment = ItemsFirst(
        loader=FileSystemLoader(bundle / "templates"),
        bytecode_cache=FileSystemBytecodeCache(str(cache)),
        extensions=["jinja2.ext.i18n"],
        autoescape=True,
        keep_trailing_newline=True,
        auto_reload=False,
    )
    environment.install_gettext_translations(catalogue, newstyle=False)  # type: ignore[attr-defined]
    environment.globals["static"] = lambda name: files.get(name, "")
    return environment


class Console:
    """Draws the screens of drafts and changes them. A draft is plain data; the page stores it."""

    def __init__(
        self, bundle: Path, code: str, files: Mapping[str, str], chance: Chance, home: str
    ) -> None:
        catalogue = catalogue_of(bundle / "locale", code)
        language.set_translator(Translator(catalogue))
        self.environment = environment_of(bundle, catalogue, files)
        self.chance, self.home = chance, home
        self._tables: dict[tuple[str, int], Table] = {}
        self._frames = FrameCache()
        self._actions: dict[str, Callable[[Json], Json]] = {
            "new": self._new,
            "open": self._open,
            "act": self._act,
            "moves": self._moves,
        }

    def call(self, request: str) -> str:
        """Answer a request. A refused one has a `problem`."""
        sent = json.loads(request)
        try:
            answer = self._actions[sent["do"]](sent)
        except Refused as refused:
            answer = {"problem": translated(refused.problem.message)}
        return json.dumps(answer, ensure_ascii=False)

    def _new(self, sent: Json) -> Json:
        """Return a new draft as the form chose it."""
        fields = sent["fields"]
        kind = KINDS[fields["game"]]
        known, ruleset = kind.identity.rulesets, fields.get("ruleset", "")
        ruleset = ruleset if ruleset in known else kind.identity.default_ruleset
        header = opening.header_of(kind, fields, ruleset, sent["day"], self.chance)
        table = opening.open_table(header)
        draft = {"id": sent["id"], "game": kind.slug, "version": 0}
        return {"draft": self._stored(draft, table, sent["now"])}

    def _open(self, sent: Json) -> Json:
        """Return the screen of a draft that was stored. A side that held the phone has to take it
        again.
        """
        self._tables = {}  # of what another window stored with the same version
        table = self._table(sent["draft"])
        if table.holder in table.players:
            table = entering.put_down(table, is_covered=True)
        return self._shown(sent["draft"], table, sent)

    def _table(self, draft: Json) -> Table:
        """Return the table of a draft. Raises Refused if the rules refuse it."""
        key = draft["id"], draft["version"]
        if key not in self._tables:
            self._tables[key] = opening.restored_table(draft["header"], draft["rows"])
        table = self._tables[key]
        return Table(table.kind, table.header, draft["rows"], table.replay, draft.get("holder", ""))

    def _stored(self, draft: Json, table: Table, now: str) -> Json:
        """Return a draft with a new version of its table, which is remembered."""
        new = {
            **draft,
            "header": dict(table.header),
            "rows": list(table.rows),
            "holder": table.holder,
            "version": draft["version"] + 1,
            "changed": now,
            "is_over": table.replay.is_over,
        }
        self._tables = {(draft["id"], new["version"]): table}
        return new

    def _act(self, sent: Json) -> Json:
        """Perform the action of a form, and return the draft and its screen. A refused action
        changes nothing, and the screen says why.
        """
        draft, fields = sent["draft"], sent["fields"]
        table, edited = self._table(draft), sent.get("edit")
        if "pick" in fields:
            return self._shown(draft, table, sent, chosen=fields["pick"])
        screen = screen_of(table, edited)
        try:
            changed = changed_table(table, screen, fields)
        except Refused as refused:
            problem = translated(refused.problem.message)
            return self._shown(draft, table, sent, problem=problem)
        stays = edited is not None and fields.get("action") == "take"
        return self._shown(
            self._stored(draft, changed, sent["now"]),
            changed,
            {**sent, "edit": edited if stays else None},
        )

    def _shown(
        self, draft: Json, table: Table, sent: Json, *, chosen: str = "[]", problem: str = ""
    ) -> Json:
        """Return a draft and its screen as HTML."""
        draft = {**draft, "holder": table.holder}
        screen = screen_of(table, sent.get("edit"))
        has_board = bool(sent.get("board"))
        context = self._context(draft, table, screen, chosen, has_board=has_board)
        context |= {"problem": problem, "has_board": has_board}
        html = self.environment.get_template("rooms/offline_screen.html").render(context)
        return {"draft": draft, "html": html, "problem": problem, "screen": screen.name}

    def _context(
        self, draft: Json, table: Table, screen: Screen, chosen: str, *, has_board: bool
    ) -> Json:
        """Return the context of the templates. A page that has the board gets the frame only."""
        scene, frames = self._frames.drawn(draft["id"], table, screen)
        parts = parse_choices(chosen) or ()
        events, frame = endings(table.kind, table.replay), frames[-1]
        drawn = {"frame": frame, "texts": frame["texts"]} if has_board else None
        return {
            **(drawn or board_context(scene, frame)),
            **screen_context(table, screen, frames, parts),
            "data": data_text(scene, frames[-1:]),
            "last": len(frames) - 1,
            "belief": "",
            "version": draft["version"],
            "n_events": len(table.rows),
            "home": self.home,
            "is_secret": screen.view != PUBLIC,
            "is_recorder": True,
            "may_undo": bool(table.rows),
            "undo_length": None,
            "endings": ending_buttons(table, screen, events),
        }

    def _moves(self, sent: Json) -> Json:
        """Return what can be entered on the board of the current screen."""
        table = self._table(sent["draft"])
        screen = screen_of(table, sent.get("edit"))
        if screen.turn is None or screen.name not in WITH_CHOICES:
            return {"moves": []}
        state = shown_replay(table, screen).final
        return {"moves": board_moves(table.kind, state, screen.turn)}


def changed_table(table: Table, screen: Screen, fields: Mapping[str, str]) -> Table:
    """Return the table after the action of a form. Raises Refused."""
    action = fields.get("action", "play")
    if action == "take":
        return entering.take_phone(table, fields.get("role", ""))
    if action == "give":
        return entering.put_down(table, is_covered=fields.get("covered") == "yes")
    if action == "undo":
        return entering.undo(table, int(fields.get("length") or len(table.rows) - 1))
    if action == "note":
        return entering.annotate(table, int(fields["step"]) - 1, fields.get("note", ""))
    event = parse_json(fields.get("event", ""), MAX_LENGTH)
    if not isinstance(event, dict):
        raise Refused(Problem(LOG_FORMAT, "not_possible", text("This is not an event.")))
    role = screen.turn.role if screen.turn else None
    if screen.index is not None:
        cuts = fields.get("cut") == "yes"
        table = entering.correct(table, screen.index, event, role, cuts=cuts)
    else:
        table = entering.enter(table, event, role)
    if screen.view != PUBLIC and not stays_with(table, screen):
        return entering.put_down(table, is_covered=True)
    return table
