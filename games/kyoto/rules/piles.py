"""Drawing (rules page 4.2, 9.1): how many, and what a pile can give."""

from games.core.rules import Violation
from games.kyoto.rules.events import Draw
from games.kyoto.rules.state import Pile, Side, State
from games.kyoto.rules.words import HAND_SIZE, PILES, TOMOYO, pile_of, without


def cards_due(side: Side) -> int:
    """How many cards the side draws; with Tomoyo how many it keeps."""
    return min(max(HAND_SIZE - side.cards_held, 0), _left(side.piles))


def draws_two(state: State, role: str) -> bool:
    """Whether two are drawn for each card (9.1)."""
    return state.plays(role, TOMOYO)


def _left(piles: tuple[Pile, Pile]) -> int:
    return piles[0].size + piles[1].size


def take(pile: Pile, card: str) -> Pile | None:
    """The pile without a card that comes from its top; None where that cannot be."""
    if pile.size == 0:
        return None
    if pile.above is None:
        return Pile(pile.size - 1, None)
    if pile.above:
        if card not in pile.above:
            return None
        return Pile(pile.size - 1, without(pile.above, card), pile.under)
    return Pile(pile.size - 1, (), pile.under[1:]) if card == pile.under[0] else None


def put_under(pile: Pile, card: str) -> Pile:
    """The pile with a card under it."""
    if pile.above is None:
        return Pile(pile.size + 1, None)
    return Pile(pile.size + 1, pile.above, (*pile.under, card))


def take_all(piles: tuple[Pile, Pile], cards: tuple[str, ...]) -> tuple[Pile, Pile] | None:
    """The piles without these cards, drawn one by one; None where that cannot be. A card is a name,
    or the name of its pile.
    """
    for card in cards:
        at = PILES.index(card if card in PILES else pile_of(card))
        taken = take(piles[at], card)
        if taken is None:
            return None
        piles = (taken, piles[1]) if at == 0 else (piles[0], taken)
    return piles


def draw_one(piles: tuple[Pile, Pile], kept: str, returned: str | None) -> tuple[Pile, Pile] | None:
    """The piles after one draw, in some order of the two that could be (9.1)."""
    if returned is None:
        return take_all(piles, (kept,))
    after = take_all(piles, (kept, returned)) or take_all(piles, (returned, kept))
    if after is None:
        return None
    at = PILES.index(returned if returned in PILES else pile_of(returned))
    back = put_under(after[at], returned)
    return (back, after[1]) if at == 0 else (after[0], back)


def drawn(event: Draw) -> tuple[str, ...]:
    """What was kept: cards, or in a table log piles."""
    return event.cards or event.piles


def after_draw(side: Side, event: Draw, two: bool) -> tuple[Pile, Pile] | Violation:
    """The piles after the whole draw, or the first rule it breaks."""
    kept = drawn(event)
    due = cards_due(side)
    if len(kept) != due:
        message = f"{due} are drawn here, not {len(kept)}."
        return Violation("4.2", "wrong_number", message)
    if len(event.returned) != (len(kept) if two else 0):
        message = "With Tomoyo, and only with her, a card goes back for each that is drawn."
        return Violation("9.1", "wrong_returned", message)
    piles = side.piles
    for at, card in enumerate(kept):
        returned = event.returned[at] if two else None
        if two and (returned is None) != (_left(piles) == 1):
            message = "Of two cards one goes back; only the last card of all comes alone."
            return Violation("9.1", "one_or_two", message)
        after = draw_one(piles, card, returned)
        if after is None:
            return Violation("4.2", "not_in_pile", f"Its pile cannot give {card} here.")
        piles = after
    return piles
