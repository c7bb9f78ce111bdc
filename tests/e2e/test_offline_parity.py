"""The rules in the browser answer like those of the site, byte by byte."""

import io
import json
import random
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.core import language
from rooms.offline import bundle as files
from rooms.offline.console import Console, Translator, catalogue_of
from tests.e2e.conftest import Tabs
from tests.e2e.offline import install_interpreter, wait_for_rules
from tests.e2e.test_record import PHONE
from tests.support import deep
from tests.unit.rooms.sessions import Script, entries, random_script

GAMES = [
    *(("goryo", "2024"), ("goryo", "2021-advanced"), ("gorinto", "2p-tactical")),
    *(("gorinto", "solo-normal"), ("kyoto", "base"), ("kyoto", "charisma-equipment")),
]
ASK = """async (requests) => {
  const { ask } = await import("/static/rooms/console.js");
  const answers = [];
  for (const request of requests) answers.push(JSON.stringify(await ask(request)));
  return answers;
}"""
"""Asks the rules of the page, which are started already."""
NOW = "2026-11-30T12:00:00.000Z"


class Recorded:
    """A console on the site that remembers its requests and answers."""

    def __init__(self, console: Console, name: str) -> None:
        self.console, self.name = console, name
        self.requests: list[Any] = []
        self.answers: list[Any] = []

    def ask(self, do: str, **request: Any) -> Any:
        """Ask the console."""
        self.requests.append({"do": do, **request})
        self.answers.append(json.loads(self.console.call(json.dumps(self.requests[-1]))))
        return self.answers[-1]

    def play(self, script: Script, most: int) -> None:
        """Enter the events of a script, hand the phone over, look at the moves on the board, and
        try an illegal event at each step.
        """
        draft = {
            "id": self.name, "game": script.header["game"], "version": 1,
            "header": script.header,
            "rows": [], "holder": "", "changed": NOW,
        }  # fmt: skip
        for event, role in list(entries(script))[:most]:
            answer = self.ask("open", draft=draft)
            while answer["screen"] == "hand-over":
                due = answer["html"].partition('name="role" value="')[2].partition('"')[0]
                fields = {"action": "take", "role": due} if due else {"action": "give"}
                answer = self.ask("act", draft=answer["draft"], fields=fields, now=NOW, board="")
            draft = answer["draft"]
            self.ask("moves", draft=draft)
            wrong = {"event": json.dumps({**event, "type": "nothing"})}
            self.ask("act", draft=draft, fields=wrong, now=NOW, board="")
            fields = {"event": json.dumps(event)}
            answer = self.ask("act", draft=draft, fields=fields, now=NOW, board="public")
            if answer["problem"]:  # another side answers, on its screen
                taken = {"action": "take", "role": role}
                draft = self.ask("act", draft=draft, fields=taken, now=NOW, board="")["draft"]
                answer = self.ask("act", draft=draft, fields=fields, now=NOW, board="public")
            assert not answer["problem"], (event, answer["problem"])
            draft = answer["draft"]


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """The unpacked archive. Afterwards messages have their language again."""
    before = language.set_translator(language.English())
    with zipfile.ZipFile(io.BytesIO(files.bundle().data)) as archive:
        archive.extractall(tmp_path)
    yield tmp_path
    language.set_translator(before)


@pytest.mark.slow
@pytest.mark.parametrize("code", deep.turn(["en", "it"], 2))
def test_the_browser_answers_like_the_site(tabs: Tabs, folder: Path, code: str) -> None:
    """The same sessions, request by request: what is offered, refused and shown is equal."""
    install_interpreter()
    page = tabs.new(**PHONE)
    prefix = "" if code == "en" else "/it"
    page.goto(f"{prefix}/record/offline/")
    page.locator("#rules-get").tap()
    wait_for_rules(page)
    config = json.loads(page.locator("#offline-data").inner_text())
    before = language.set_translator(Translator(catalogue_of(folder / "locale", code)))
    n_steps, games = 0, deep.turn(GAMES, 3)
    for slug, ruleset in games:
        site = Recorded(
            Console(folder, code, config["files"], random.Random(1), config["page"]), ruleset
        )
        language.set_translator(before)
        script = random_script(slug, ruleset, random.Random(7))
        language.set_translator(Translator(catalogue_of(folder / "locale", code)))
        site.play(script, 60 if code == "en" else 12)
        found = [json.loads(text) for text in page.evaluate(ASK, site.requests)]
        for request, mine, other in zip(site.requests, found, site.answers, strict=True):
            assert mine == other, (slug, ruleset, request)
        n_steps += len(site.requests)
    assert n_steps > 200 * len(games) / len(GAMES)
