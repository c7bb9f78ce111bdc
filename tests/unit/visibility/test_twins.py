"""Two databases that differ only in hidden games: strangers get equal answers everywhere."""

import gzip
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from rest_framework.throttling import SimpleRateThrottle

from analytics import services as stats_services
from analytics.models import Contribution, Ledger
from replays import services
from replays.models import Game
from replays.text.names import handle_of, name_key
from tests.support.walk import clear_text_caches, fill, routes, timeless

from .owners import call, play, send, stored, viewer

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

HIDDEN_NAME = "Zedekiah"
QUERIES = {
    "games": ("", "simulated=all", f"player={HIDDEN_NAME}", "moves={id}", "setup={id}", "board=x"),
    "api-games": ("", "simulated=all", f"player={HIDDEN_NAME}", "limit=1", "moves={id}"),
    "api-games-events": ("", "since=c0"),
    "search": ("", f"q={HIDDEN_NAME}", "q=Goryo", "q={hidden}"),
    "search-suggestions": (f"q={HIDDEN_NAME}", "q={hidden}"),
    "api-search": (f"q={HIDDEN_NAME}", "q={hidden}"),
    "stats-games": ("", "space=c3"),
    "oembed": ("url=http%3A%2F%2Ftestserver%2Fgames%2F{hidden}%2F",),
}
OF_TIME = {
    *("healthz", "healthz-web", "status", "api-status"),
    *("data-file", "data-dump", "data-cite"),
}


@pytest.fixture(autouse=True)
def _unlimited(monkeypatch: pytest.MonkeyPatch) -> None:
    for scope in SimpleRateThrottle.THROTTLE_RATES:
        monkeypatch.setitem(SimpleRateThrottle.THROTTLE_RATES, scope, None)


def with_names(log: dict[str, Any], *names: str) -> dict[str, Any]:
    """Return a log with other players."""
    seats = [{**seat, "name": name} for seat, name in zip(log["players"], names, strict=True)]
    return {**log, "players": seats}


def addresses(public_id: str, hidden: str) -> Iterator[str]:
    """Yield the addresses of all routes without an id, and those of a public game that show other
    games.
    """
    values = {
        "group": "legal",
        "slug": "goryo", "rule": "2.1", "kind": "goryo", "metric": "rounds", "form": "svg",
        "pk": "1", "public_id": public_id, "number": "1", "step": "1", "record_id": public_id,
        "rules_digest": "0", "python_version": "0", "python_file": "x",
        "section": "games", "page": "games", "token": "t" * 43, "secret": "x", "code": "2" * 8,
    }  # fmt: skip
    of_games = ("replay", "api-game", "from-here", "api-game-from-here", "share", "embed")
    for name, path in routes():
        if path.startswith(("admin/", "it/")) or name in OF_TIME:
            continue
        if "public_id" in path and name not in of_games:
            continue
        for player in (HIDDEN_NAME, "Jane") if "handle" in path else ("",):
            address = fill(path, {**values, "name": "x", "file": "x", "handle": _handle(player)})
            for query in QUERIES.get(name, ("",)):
                query = query.format(id=public_id, hidden=hidden)
                yield f"{address}?{query}" if query else address


def _handle(name: str) -> str:
    return handle_of(name_key(name))


def answers(public_id: str, hidden: str) -> dict[str, tuple[int, bytes]]:
    """Return the answers to a stranger."""
    clear_text_caches()
    found = {}
    for address in addresses(public_id, hidden):
        answer = Client().get(address)
        content = re.sub(rb"[A-Za-z0-9]{64}", b"", timeless(b"".join(answer)))
        found[address] = answer.status_code, content
    return found


def work() -> None:
    """Do what the workers do."""
    services.publish_due()
    call_command("sweep_games", verbosity=0)


def test_hidden_games_change_no_answer(settings: Any, tmp_path: Path) -> None:
    """Same moves and set-up as a public game, the same players, and another player. Then
    games that were public are made private and deleted: as if they had never been stored.
    """
    shown = stored(with_names(play(event="Jane"), "Jane", "John"), "ann").public_id
    send(with_names(play(2), "Jane", "Ann"), "ann")
    work()
    settings.DUMPS_DIR = tmp_path
    files, ledger = dump_files(tmp_path), list(Ledger.objects.order_by("pk").values())
    before = answers(shown, "z" * 12)
    assert sum(status == 200 for status, _ in before.values()) > 60
    # other states of hidden games, of another owner
    hidden = stored(with_names(play(source="Ben"), "Jane", "John"), "ben", "private")
    stored(with_names(play(event=HIDDEN_NAME), HIDDEN_NAME, "John"), "ben", "unlisted")
    send(
        with_names(play(3, event="Jane"), "Jane", HIDDEN_NAME),
        "ben",
        "?visibility=private&public_from=2099-01-01",
    )
    send({**play(4), "events": play(4)["events"][:9]}, "ben", "?visibility=private")
    deleted = stored(with_names(play(5), HIDDEN_NAME, "John"), "ben", "private")
    services.delete_own(viewer("ben"), [deleted.public_id])
    work()
    assert Game.objects.count() == 7
    after = answers(shown, "z" * 12)
    assert [address for address in before if before[address] != after[address]] == []
    assert list(Ledger.objects.order_by("pk").values()) == ledger
    assert hidden.public_id not in str(after)
    leave_nothing(shown, before)
    assert dump_files(tmp_path) == files


def dump_files(dumps: Path) -> dict[str, bytes]:
    """Return the logs of a new dump by file, without times."""
    folder = dumps / stats_services.make_dump().name
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix == ".gz":
            found[path.name] = timeless(gzip.decompress(path.read_bytes()))
    assert found
    return found


def without_revision(answer: tuple[int, bytes]) -> tuple[int, bytes]:
    """Return an answer without the numbers of changes of the statistics and of public games."""
    status, content = answer
    return status, re.sub(rb"(revision[ \":]*|live-|\nid: c)[0-9]+", b"", content)


def leave_nothing(shown: str, before: dict[str, tuple[int, bytes]]) -> None:
    """Store two public games, count them, make one private and delete the other."""
    n_counted = Contribution.objects.count()
    game = stored(with_names(play(6), "Jane", HIDDEN_NAME), "ben")
    copy = stored(with_names(play(event="Jane"), HIDDEN_NAME, "Zoe"), "ben")
    work()
    assert Contribution.objects.count() == n_counted + 1  # one has the moves of another game
    changed = answers(shown, "z" * 12)
    assert sum(before[address] != changed[address] for address in before) > 20
    call("PATCH", f"games/{game.public_id}/", "ben", visibility="private")
    call("DELETE", f"games/{copy.public_id}/", "ben")
    work()
    assert list(stats_services.recount(check_only=True)) == []
    after = answers(shown, "z" * 12)
    for address, answer in before.items():
        assert without_revision(answer) == without_revision(after[address]), address
