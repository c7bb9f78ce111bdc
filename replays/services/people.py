"""Names of one person that are merged, names hidden on public pages, and requests for either.

A request only joins a queue, which administrators decide. After an accepted claim, its author can
hide and show the name with the key of the request. Every change is recorded (`NameEvent`) and can
be undone.
"""

import json
from collections.abc import Iterable, Mapping, Sequence

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext

from replays.access.edit_keys import digest_of, new_key
from replays.intake.announcing import CHANGED, announce, for_everyone
from replays.intake.event_tags import refresh_event_tags
from replays.intake.storing import lock_intake, write_seats
from replays.models import (
    Game,
    NameEvent,
    NameRequest,
    NameWish,
    Person,
    PersonName,
    Seat,
    ShownName,
    WishState,
)
from replays.models.people import CONTACT_MAX, MESSAGE_MAX
from replays.reads.evidence import evidence_of, has_independent_evidence
from replays.services.retries import retrying
from replays.signals import names_changed
from replays.text.names import MAX_NAME, clean_line, handle_of, name_key, shown_name

from .errors import refusal
from .shown_names import seats_of_log, settle_boards

BATCH_SIZE = 500


def replace_merged_names(merged: Mapping[str, Sequence[str]]) -> None:
    """Forget which names are merged or hidden, and merge these instead: the keys of a person's
    names by the handle of the shown one. For a transaction that is rolled back: nothing is recorded
    or announced.
    """
    PersonName.objects.all().delete()
    for handle, keys in merged.items():
        shown = next((key for key in keys if handle_of(key) == handle), keys[0])
        person, _ = Person.objects.update_or_create(
            handle=handle, defaults={"name_key": shown, "hidden_at": None}
        )
        PersonName.objects.bulk_create(
            PersonName(person=person, name_key=key, handle=handle_of(key)) for key in keys
        )


def request_name_change(
    wish: str,
    name: str,
    *,
    other: str = "",
    message: str = "",
    contact: str = "",
    uploader: str = "",
) -> tuple[NameRequest, str]:
    """Create a request. Return it with its key, which is shown only once. Raises Refusal."""
    key = name_key(name)
    if wish not in NameWish.values:
        raise refusal(422, "wish", gettext("Choose a type of request."))
    if not key or len(name) > MAX_NAME:
        raise refusal(422, "name", gettext("Enter the name as it appears in the logs."))
    if wish == NameWish.MERGE and name_key(other) in {"", key}:
        raise refusal(422, "other", gettext("Enter the other name as it appears in the logs."))
    for text, limit in ((message, MESSAGE_MAX), (contact, CONTACT_MAX), (other, MAX_NAME)):
        if len(text) > limit:
            too_long = gettext("Too long: at most {most} characters.")
            raise refusal(422, "too_long", too_long, most=limit)
    edit_key = new_key()
    request = NameRequest.objects.create(
        wish=wish,
        name=shown_name(clean_line(name)),
        name_key=key,
        other=shown_name(clean_line(other)) if wish == NameWish.MERGE else "",
        message=message.replace("\x00", ""),
        contact=clean_line(contact),
        uploader=uploader,
        edit_key=digest_of(edit_key),
    )
    return request, edit_key


@retrying
def withdraw_request(request: NameRequest) -> None:
    """Close an undecided request for its author. Raises Refusal."""
    _decide(request, WishState.WITHDRAWN)


@retrying
def decline_request(request: NameRequest, answer: str = "") -> None:
    """Decline a request. Raises Refusal."""
    _decide(request, WishState.DECLINED, answer)


@retrying
def accept_request(request: NameRequest, by: str, reason: str = "") -> None:
    """Apply a request. A claim gives its author the person's key. Without independent evidence for
    it (`reads.evidence`), staff must give the reason why it is true. Raises Refusal.
    """
    reason = clean_line(reason)[:MESSAGE_MAX]
    if request.wish == NameWish.CLAIM and not (reason or has_independent_evidence(request)):
        message = gettext(
            "No independent evidence supports this claim. Enter as the reason how you verified it."
        )
        raise refusal(422, "evidence", message)
    with transaction.atomic():
        match request.wish:
            case NameWish.MERGE:
                person = merge_names(request.name_key, name_key(request.other), by)
            case NameWish.HIDE:
                person = hide_names(request.name_key, by)
            case _:
                person = _person(request.name_key)
                if person.claim_key:
                    message = gettext("Someone else holds this name. Undo that claim first.")
                    raise refusal(409, "held", message)
                person.claim_key = request.edit_key
                person.save(update_fields=["claim_key"])
                evidence = [str(each) for each in evidence_of(request)]
                _record(
                    "claimed", by, person,
                    request=request.public_id, reason=reason, evidence=evidence,
                )  # fmt: skip
        request.person = person
        _decide(request, WishState.ACCEPTED)


def _decide(request: NameRequest, state: str, answer: str = "") -> None:
    undecided = NameRequest.objects.filter(pk=request.pk, state=WishState.OPEN)
    values = {"state": state, "answer": answer[:MESSAGE_MAX], "decided_at": timezone.now()}
    if not undecided.update(**values, person=request.person):
        raise refusal(409, "decided", gettext("This request has already been decided."))
    request.refresh_from_db()


@retrying
def merge_names(shown: str, other: str, by: str) -> Person:
    """Move the name with the key `other`, and all names merged with it, to the person shown as
    `shown`. Raises Refusal.
    """
    with transaction.atomic():
        person, merged = _person(shown), _person(other)
        if person.pk == merged.pk:
            raise refusal(409, "same", gettext("These names are already merged."))
        if merged.hidden_at or person.hidden_at:
            raise refusal(409, "hidden", gettext("One of the names is hidden. Show it first."))
        names = sorted(merged.names.values_list("name_key", flat=True))
        merged.names.update(person=person)
        NameRequest.objects.filter(person=merged).update(person=person)
        if merged.claim_key and not person.claim_key:
            person.claim_key = merged.claim_key
            person.save(update_fields=["claim_key"])
        merged.delete()
        _record(
            "merged", by, person, names=names, shown=merged.name_key, claim_key=merged.claim_key
        )
        _announce_names([*names, person.name_key])
    return person


@retrying
def split_names(shown: str, names: Iterable[str], by: str, claim_key: str = "") -> Person:
    """Move names from a person to a new one, shown as the first of them. Raises Refusal."""
    wanted = list(names)
    with transaction.atomic():
        person = _person(shown)
        if person.hidden_at:
            raise refusal(409, "hidden", gettext("The names are hidden. Show them first."))
        rows = person.names.filter(handle__in=[handle_of(name) for name in wanted])
        if not wanted or rows.count() != len(wanted) or person.name_key in wanted:
            raise refusal(409, "apart", gettext("These names are not merged with that name."))
        split = Person.objects.create(
            name_key=wanted[0], handle=handle_of(wanted[0]), claim_key=claim_key
        )
        rows.update(person=split)
        if claim_key and person.claim_key == claim_key:
            Person.objects.filter(pk=person.pk).update(claim_key="")
        _record("split", by, split, **{"from": person.name_key, "names": wanted})
        _announce_names([*wanted, person.name_key])
    return split


@retrying
def hide_names(name: str, by: str) -> Person:
    """Hide all names of a person on public pages, in stored and in future games. Raises Refusal."""
    with transaction.atomic():
        lock_intake()  # a merge replaces the stored seats
        person = _person(name)
        if person.hidden_at:
            raise refusal(409, "hidden", gettext("The name is already hidden."))
        person.hidden_at = timezone.now()
        person.save(update_fields=["hidden_at"])
        keys = list(person.names.values_list("name_key", flat=True))
        rows = Seat.objects.filter(name_key__in=keys)
        seats = list(rows.values_list("game_id", "position"))
        rows.update(name=None, name_key=None, person=person)
        _mark(seats, hidden=True)
        settle_boards(Game.objects.filter(pk__in={game for game, _ in seats}).iterator())
        _rewrite_initials(keys)
        refresh_event_tags(game for game, _ in seats)
        _record("hidden", by, person)
        _announce(game for game, _ in seats)
    return person


def _rewrite_initials(keys: Iterable[str]) -> None:
    """Store the seats again that show, or may show, initials of these names."""
    names = set(keys)
    games = Game.objects.filter(names_shown__contains=f"={ShownName.INITIALS}")
    for game in games.iterator():
        seats = seats_of_log(game.canonical)
        if any(seat["name_key"] in names for seat in seats):
            write_seats([(game, seats)])


@retrying
def show_names(person: Person, by: str) -> None:
    """Show the names of a person again, as the logs write them. Raises Refusal."""
    with transaction.atomic():
        lock_intake()  # a merge replaces the stored seats
        hidden = Person.objects.filter(pk=person.pk, hidden_at__isnull=False)
        if not hidden.update(hidden_at=None):
            raise refusal(409, "shown", gettext("The name is already shown."))
        games = Seat.objects.filter(person=person).values_list("game_id", flat=True)
        ids = sorted(set(games))
        for start in range(0, len(ids), BATCH_SIZE):
            _restore_names(person, ids[start : start + BATCH_SIZE])
        settle_boards(Game.objects.filter(pk__in=ids).iterator())
        _rewrite_initials(person.names.values_list("name_key", flat=True))
        refresh_event_tags(ids)
        _record("restored", by, person)
        _announce(ids)


def _restore_names(person: Person, ids: list[int]) -> None:
    logs = dict(Game.objects.filter(pk__in=ids).values_list("pk", "canonical"))
    seats = list(Seat.objects.filter(person=person, game__in=ids))
    for seat in seats:
        name = json.loads(logs[seat.game_id])["players"][seat.position]["name"]
        seat.name, seat.name_key, seat.person = shown_name(name), name_key(name), None
    Seat.objects.bulk_update(seats, ["name", "name_key", "person"], batch_size=200)
    _mark([(seat.game_id, seat.position) for seat in seats], hidden=False)


def undo_name_event(event: NameEvent, by: str) -> None:
    """Undo a recorded change. Raises Refusal if it can't be undone (any more)."""
    person = Person.objects.filter(handle=event.handle).first()
    if person is None:
        message = gettext("This person no longer exists. Undo the later changes first.")
        raise refusal(409, "gone", message)
    match event.what:
        case "merged":
            shown = event.detail["shown"]
            names = sorted(event.detail["names"], key=lambda name: name != shown)
            split_names(person.name_key, names, by, event.detail.get("claim_key", ""))
        case "split":
            merge_names(event.detail["from"], person.name_key, by)
        case "hidden":
            show_names(person, by)
        case "restored":
            hide_names(person.name_key, by)
        case "claimed":
            Person.objects.filter(pk=person.pk).update(claim_key="")
            _record("unclaimed", by, person)
        case _:
            raise refusal(409, "nothing", gettext("There is nothing to undo."))


def _person(name: str) -> Person:
    """Return the person with this name key, locked; create it if there is none."""
    if not name:
        raise refusal(422, "name", gettext("This is not a valid name."))
    row = PersonName.objects.filter(handle=handle_of(name)).first()
    if row is not None:
        return Person.objects.select_for_update().get(pk=row.person_id)
    person = Person.objects.create(name_key=name, handle=handle_of(name))
    PersonName.objects.create(person=person, name_key=name, handle=person.handle)
    return person


def _mark(seats: Iterable[tuple[int, int]], *, hidden: bool) -> None:
    """Update the bits of `Game.hidden_seats` for seats given as (game id, position)."""
    games: dict[int, list[int]] = {}
    for game, position in seats:
        games.setdefault(position, []).append(game)
    for position, ids in games.items():
        bit, bits = 1 << position, F("hidden_seats")
        for start in range(0, len(ids), BATCH_SIZE):
            rows = Game.objects.filter(pk__in=ids[start : start + BATCH_SIZE])
            rows.update(hidden_seats=bits.bitor(bit) if hidden else bits.bitand(~bit))


def _record(what: str, by: str, person: Person, **detail: object) -> None:
    NameEvent.objects.create(what=what, by=by[:160], handle=person.handle, detail=detail)


def _announce_names(names: list[str]) -> None:
    _announce(Seat.objects.filter(name_key__in=names).values_list("game_id", flat=True))


def _announce(ids: Iterable[int]) -> None:
    found = sorted(set(ids))
    names_changed.send(sender=Game, game_ids=found)
    games = Game.objects.present().filter(pk__in=found).defer("canonical")
    announce((game, CHANGED, for_everyone(game, CHANGED)) for game in games)
