"""The workbench of the upload page: checks while typing, corrections, the board at a line."""

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from games.registry import judge
from replays.access.throttles import CheckThrottle
from replays.models import Game, Upload
from replays.web import workbench
from replays.web.log_templates import TemplateKey, example_text, template_keys
from replays.web.rows import checked_rows
from replays.web.workbench import ALL, LIVE_MAX, corrected
from tests.unit.replays.logs import FINISHED, REFUSED, UNFINISHED, as_json, json_log, text_log

pytestmark = pytest.mark.django_db
TWICE_WRONG = FINISHED.replace("haunt vase b4", "haunt vasee b4").replace("move c2", "move c9")
ASSETS = Path("replays/static/replays/codemirror")


def check(client: Client, text: str, **params: str) -> Any:
    """Return the answer to a check of a text."""
    answer = client.post("/upload/check/", {"text": text, **params})
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    return answer.json()


def textarea(page: str) -> str:
    """Return the text in the box of a page."""
    found = re.search(r"<textarea[^>]*>\n(.*?)</textarea>", page, re.DOTALL)
    assert found is not None
    return unescape(found[1])


def test_a_check_marks_every_error_with_its_correction(client: Client) -> None:
    body = check(client, TWICE_WRONG)
    marks = [(m["line"], m["column"], m["tone"], m["label"]) for m in body["marks"]]
    assert marks == [(8, 7, "err", "Change to vase"), (10, 12, "err", "Change to c2")]
    assert body["summary"] == "2 errors"
    assert "Fix all 2" in body["problems"]
    for mark in body["marks"]:
        assert f'name="fix" value="{mark["fix"]}">{mark["label"]}<' in body["problems"]
    assert Upload.objects.count() == Game.objects.count() == 0


def test_one_correction_changes_only_its_own_place(client: Client) -> None:
    first, second = check(client, TWICE_WRONG)["marks"]
    body = check(client, TWICE_WRONG, fix=second["fix"])
    assert body["text"] == TWICE_WRONG.replace("c9", "c2")
    assert [mark["fix"] for mark in body["marks"]] == [first["fix"]]
    assert check(client, TWICE_WRONG, fix="00000000")["text"] == TWICE_WRONG


def test_all_corrections_together_make_the_log_valid(client: Client) -> None:
    body = check(client, TWICE_WRONG, fix=ALL)
    assert (body["text"], body["state"], body["marks"]) == (FINISHED, "valid", [])
    assert "text" not in check(client, TWICE_WRONG)


def test_corrections_of_json_logs(client: Client) -> None:
    wrong = json_log(game="goryoo", event="x")
    lines = as_json(json_log(), wrong).decode()
    assert corrected(lines, ALL).text == as_json(json_log(), {**wrong, "game": "goryo"}).decode()
    text = json.dumps(wrong, indent=2)
    (mark,) = check(client, text)["marks"]
    assert mark["label"] == "Change to goryo"
    assert corrected(text, mark["fix"]).text == text.replace("goryoo", "goryo")


@pytest.mark.parametrize(
    ("text", "fix", "n_judged"),
    [
        (TWICE_WRONG, "", 1),  # for the problems and the board
        (TWICE_WRONG, "all", 3),  # twice up to the first correction, then the whole
        (f"{FINISHED}\n{example_text('kyoto-base')}", "all", 2),
        (REFUSED.replace("vase", "xyzxyz"), "all", 1),
    ],
)
def test_each_game_is_judged_once_for_each_state_of_a_text(
    client: Client, monkeypatch: pytest.MonkeyPatch, text: str, fix: str, n_judged: int
) -> None:
    found: list[bool] = []

    def counted(data: bytes, is_enough: Any = None) -> Any:
        for judged in judge(data, is_enough):
            found.append(is_enough is None)
            yield judged

    monkeypatch.setattr(workbench, "judge", counted)
    monkeypatch.setattr("replays.services.check.judge", counted)
    body = check(client, text, line="9", **({"fix": fix} if fix else {}))
    assert len(found) == n_judged
    assert "board-" in body["board"]


def test_a_correction_and_its_check_together_take_the_time_of_a_check(
    client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[float | None] = []

    def checked(*args: Any, seconds: float | None = None, **more: Any) -> Any:
        given.append(seconds)
        return checked_rows(*args, seconds=seconds, **more)

    monkeypatch.setattr(workbench, "checked_rows", checked)
    settings.UPLOAD_CHECK_SECONDS = 8.0
    for fix in ({}, {"fix": "all"}):
        check(client, TWICE_WRONG, **fix)
    client.post("/upload/", {"text": TWICE_WRONG, "fix": "all"})
    assert given == [8.0, 4.0, 4.0]


def test_line_ends_and_notes_survive_a_correction() -> None:
    text = TWICE_WRONG.replace("discover", "discover { why? }").replace("\n", "\r\n")
    assert corrected(text, ALL).text == text.replace("vasee", "vase").replace("c9", "c2")


def test_a_form_without_script_applies_a_correction(client: Client) -> None:
    page = client.post("/upload/", {"text": TWICE_WRONG, "action": "check"})
    assert page.status_code == 422
    keys = re.findall(r'name="fix" value="(\w+)"', page.content.decode())
    assert keys[0] == ALL
    page = client.post("/upload/", {"text": TWICE_WRONG, "fix": keys[1]})
    assert textarea(page.content.decode()) == TWICE_WRONG.replace("vasee", "vase")
    page = client.post("/upload/", {"text": TWICE_WRONG, "fix": ALL})
    assert (page.status_code, textarea(page.content.decode())) == (200, FINISHED)
    assert Upload.objects.count() == 0


@pytest.mark.parametrize(
    ("line", "title", "said"),
    [
        (1, "Board at the start", ""),
        (7, "Board after line 7", "mask"),
        (9, "Board after line 9", "plan"),
        (99, "Board before line 10", "plan"),
    ],
)
def test_the_board_at_a_line(client: Client, line: int, title: str, said: str) -> None:
    text = FINISHED.replace("move c2", "move c9")
    body = check(client, text, line=str(line), part="board")
    assert body.keys() == {"board"}
    assert title in body["board"]
    assert said in body["board"].lower()
    assert 'class="board board-goryo"' in body["board"]


def test_the_board_of_the_game_at_the_line(client: Client) -> None:
    text = f"{FINISHED}\n{example_text('kyoto-base')}"
    assert "board-goryo" in check(client, text, line="11", part="board")["board"]
    assert "board-kyoto" in check(client, text, line="40", part="board")["board"]
    assert "board-" not in check(client, "no log", part="board")["board"]


def test_a_valid_log_without_end_is_explained(client: Client) -> None:
    body = check(client, UNFINISHED)
    assert (body["state"], body["summary"]) == ("unfinished", "valid, but unfinished")
    assert "You can upload it now and the rest later" in body["problems"]
    assert "Possible next: " in body["problems"]


def test_an_empty_text_and_several_games(client: Client) -> None:
    assert check(client, " \n")["state"] == "empty"
    body = check(client, f"{FINISHED}\n{REFUSED}")
    assert body["state"] == "partly"
    assert "Game 2" in body["problems"]


def test_limits_of_checks(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    assert Client(enforce_csrf_checks=True).post("/upload/check/").status_code == 403
    answer = client.post("/upload/check/", {"text": "x" * 6 * LIVE_MAX})
    assert (answer.status_code, "Check only" in answer.json()["problem"]) == (413, True)
    monkeypatch.setattr(CheckThrottle, "rate", "2/min", raising=False)
    check(client, REFUSED)
    answer = client.post("/upload/check/", {"text": REFUSED})
    assert (answer.status_code, int(answer["Retry-After"]) > 0) == (429, True)
    assert client.get("/upload/check/").status_code == 405


def test_the_script_gets_the_next_address_or_the_problem(client: Client) -> None:
    def send(text: str) -> Any:
        headers = {"Accept": "application/json"}
        return client.post("/upload/", {"text": text, "action": "keep"}, headers=headers)

    refused = send(REFUSED)
    assert (refused.status_code, "Fix the errors" in refused.json()["problem"]) == (422, True)
    assert send("").status_code == 400
    stored = send(text_log().decode())
    assert stored.json() == {"url": Game.objects.get().get_absolute_url()}


@pytest.mark.parametrize("key", template_keys(), ids=lambda key: key.name)
def test_every_game_and_mode_has_an_example(client: Client, key: TemplateKey) -> None:
    page = client.get(f"/upload/?template={key.name}&example=yes").content.decode()
    (judged,) = judge(textarea(page).encode())
    assert judged.findings == ()
    assert judged.replay is not None
    assert judged.replay.is_over
    assert judged.record is not None
    assert judged.record.simulated
    assert f'<option value="{key.name}" selected>' in page


def test_a_correction_is_made_in_the_same_workbench(client: Client) -> None:
    client.post("/upload/", {"text": FINISHED})
    url = f"{Game.objects.get().get_absolute_url()}correct/"
    assert 'data-purpose="correction"' in client.get(url).content.decode()
    page = client.post(url, {"text": TWICE_WRONG, "fix": ALL}).content.decode()
    assert textarea(page) == FINISHED
    assert "Valid, ready to save" in page
    assert "Valid, ready to save" in check(client, FINISHED, purpose="correction")["problems"]
    page = client.post(url, {"text": TWICE_WRONG}).content.decode()
    assert page.count("Change to ") == 2


def test_the_editor_is_the_one_of_the_lock_file() -> None:
    lock = json.loads(Path("scripts/editor/package-lock.json").read_text())
    versions = {
        path.removeprefix("node_modules/"): package["version"]
        for path, package in lock["packages"].items()
        if path and not package.get("dev")
    }
    wanted = json.loads(Path("scripts/editor/package.json").read_text())["dependencies"]
    _, named, _ = (ASSETS / "codemirror.js").read_text().split("\n", 2)
    bundled = dict(name.rsplit(" ", 1) for name in named.split(", "))
    assert bundled.items() <= versions.items()
    assert wanted.items() <= bundled.items()
    licences = (ASSETS / "LICENSE.txt").read_text()
    assert all(name in licences for name in bundled)
    assert licences.count("Permission is hereby granted") == len(bundled)
