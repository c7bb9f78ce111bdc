"""Names of one person put together, names left out of public pages, and requests for it.

Nothing here happens on a stranger's word: who asks only fills a queue, and somebody of the house
decides. Whoever's claim was accepted may leave the name out, and back in, by the key told to him
when he asked. Everything done is noted (`NameEvent`) and can be undone.
"""

import json
from collections.abc import Iterable, Mapping

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext

from replays.access.edit_keys import digest_of, new_key
from replays.models import (
    Game,
    NameEvent,
    NameRequest,
    NameWish,
    Person,
    PersonName,
    Seat,
    WishState,
)
from replays.models.people import CONTACT_MAX, MESSAGE_MAX
from replays.services.retries import retrying
from replays.signals import names_changed
from replays.text.names import MAX_NAME, clean_line, handle_of, name_key, shown_name

from .errors import Refusal, refusal

A_READING = 500
MERGED, PARTED, LEFT_OUT, CAME_BACK = "merged", "parted", "left_out", "came_back"


def ask_about_name(
    wish: str, name: str, *, other: str = "", message: str = "", contact: str = "", sender: str = ""
) -> tuple[NameRequest, str]:
    """Put a request into the queue; gives it and its key, which is told only here. Raises
    Refusal.
    """
    key = name_key(name)
    if wish not in NameWish.values:
        raise refusal(422, "wish", gettext("Choose what you request."))
    if not key or len(name) > MAX_NAME:
        raise refusal(422, "name", gettext("Enter the name as it is in the logs."))
    if wish == NameWish.MERGE and name_key(other) in {"", key}:
        raise refusal(422, "other", gettext("Enter the other name as it is in the logs."))
    for given, most in ((message, MESSAGE_MAX), (contact, CONTACT_MAX), (other, MAX_NAME)):
        if len(given) > most:
            words = gettext("Too long: at most {most} characters.").format(most=most)
            raise refusal(422, "too_long", words)
    told = new_key()
    made = NameRequest.objects.create(
        wish=wish,
        name=shown_name(clean_line(name)),
        name_key=key,
        other=shown_name(clean_line(other)) if wish == NameWish.MERGE else "",
        message=message.replace("\x00", ""),
        contact=clean_line(contact),
        sender=sender,
        edit_key=digest_of(told),
    )
    return made, told


@retrying
def withdraw_request(request: NameRequest) -> None:
    """Take a request back that nobody has decided yet. Raises Refusal."""
    _decide(request, WishState.WITHDRAWN, "")


@retrying
def decline_request(request: NameRequest, answer: str = "") -> None:
    """Say no. Raises Refusal."""
    _decide(request, WishState.DECLINED, answer)


@retrying
def accept_request(request: NameRequest, by: str) -> None:
    """Do what is asked for. A claim gives whoever asked the person's key. Raises Refusal."""
    with transaction.atomic():
        match request.wish:
            case NameWish.MERGE:
                person = merge_names(request.name_key, name_key(request.other), by)
            case NameWish.LEAVE_OUT:
                person = leave_out(request.name_key, by)
            case _:
                person = _person(request.name_key)
                person.claim_key = request.edit_key
                person.save(update_fields=["claim_key"])
                _note("claimed", by, person, {"request": request.public_id})
        request.person = person
        _decide(request, WishState.ACCEPTED, "")


def _decide(request: NameRequest, state: str, answer: str) -> None:
    fresh = NameRequest.objects.filter(pk=request.pk, state=WishState.OPEN)
    words = {"state": state, "answer": answer[:MESSAGE_MAX], "decided_at": timezone.now()}
    if not fresh.update(**words, person=request.person):
        raise refusal(409, "decided", gettext("This request has already been decided."))
    request.refresh_from_db()


@retrying
def merge_names(shown: str, other: str, by: str) -> Person:
    """Put the name with the key `other`, and all that belong to it, to the person shown as `shown`.
    Raises Refusal.
    """
    with transaction.atomic():
        person, gone = _person(shown), _person(other)
        if person.pk == gone.pk:
            raise refusal(409, "same", gettext("These names are already merged."))
        if gone.left_out_at or person.left_out_at:
            raise refusal(409, "left_out", gettext("One of the names is hidden. Show it first."))
        moved = sorted(gone.names.values_list("name_key", flat=True))
        gone.names.update(person=person)
        NameRequest.objects.filter(person=gone).update(person=person)
        if gone.claim_key and not person.claim_key:
            person.claim_key = gone.claim_key
            person.save(update_fields=["claim_key"])
        detail = {"names": moved, "shown": gone.name_key, "claim_key": gone.claim_key}
        gone.delete()
        _note(MERGED, by, person, detail)
        _tell([*moved, person.name_key])
    return person


@retrying
def part_names(shown: str, names: Iterable[str], by: str, claim_key: str = "") -> Person:
    """Take names out of a person again, as a person of their own shown as the first. Raises
    Refusal.
    """
    wanted = list(names)
    with transaction.atomic():
        person = _person(shown)
        if person.left_out_at:
            raise refusal(409, "left_out", gettext("The names are hidden. Show them first."))
        mine = person.names.filter(handle__in=[handle_of(name) for name in wanted])
        if not wanted or mine.count() != len(wanted) or person.name_key in wanted:
            raise refusal(409, "apart", gettext("These names are not merged with that one."))
        made = Person.objects.create(
            name_key=wanted[0], handle=handle_of(wanted[0]), claim_key=claim_key
        )
        mine.update(person=made)
        if claim_key and person.claim_key == claim_key:
            Person.objects.filter(pk=person.pk).update(claim_key="")
        _note(PARTED, by, made, {"from": person.name_key, "names": wanted})
        _tell([*wanted, person.name_key])
    return made


@retrying
def leave_out(name: str, by: str) -> Person:
    """Leave a person's names out of everything public, from now on and in what is there. Raises
    Refusal.
    """
    with transaction.atomic():
        person = _person(name)
        if person.left_out_at:
            raise refusal(409, "left_out", gettext("The name is already hidden."))
        person.left_out_at = timezone.now()
        person.save(update_fields=["left_out_at"])
        keys = list(person.names.values_list("name_key", flat=True))
        seats = list(Seat.objects.filter(name_key__in=keys).values_list("game_id", "position"))
        Seat.objects.filter(name_key__in=keys).update(name=None, name_key=None, person=person)
        _mark(seats, hidden=True)
        _note(LEFT_OUT, by, person, {})
        _announce(sorted({game for game, _ in seats}))
    return person


@retrying
def let_back_in(person: Person, by: str) -> None:
    """Show a person's names again, as the logs write them. Raises Refusal."""
    with transaction.atomic():
        if not Person.objects.filter(pk=person.pk, left_out_at__isnull=False).update(
            left_out_at=None
        ):
            raise refusal(409, "shown", gettext("The name is already shown."))
        ids = sorted(
            Seat.objects.filter(person=person).values_list("game_id", flat=True).distinct()
        )
        for start in range(0, len(ids), A_READING):
            _name_again(person, ids[start : start + A_READING])
        _note(CAME_BACK, by, person, {})
        _announce(ids)


def _name_again(person: Person, ids: list[int]) -> None:
    logs = dict(Game.objects.filter(pk__in=ids).values_list("pk", "canonical"))
    seats = list(Seat.objects.filter(person=person, game__in=ids))
    for seat in seats:
        name = json.loads(logs[seat.game_id])["players"][seat.position]["name"]
        seat.name, seat.name_key, seat.person = shown_name(name), name_key(name), None
    Seat.objects.bulk_update(seats, ["name", "name_key", "person"], batch_size=200)
    _mark([(seat.game_id, seat.position) for seat in seats], hidden=False)


def undo_name_event(event: NameEvent, by: str) -> None:
    """Undo what was done to names. Raises Refusal where there is nothing to undo (any more)."""
    person = Person.objects.filter(handle=event.handle).first()
    if person is None:
        raise refusal(
            409, "gone", gettext("This person no longer exists. Undo the later changes first.")
        )
    match event.what:
        case "merged":
            names = event.detail["names"]
            ordered = sorted(names, key=lambda name: name != event.detail["shown"])
            part_names(person.name_key, ordered, by, event.detail.get("claim_key", ""))
        case "parted":
            merge_names(event.detail["from"], person.name_key, by)
        case "left_out":
            let_back_in(person, by)
        case "came_back":
            leave_out(person.name_key, by)
        case "claimed":
            Person.objects.filter(pk=person.pk).update(claim_key="")
            _note("unclaimed", by, person, {})
        case _:
            raise refusal(409, "nothing", gettext("There is nothing to undo."))


def _person(name: str) -> Person:
    """The person a name's key belongs to, made where there is none."""
    if not name:
        raise refusal(422, "name", gettext("This is not a valid name."))
    row = PersonName.objects.select_related("person").filter(handle=handle_of(name)).first()
    if row is not None:
        return Person.objects.select_for_update().get(pk=row.person_id)
    made = Person.objects.create(name_key=name, handle=handle_of(name))
    PersonName.objects.create(person=made, name_key=name, handle=made.handle)
    return made


def _mark(seats: Iterable[tuple[int, int]], *, hidden: bool) -> None:
    """Note at games which of their seats are left out."""
    games: dict[int, list[int]] = {}
    for game, position in seats:
        games.setdefault(position, []).append(game)
    for position, ids in games.items():
        bit = 1 << position
        for start in range(0, len(ids), A_READING):
            rows = Game.objects.filter(pk__in=ids[start : start + A_READING])
            rows.update(
                hidden_seats=F("hidden_seats").bitor(bit)
                if hidden
                else F("hidden_seats").bitand(~bit)
            )


def _note(what: str, by: str, person: Person, detail: Mapping[str, object]) -> None:
    NameEvent.objects.create(what=what, by=by[:160], handle=person.handle, detail=dict(detail))


def _tell(names: list[str]) -> None:
    rows = Seat.objects.filter(name_key__in=names).values_list("game_id", flat=True)
    _announce(sorted(set(rows)))


def _announce(ids: list[int]) -> None:
    names_changed.send(sender=Game, game_ids=ids)


__all__ = [
    "Refusal",
    "accept_request",
    "ask_about_name",
    "decline_request",
    "leave_out",
    "let_back_in",
    "merge_names",
    "part_names",
    "undo_name_event",
    "withdraw_request",
]
