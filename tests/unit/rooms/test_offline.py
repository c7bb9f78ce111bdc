"""Recording without a connection: the console, and what its page downloads."""

import io
import json
import random
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from games.core import language
from games.recorder.table import plain_event
from rooms.access.keys import Access
from rooms.offline import bundle as files
from rooms.offline.console import Console
from rooms.web import screens
from tests.unit.rooms.sessions import Script, Table, entries, random_script
from tests.unit.rooms.test_sending import send, table_with

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

KINDS = [
    ("goryo", "2024"),
    ("goryo", "2021-advanced"),
    ("gorinto", "3p-clockwise"),
    ("kyoto", "base"),
]
NOW = "2026-11-30T12:00:00.000Z"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The unpacked archive."""
    target = tmp_path_factory.mktemp("bundle")
    with zipfile.ZipFile(io.BytesIO(files.bundle().data)) as archive:
        archive.extractall(target)
    return target


@pytest.fixture
def console(folder: Path) -> Iterator[Console]:
    """A console as the browser has it, in English."""
    before = language.set_translator(language.English())
    yield Console(folder, "en", {}, random.Random(1), "/record/offline/")
    language.set_translator(before)


@pytest.fixture
def interpreter(settings: Any, tmp_path: Path) -> None:
    """An installed interpreter: files with the right names."""
    settings.PYODIDE_DIR = tmp_path
    target = tmp_path / files.PYODIDE_VERSION
    target.mkdir()
    for name in files.INTERPRETER_FILES:
        (target / name).write_bytes(name.encode())


def ask(console: Console, do: str, **request: Any) -> Any:
    return json.loads(console.call(json.dumps({"do": do, **request})))


def log_of(draft: Any) -> Any:
    return {**draft["header"], "events": list(map(plain_event, draft["rows"]))}


def begun(console: Console, script: Script, ruleset: str) -> Any:
    """Return a new draft with the header of a script."""
    own = {key: script.header[key] for key in ("board", "setup") if key in script.header}
    fields = {
        "game": script.header["game"],
        "ruleset": ruleset,
        "own": json.dumps(own),
        **{f"name-{p['role']}": p["name"] for p in script.header["players"]},
    }
    return ask(console, "new", fields=fields, id="d" * 32, day="2026-11-30", now=NOW)["draft"]


def act(console: Console, draft: Any, **fields: str) -> Any:
    return ask(console, "act", draft=draft, fields=fields, now=NOW, board="")


def handed(console: Console, draft: Any) -> Any:
    """Return the draft after the phone was given on, as the screens say."""
    answer = ask(console, "open", draft=draft)
    draft = answer["draft"]
    for _ in range(3):
        if answer["screen"] != "hand-over":
            break
        role = answer["html"].partition('name="role" value="')[2].partition('"')[0]
        action = {"action": "take", "role": role} if role else {"action": "give"}
        answer = act(console, draft, **action)
        draft = answer["draft"]
    return draft


def recorded(console: Console, script: Script, ruleset: str) -> Any:
    """Return the draft with all events of a script, entered on their screens."""
    draft = begun(console, script, ruleset)
    for event, _ in entries(script):
        draft = handed(console, draft)
        answer = act(console, draft, event=json.dumps(event))
        assert not answer["problem"], (event, answer["problem"])
        draft = answer["draft"]
    return draft


@pytest.mark.parametrize(("slug", "ruleset"), KINDS)
def test_a_draft_becomes_the_log_that_was_played(console: Console, slug: str, ruleset: str) -> None:
    script = random_script(slug, ruleset, random.Random(3))
    draft = recorded(console, script, ruleset)
    log = log_of(draft)
    assert log["events"] == script.events
    assert log["players"] == script.header["players"]
    assert draft["is_over"] is True


@pytest.mark.parametrize(("slug", "ruleset"), KINDS)
def test_screens_are_those_of_a_room(console: Console, slug: str, ruleset: str) -> None:
    """At every step the console and a room offer the same, in the same words."""
    script = random_script(slug, ruleset, random.Random(4))
    table, draft = Table(script.header), begun(console, script, ruleset)
    recorder = Access(is_recorder=True)
    for event, role in list(entries(script))[:25]:
        screen = screens.screen_of(table.room, recorder)
        context = screens.screen_context(table.room, recorder, screen, ())
        answer = ask(console, "open", draft={**draft, "holder": ""})
        assert answer["screen"] == screen.name
        shown = [context["heading"], *(move["sentence"] for move in context["moves"][:3])]
        offered = [each["label"] for each in context.get("buttons", ())]
        offered += [p["label"] for group in context.get("picks", ()) for p in group["picks"]]
        if screen.name != "hand-over":
            missing = [text for text in (*shown, *offered) if escaped(text) not in answer["html"]]
            assert missing == []
            n_buttons = answer["html"].count('name="event"') + answer["html"].count('name="pick"')
            assert n_buttons == len(offered) + len(context["endings"])
        draft = handed(console, draft)
        draft = act(console, draft, event=json.dumps(event))["draft"]
        table.enter(event, role)
        assert [row["event"] for row in draft["rows"]] == [r["event"] for r in table.room.events]
        assert [row["role"] for row in draft["rows"]] == [r["role"] for r in table.room.events]


def escaped(text: str) -> str:
    from markupsafe import escape

    return str(escape(text))


def test_a_secret_is_hidden_after_a_pause(console: Console) -> None:
    script = random_script("goryo", "2024", random.Random(4))
    draft = handed(console, begun(console, script, "2024"))
    assert ask(console, "act", draft=draft, fields={"pick": "[]"}, now=NOW)["screen"] == "secret"
    answer = ask(console, "open", draft=draft)
    assert answer["screen"] == "hand-over"
    assert answer["draft"]["holder"] == "covered"
    assert "data-secret" not in answer["html"]


def test_what_is_illegal_changes_nothing(console: Console) -> None:
    script = random_script("goryo", "2024", random.Random(4))
    draft = handed(console, begun(console, script, "2024"))
    answer = act(console, draft, event='{"type": "bind", "object": "sofa"}')
    assert answer["problem"]
    assert answer["draft"] == draft
    assert 'role="alert"' in answer["html"]


def test_steps_can_be_undone_corrected_and_noted(console: Console) -> None:
    script = random_script("gorinto", "2p-burrow", random.Random(1))
    draft = begun(console, script, "2p-burrow")
    for event, _ in list(entries(script))[:4]:
        draft = act(console, handed(console, draft), event=json.dumps(event))["draft"]
    noted = act(console, draft, action="note", step="2", note="  a  <b>note</b> ")
    assert noted["draft"]["rows"][1]["note"] == "a <b>note</b>"
    assert "<b>note" not in noted["html"]
    assert log_of(noted["draft"])["events"][1]["note"]
    undone = act(console, draft, action="undo", length="2")["draft"]
    assert undone["rows"] == draft["rows"][:2]
    same = ask(
        console, "act", draft=draft, edit=3, now=NOW,
        fields={"event": json.dumps(draft["rows"][3]["event"])},
    )  # fmt: skip
    assert same["draft"]["rows"] == draft["rows"]
    assert act(console, begun(console, script, "2p-burrow"), action="undo")["problem"]


@pytest.mark.usefixtures("interpreter")
def test_the_page_is_the_same_for_everyone() -> None:
    """A service worker stores it, so it contains nothing of its reader."""
    client, script = Client(), random_script("kyoto", "base", random.Random(1))
    send(client, script)
    Table(script.header)
    answers = [each.get("/record/offline/") for each in (client, Client())]
    assert answers[0].status_code == 200
    assert answers[0].content == answers[1].content
    assert "csrfmiddlewaretoken" not in answers[0].content.decode()


@pytest.mark.usefixtures("interpreter")
def test_the_service_worker_stores_all_files_of_the_page() -> None:
    import re

    page = Client().get("/record/offline/").content.decode()
    script = Client().get("/record/sw.js").content.decode()
    config = json.loads(script.partition("const CONFIG = ")[2].partition(";\n")[0])
    used = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', page))
    assert used <= set(config["own"])
    assert f'data-version="{config["version"]}"' in page
    assert not any("/games/" in url for url in config["own"])
    for url in [*config["own"], *config["interpreter"]]:
        assert url.startswith("/static/") or Client().get(url).status_code == 200, url


@pytest.mark.usefixtures("interpreter")
def test_only_the_worker_may_compile() -> None:
    for path in ("/record/", "/record/offline/", "/record/sw.js", "/", "/upload/"):
        assert "wasm" not in Client().get(path)["Content-Security-Policy"], path
    policy = Client().get("/record/offline/worker.js")["Content-Security-Policy"]
    assert "script-src 'self' 'wasm-unsafe-eval'" in policy
    assert "default-src 'none'" in policy
    assert "'unsafe-eval'" not in policy


def test_without_an_interpreter_there_is_no_offer(settings: Any, tmp_path: Path) -> None:
    settings.PYODIDE_DIR = tmp_path
    for path in ("offline/", "sw.js", "offline/worker.js"):
        assert Client().get(f"/record/{path}").status_code == 404
    assert "/record/offline/" not in Client().get("/record/").content.decode()
    assert Client().get("/record/manifest.webmanifest").json()["start_url"] == "/record/"
    table, _ = table_with(1)
    client = Client()
    client.cookies[f"room_{table.room.code}_en"] = table.recorder_key
    assert "data-offline" not in client.get(f"/record/{table.room.code}/").content.decode()


@pytest.mark.usefixtures("interpreter")
def test_files_have_their_version_in_the_address() -> None:
    good = f"/record/offline/python-{files.PYODIDE_VERSION}/pyodide.asm.wasm"
    answer = Client().get(good)
    assert answer["Content-Type"] == "application/wasm"
    assert "immutable" in answer["Cache-Control"]
    for path in (
        "python-0/pyodide.mjs",
        f"python-{files.PYODIDE_VERSION}/secret",
        "rules-0.zip",
    ):
        assert Client().get(f"/record/offline/{path}").status_code == 404
    rules = Client().get(f"/record/offline/rules-{files.bundle().digest}.zip")
    assert rules.content == files.bundle().data


def test_the_archive_contains_only_what_is_public() -> None:
    """The source of the rules, the console and its templates; nothing of the settings or rows."""
    with zipfile.ZipFile(io.BytesIO(files.bundle().data)) as archive:
        names = archive.namelist()
    allowed = ("games/", "rooms/", "jinja2/", "markupsafe/", "templates/", "locale/")
    assert all(name.startswith(allowed) for name in names)
    assert sorted(n for n in names if n.startswith("rooms/")) == [
        "rooms/__init__.py", "rooms/offline/__init__.py", "rooms/offline/console.py",
        "rooms/offline/environment.py",
    ]  # fmt: skip


def test_the_script_installs_the_version_of_the_settings(settings: Any) -> None:
    script = (settings.BASE_DIR / "scripts" / "pyodide.sh").read_text()
    assert f"\nVERSION={files.PYODIDE_VERSION}\n" in script
    assert "\nINTEGRITY=sha512-" in script
    assert all(name in script for name in files.INTERPRETER_FILES)
