"""Random sessions: what is entered, with undo, corrections, repeated and late requests, becomes the
scripted game, once.
"""

import json
import random
from itertools import islice
from typing import Any

import pytest

from games.registry import KINDS
from replays.models import Game, Upload
from replays.models.audience import PUBLIC
from replays.services.errors import Refusal
from rooms import services
from rooms.models import Action, RoomChange
from rooms.services import changing
from tests.support import deep
from tests.support.threads import at_once

from .sessions import Script, Table, entries, random_script

pytestmark = pytest.mark.django_db
MODES = [
    *((slug, name, {}) for slug, kind in KINDS.items() for name in kind.identity.rulesets
      if slug != "gorinto" or name.count("-") < 2),
    *(("kyoto", name, {"depth": "table"}) for name in KINDS["kyoto"].identity.rulesets),
]  # fmt: skip


@pytest.mark.parametrize(
    ("slug", "ruleset", "setup"), MODES, ids=lambda v: v if isinstance(v, str) else "".join(v)
)
def test_a_session_becomes_the_scripted_game(slug: str, ruleset: str, setup: Any) -> None:
    rng = random.Random(deep.seed(f"{slug} {ruleset}"))
    script = random_script(slug, ruleset, rng, **setup)
    table = Table(script.header)
    _enter(table, script, rng)
    change = table.change()
    services.save_room(table.room, change, PUBLIC)
    services.save_room(table.room, change, PUBLIC)
    assert Upload.objects.count() == 1
    stored = json.loads(Game.objects.get().canonical)
    assert stored["events"] == script.events
    assert stored["players"] == script.header["players"]


def _enter(table: Table, script: Script, rng: random.Random) -> None:
    """Enter a script with undo, corrections, repeated and late requests."""
    done: list[tuple[dict[str, Any], str | None]] = []
    for number, (event, role) in enumerate(entries(script)):
        before, key = table.room.version, f"event {number}"
        table.enter(event, role, key=key)
        done.append((event, role))
        if rng.random() < 0.1:  # the same request again
            assert table.enter(event, role, key=key, version=before).version == before + 1
        if rng.random() < 0.1:  # a request that comes too late
            with pytest.raises(Refusal) as refused:
                table.enter(event, role, version=before)
            assert refused.value.finding.code == "changed"
        if rng.random() < 0.1:
            length = rng.randrange(max(0, len(done) - 4), len(done))
            table.room = services.undo_events(table.room, table.change(key=f"u{number}"), length)
            for missing in done[length:]:
                table.enter(*missing)
        if rng.random() < 0.05:  # a correction that changes nothing
            at = rng.randrange(len(done))
            entered, role = done[at]
            table.room = services.replace_event(table.room, table.change(role), at, entered)
        assert table.room.n_events == len(done)
    assert RoomChange.objects.filter(room=table.room).count() == table.room.version


def test_the_journal_stores_what_was_removed_and_only_the_newest(monkeypatch) -> None:
    monkeypatch.setattr(changing, "CHANGES_MAX", 5)
    script = random_script("goryo", "2024", random.Random(1))
    table, (first, *others) = Table(script.header), list(islice(entries(script), 4))
    for event, role in (first, *others):
        table.enter(event, role)
    for _ in range(3):
        table.room = services.replace_event(table.room, table.change(first[1]), 0, first[0])
    journal = table.room.changes
    assert list(journal.values_list("version", flat=True)) == [3, 4, 5, 6, 7]
    assert [len(change.removed) for change in journal.filter(action=Action.REPLACE)] == [1, 1, 1]


@pytest.mark.django_db(transaction=True)
def test_requests_at_the_same_time_save_one_game_and_enter_one_event() -> None:
    rng = random.Random(1)
    script = random_script("goryo", "2024", rng)
    table = Table(script.header)
    event, role = next(entries(script))
    change = table.change(role)
    rooms = at_once(
        *(lambda: services.append_event(table.room, change, event) for _ in range(2)),
        *(lambda: services.append_event(table.room, table.change(role, "k"), event),) * 2,
    )
    assert sum(not isinstance(room, Refusal) for room in rooms) in (1, 2)
    table.room.refresh_from_db()
    assert (table.room.n_events, table.room.version) == (1, 1)
    save = table.change()
    at_once(*(lambda: services.save_room(table.room, save, PUBLIC),) * 3)
    assert (Upload.objects.count(), Game.objects.count()) == (1, 1)
