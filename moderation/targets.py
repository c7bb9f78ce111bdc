"""What can be reported: for each kind of thing, how it is found, shown to staff, hidden, and shown
again. A new kind needs an entry in `TARGETS`.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple, Protocol

from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

from accounts.models import Authored, ClaimedKey
from analytics.reads.players import find_player
from games.registry import get_kind
from replays import services
from replays.access.viewer import viewer_of
from replays.models import AnnotationSet, Branch, Collection, Event, Game, PersonName, Record
from replays.models.identity import REASON_MAX
from replays.reads import branches as branch_reads
from replays.reads import names as name_reads
from replays.reads import notes as note_reads
from replays.requests.http import attached_or_404, game_or_404, note_shown, row_or_404
from replays.services.people import hide_names, show_names
from replays.text.names import clean_line, handle_of
from rooms.access.keys import access_with, is_closed, keys_in_browser
from rooms.models import Room
from rooms.reads.rooms import room_by_code
from rooms.services import hide_room, show_room


class Reported(NamedTuple):
    """A thing that a user wants to report: what identifies it in its kind, its title and page."""

    target: str
    title: str
    url: str


class Owners(NamedTuple):
    """Who owns a thing: accounts, and owner keys that no account claimed."""

    users: frozenset[int] = frozenset()
    keys: frozenset[str] = frozenset()


class Target(Protocol):
    """A kind of thing that can be reported."""

    @property
    def route(self) -> str:
        """The path of its identifier."""

    @property
    def label(self) -> str | Promise:
        """Its name for users."""

    def find(self, request: HttpRequest, name: str) -> Reported:
        """Return what an address names. Raises Http404 if the sender can't see it."""

    def describe(self, target: str) -> Reported | None:
        """Return it for staff; None if it no longer exists."""

    def hide(self, target: str, reason: str, by: str) -> bool:
        """Hide it from everyone but staff and its owner; return whether it was shown before."""

    def show(self, target: str, by: str) -> None:
        """Show it again."""

    def owners(self, target: str) -> Owners:
        """Return who owns it."""

    def admin_url(self, target: str) -> str:
        """Return its page in the admin; empty if there is none."""


class GameTarget:
    """A game: it leaves all pages and statistics, and its owner sees the reason."""

    route, label = "<public_id:public_id>", pgettext_lazy("reported", "Game")

    def find(self, request: HttpRequest, name: str) -> Reported:
        """Return a game that the sender can see. Raises Http404 and GameMoved."""
        return _of_game(game_or_404(request, name))

    def describe(self, target: str) -> Reported | None:
        """Return the game with the log that had this id."""
        game = _game(target)
        return _of_game(game) if game else None

    def hide(self, target: str, reason: str, by: str) -> bool:  # noqa: ARG002
        """Withdraw the game."""
        game = _game(target)
        return bool(game and services.withdraw_games([game.pk], reason))

    def show(self, target: str, by: str) -> None:  # noqa: ARG002
        """Restore the game, and what its owners divided from it while it was hidden."""
        game = _game(target)
        if game and game.withdrawn_at:
            divided = Game.objects.filter(withdrawn_at=game.withdrawn_at, kind=game.kind)
            services.restore_games(divided.values_list("pk", flat=True))

    def owners(self, target: str) -> Owners:
        """Return the owners of its current records."""
        game = _game(target)
        records = Record.objects.filter(game=game, is_current=True).exclude(owner="")
        return _owners_of(records.values_list("owner", flat=True))

    def admin_url(self, target: str) -> str:
        """Return the page of the game in the admin."""
        game = _game(target)
        return reverse("admin:replays_game_change", args=[game.pk]) if game else ""


class AttachedTarget:
    """Notes or a variation: only staff and the browser of the author see them."""

    route = "<public_id:public_id>"

    def __init__(self, model: type[AnnotationSet] | type[Branch], label: Promise) -> None:
        self.model, self.label = model, label

    def find(self, request: HttpRequest, name: str) -> Reported:
        """Return notes or a variation that the sender can see. Raises Http404."""
        if self.model is AnnotationSet:
            notes = attached_or_404(request, note_reads.notes_by_public_id, name)
            if not note_reads.is_open(notes):
                raise Http404
            return _of_attached(notes)
        return _of_attached(attached_or_404(request, branch_reads.branch_by_public_id, name))

    def describe(self, target: str) -> Reported | None:
        """Return the row."""
        row = self._row(target)
        return _of_attached(row) if row else None

    def hide(self, target: str, reason: str, by: str) -> bool:  # noqa: ARG002
        """Hide the row."""
        rows = self.model.objects.filter(public_id=target, hidden_at__isnull=True)
        text = clean_line(reason)[:REASON_MAX]
        return bool(rows.update(hidden_at=timezone.now(), hidden_reason=text))

    def show(self, target: str, by: str) -> None:  # noqa: ARG002
        """Show the row again."""
        self.model.objects.filter(public_id=target).update(hidden_at=None, hidden_reason="")

    def owners(self, target: str) -> Owners:
        """Return the account of its author."""
        users = Authored.objects.filter(public_id=target).values_list("user_id", flat=True)
        return Owners(frozenset(users))

    def admin_url(self, target: str) -> str:
        """Return the page of the row in the admin."""
        row, name = self._row(target), f"admin:replays_{self.model._meta.model_name}_change"
        return reverse(name, args=[row.pk]) if row else ""

    def _row(self, target: str) -> AnnotationSet | Branch | None:
        return self.model.objects.select_related("game").filter(public_id=target).first()


class PlayerTarget:
    """The name of a player: it is hidden in all games, as on a request about it."""

    route, label = "<str:handle>", gettext_lazy("Name of a player")

    def find(self, request: HttpRequest, name: str) -> Reported:  # noqa: ARG002
        """Return a listed player by handle. Raises Http404."""
        found = find_player(name)
        if found is None:
            raise Http404
        return Reported(found.keys[0], found.name, reverse("player", args=[found.handle]))

    def describe(self, target: str) -> Reported | None:
        """Return the name as the newest game writes it."""
        name = name_reads.newest_spellings([target]).get(target, target)
        return Reported(target, name, reverse("player", args=[handle_of(target)]))

    def hide(self, target: str, reason: str, by: str) -> bool:  # noqa: ARG002
        """Hide all names of the person."""
        if name_reads.hidden_names([target]):
            return False
        hide_names(target, by)
        return True

    def show(self, target: str, by: str) -> None:
        """Show the names of the person again."""
        names = PersonName.objects.select_related("person").filter(handle=handle_of(target))
        for name in names.filter(person__hidden_at__isnull=False):
            show_names(name.person, by)

    def owners(self, target: str) -> Owners:  # noqa: ARG002
        """Return no one: a name comes from the logs of several uploaders."""
        return Owners()

    def admin_url(self, target: str) -> str:
        """Return the page of the person in the admin, if there is one."""
        name = PersonName.objects.filter(handle=handle_of(target)).first()
        return reverse("admin:replays_person_change", args=[name.person_id]) if name else ""


class PageTarget:
    """A collection or an event of an owner: only staff and its owner reach it."""

    route = "<public_id:public_id>"

    def __init__(self, model: type[Collection] | type[Event], label: Promise) -> None:
        self.model, self.label = model, label

    def find(self, request: HttpRequest, name: str) -> Reported:
        """Return a collection or event that the sender can reach. Raises Http404."""
        viewer = viewer_of(request)
        rows = self.model.objects.reachable(viewer.keys, is_staff=viewer.is_staff)
        row = rows.filter(public_id=name).first()
        if row is None:
            raise Http404
        note_shown(request, row)
        return _of_page(row)

    def describe(self, target: str) -> Reported | None:
        """Return the row."""
        row = self._row(target)
        return _of_page(row) if row else None

    def hide(self, target: str, reason: str, by: str) -> bool:  # noqa: ARG002
        """Hide the page."""
        return services.hide_page(self.model, target, reason)

    def show(self, target: str, by: str) -> None:  # noqa: ARG002
        """Show the page again."""
        services.show_page(self.model, target)

    def owners(self, target: str) -> Owners:
        """Return its owner."""
        row = self._row(target)
        return _owners_of([row.owner] if row else [])

    def admin_url(self, target: str) -> str:
        """Return the page of the row in the admin."""
        row, name = self._row(target), f"admin:replays_{self.model._meta.model_name}_change"
        return reverse(name, args=[row.pk]) if row else ""

    def _row(self, target: str) -> Collection | Event | None:
        return self.model.objects.filter(public_id=target).first()


class RoomTarget:
    """A room: only staff and people with one of its keys reach it, and it can't be saved."""

    route, label = "<room_code:code>", pgettext_lazy("reported", "Table")

    def find(self, request: HttpRequest, name: str) -> Reported:
        """Return a room that the sender can see. Raises Http404."""
        room = row_or_404(room_by_code, name)
        access = access_with(room, *keys_in_browser(request, room))
        if is_closed(room, access, is_staff=viewer_of(request).is_staff):
            raise Http404
        return _of_room(room)

    def describe(self, target: str) -> Reported | None:
        """Return the room."""
        room = Room.objects.filter(code=target).first()
        return _of_room(room) if room else None

    def hide(self, target: str, reason: str, by: str) -> bool:  # noqa: ARG002
        """Hide the room."""
        return hide_room(target, reason)

    def show(self, target: str, by: str) -> None:  # noqa: ARG002
        """Show the room again."""
        show_room(target)

    def owners(self, target: str) -> Owners:
        """Return who opened it."""
        return _owners_of(Room.objects.filter(code=target).values_list("owner", flat=True))

    def admin_url(self, target: str) -> str:  # noqa: ARG002
        """Return nothing: a room has secrets of its players, so the admin doesn't show it."""
        return ""


def _owners_of(keys: Iterable[str]) -> Owners:
    """Return the accounts that claimed these owner keys, and the keys that no account claimed."""
    given = frozenset(keys) - {""}
    claimed = dict(ClaimedKey.objects.filter(key__in=given).values_list("key", "user_id"))
    return Owners(frozenset(claimed.values()), given - claimed.keys())


def _of_page(row: Collection | Event) -> Reported:
    return Reported(row.public_id, row.title, row.get_absolute_url())


def _of_room(room: Room) -> Reported:
    names = [player["name"] for player in room.header["players"] if player.get("name")]
    title = ", ".join([get_kind(room.kind).title, *names])
    return Reported(room.code, title, room.get_absolute_url())


def _game(target: str) -> Game | None:
    record = Record.objects.filter(public_id=target, is_current=True).select_related("game").first()
    return record.game if record else None


def _of_game(game: Game) -> Reported:
    kind = get_kind(game.kind)
    names = [seat.name for seat in game.seats.order_by("position") if seat.name]
    title = ", ".join([kind.title, *names])
    return Reported(game.public_id, title, game.get_absolute_url())


def _of_attached(row: AnnotationSet | Branch) -> Reported:
    own = row.shown_title if isinstance(row, AnnotationSet) else row.shown_name
    title = ": ".join(filter(None, [own, _of_game(row.game).title]))
    return Reported(row.public_id, title, row.get_absolute_url())


TARGETS: Mapping[str, Target] = {
    "game": GameTarget(),
    "notes": AttachedTarget(AnnotationSet, gettext_lazy("Notes")),
    "variation": AttachedTarget(Branch, gettext_lazy("Variation")),
    "player": PlayerTarget(),
    "collection": PageTarget(Collection, gettext_lazy("Collection")),
    "event": PageTarget(Event, gettext_lazy("Event")),
    "table": RoomTarget(),
}
"""Kinds of things by the name in addresses and cases."""
