"""Reports by anyone, the queue of staff, and what follows from their decisions."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client

from analytics.models import Contribution
from moderation.models import AuditEntry, Case, CaseState, Report
from replays import services as replay_services
from replays.models import Game
from replays.text.names import handle_of, name_key
from tests.support.pages import get, page, present
from tests.unit.visibility.owners import header, play, send, stored

pytestmark = pytest.mark.django_db
SECRET_TEXT = "my neighbour says so <b>"


@pytest.fixture
def game(db: None) -> Game:
    cache.clear()
    game = stored(play(1, players=[{"role": "goryo", "name": "Jane"}]), "ann")
    call_command("sweep_games", verbosity=0)
    return game


def report(path: str, address: str = "198.51.100.7", status: int = 302, **fields: str) -> Any:
    form = {"reason": "fake", **fields}
    answer = Client(REMOTE_ADDR=address).post(f"/report/{path}/", form)
    assert answer.status_code == status, answer.content
    return answer


def act(client: Client, action: str, *cases: Case, reason: str = "made up") -> str:
    form = {"action": action, "_selected_action": [case.pk for case in cases], "reason": reason}
    path = "/admin/moderation/case/"
    return str(client.post(path, form, follow=True).content.decode())


def n_counted() -> int:
    return Contribution.objects.count()


def test_reports_of_one_thing_join_and_networks_count_once(game: Game) -> None:
    path = f"game/{game.public_id}"
    answer = report(path, text=SECRET_TEXT)
    assert "What happens now" in page(Client(), answer["Location"])
    report(path, reason="spam")
    report(path, "2001:db8::1", reason="spam")
    report(path, "2001:db8::2")  # the same /64 network
    case = Case.objects.get()
    assert (case.kind, case.target, case.state) == ("game", game.public_id, CaseState.OPEN)
    rows = sorted(case.reports.values_list("reason", "text", "n_repeats"))
    assert rows == [("fake", SECRET_TEXT, 1), ("spam", "", 1)]
    other = stored(play(2), "ben")
    report(f"game/{other.public_id}")
    networks = Report.objects.order_by("pk").values_list("network", flat=True)
    assert len({*networks}) == 3, "the digest of a network differs in each case"
    assert "198.51.100.7" not in str(list(Report.objects.values()))


def test_what_is_wrong_with_a_report_is_said(game: Game) -> None:
    path = f"game/{game.public_id}"
    report(path, status=422, reason="none")
    report(path, status=422, text="x" * 1001)
    for _ in range(8):
        report(path)
    answer = report(path, status=429)
    assert int(answer["Retry-After"]) > 0
    assert Case.objects.get().reports.get().n_repeats == 7


def test_hidden_things_can_not_be_reported(game: Game) -> None:
    private = stored(play(3), "ann", "private")
    for name in (f"game/{private.public_id}", f"game/{'z' * 12}", "player/unknown"):
        report(name, status=404)
    assert not Case.objects.exists()


def test_a_game_is_hidden_and_shown_again(game: Game, boss: Client) -> None:
    before = n_counted()
    report(f"game/{game.public_id}", text=SECRET_TEXT)
    case = Case.objects.get()
    queue = page(boss, "/admin/moderation/case/")
    assert present(queue, "game: Goryō, Jane", "fake") == ["game: Goryō, Jane", "fake"]
    assert "Give a reason" in act(boss, "hide", case, reason="")
    get(Client(), game.get_absolute_url())

    act(boss, "hide", case)
    case.refresh_from_db()
    assert (case.state, bool(case.hidden_at)) == (CaseState.OPEN, True)
    get(Client(), game.get_absolute_url(), 404)
    assert n_counted() == before - 1 == 0
    get(Client(), "/players/" + _handle("Jane") + "/", 404)
    act(boss, "dismiss", case)
    case.refresh_from_db()
    assert (case.state, case.hidden_at) == (CaseState.DISMISSED, None)
    get(Client(), game.get_absolute_url())
    call_command("sweep_games", verbosity=0)
    assert n_counted() == before
    get(Client(), "/players/" + _handle("Jane") + "/")
    call_command("recount", "--check", verbosity=0)
    assert [*AuditEntry.objects.filter(target_kind="game").values_list("action", "reason")] == [
        ("dismiss", "made up"),
        ("hide", "made up"),
    ]


def _handle(name: str) -> str:
    return handle_of(name_key(name))


def test_a_removed_game_stays_stored_and_its_owner_sees_why(game: Game, boss: Client) -> None:
    report(f"game/{game.public_id}", text=SECRET_TEXT)
    act(boss, "remove", Case.objects.get(), reason="not played <i>")
    assert Case.objects.get().state == CaseState.REMOVED
    own = get(Client(headers=header("ann")), "/my-games/").content.decode()
    assert "The staff of this site hid 1 of your games" in own
    shown = get(Client(headers=header("ann")), "/my-games/?show=hidden").content.decode()
    assert "not played &lt;i&gt;" in shown
    assert present(shown, SECRET_TEXT, "neighbour", "198.51.100.7") == []
    for other in (Client(), Client(headers=header("ben"))):
        assert "hid 1 of your games" not in other.get("/my-games/").content.decode()
    assert Game.objects.get().canonical
    act(boss, "hide", Case.objects.get())  # already decided
    assert AuditEntry.objects.filter(target_kind="game").count() == 1
    act(boss, "dismiss", Case.objects.get())
    get(Client(), game.get_absolute_url())


def test_what_was_hidden_before_stays_hidden(game: Game, boss: Client) -> None:
    report(f"game/{game.public_id}")
    replay_services.withdraw_games([game.pk], "another matter")
    act(boss, "hide", Case.objects.get())
    act(boss, "dismiss", Case.objects.get())
    get(Client(), game.get_absolute_url(), 404)


@pytest.mark.parametrize("what", ["notes", "variation"])
def test_notes_and_variations_are_hidden_from_all_but_their_author(
    what: str, game: Game, boss: Client
) -> None:
    author = Client()
    form = {"step": "2", "as": "public", "title": "rude", "name": "rude", "listed": "yes"}
    begin = "notes" if what == "notes" else "branch"
    address = author.post(f"/games/{game.public_id}/{begin}/", form)["Location"]
    address = re.split(r"[?#]", address)[0]
    if what == "notes":
        author.post(address, {"step": "2", "text": "rude words"})
    public_id = address.strip("/").split("/")[-1]
    report(f"{what}/{public_id}")
    act(boss, "hide", Case.objects.get(), reason="be polite")
    api = f"/api/v1/{'notes' if what == 'notes' else 'branches'}/{public_id}/"
    for path in (address, api, f"/report/{what}/{public_id}/"):
        hidden, unknown = (get(Client(), p, 404) for p in (path, path.replace(public_id, "z" * 12)))
        assert hidden.content == unknown.content
    assert address not in page(Client(), game.get_absolute_url())
    assert "be polite" in page(author, address)
    if what == "variation":
        get(Client(), f"/embed/{game.public_id}/?branch={public_id}", 404)
    act(boss, "dismiss", Case.objects.get())
    assert "be polite" not in page(Client(), address)


def test_a_name_is_hidden_and_shown_again(game: Game, boss: Client) -> None:
    report(f"player/{_handle('Jane')}", reason="impersonation")
    assert Case.objects.get().target == "jane"
    act(boss, "hide", Case.objects.get())
    assert "Jane" not in page(Client(), game.get_absolute_url())
    act(boss, "dismiss", Case.objects.get())
    assert "Jane" in page(Client(), game.get_absolute_url())


def test_only_staff_with_the_permission_decide(game: Game) -> None:
    report(f"game/{game.public_id}")
    reader = User.objects.create_user("reader", is_staff=True)
    reader.user_permissions.add(Permission.objects.get(codename="view_case"))
    client = Client()
    client.force_login(reader)
    assert "Goryō, Jane" in page(client, "/admin/moderation/case/")
    act(client, "hide", Case.objects.get())
    assert Case.objects.get().hidden_at is None
    user = Client()
    user.force_login(User.objects.create_user("user"))
    get(user, "/admin/moderation/case/", 302)


def test_the_uploader_is_blocked(game: Game, boss: Client) -> None:
    report(f"game/{game.public_id}")
    act(boss, "block_uploader", Case.objects.get(), reason="fake games")
    body = send(play(5), "ann", status=403)
    assert body["code"] == "blocked"
    assert "fake games" in body["detail"]
    send(play(5), "ben")
    get(Client(headers=header("ann")), f"/games/{game.public_id}/")
