"""Draws (rules page 4.2, 9.1): how many cards, and which cards a pile can give."""

from games.core.language import ntext, text
from games.core.rules import Violation
from games.kyoto.rules.components import (
    HAND_SIZE,
    PILE_INDEX,
    SIDE_INDEX,
    TOMOYO,
)
from games.kyoto.rules.events import Draw
from games.kyoto.rules.state import DRAW, Pile, Side, State

_new = tuple.__new__
"""As in `state`."""


def count_cards_due(side: Side) -> int:
    """Count the cards the side draws; with Tomoyo, the cards it keeps."""
    due = HAND_SIZE - side.sites - side.tactics
    site, tactic = side.piles
    return min(due, site.size + tactic.size) if due > 0 else 0


def draws_two(state: State, role: str) -> bool:
    """Return whether two cards are drawn for each one kept (9.1)."""
    return state.has_charisma(role, TOMOYO)


def _count(piles: tuple[Pile, Pile]) -> int:
    return piles[0].size + piles[1].size


def take(pile: Pile, card: str) -> Pile | None:
    """Return the pile without a card drawn from its top, or None if the card cannot be there."""
    size, shuffled, returned = pile
    if size == 0:
        return None
    if shuffled is None:
        return Pile(size - 1, None)
    if shuffled:
        if card not in shuffled:
            return None
        at = shuffled.index(card)
        return _new(Pile, (size - 1, shuffled[:at] + shuffled[at + 1 :], returned))
    return Pile(pile.size - 1, (), pile.returned[1:]) if card == pile.returned[0] else None


def put_at_bottom(pile: Pile, card: str) -> Pile:
    """Return the pile with a card at its bottom."""
    if pile.shuffled is None:
        return Pile(pile.size + 1, None)
    return Pile(pile.size + 1, pile.shuffled, (*pile.returned, card))


def take_all(piles: tuple[Pile, Pile], cards: tuple[str, ...]) -> tuple[Pile, Pile] | None:
    """Return the piles without these cards, drawn one by one, or None if they cannot be drawn. A
    card is a card's name, or the name of its pile.
    """
    for card in cards:
        index = PILE_INDEX.get(card, 0)
        rest = take(piles[index], card)
        if rest is None:
            return None
        piles = (piles[0], rest) if index else (rest, piles[1])
    return piles


def pile_index(card: str) -> int:
    """Return the index of a card's pile; `card` is a card's name, or the name of its pile."""
    return PILE_INDEX.get(card, 0)


def _replace(piles: tuple[Pile, Pile], index: int, pile: Pile) -> tuple[Pile, Pile]:
    return (pile, piles[1]) if index == 0 else (piles[0], pile)


def draw_one(piles: tuple[Pile, Pile], kept: str, returned: str | None) -> tuple[Pile, Pile] | None:
    """Return the piles after one draw, in an order of the two cards that is possible (9.1)."""
    if returned is None:
        return take_all(piles, (kept,))
    after = take_all(piles, (kept, returned)) or take_all(piles, (returned, kept))
    if after is None:
        return None
    index = pile_index(returned)
    return _replace(after, index, put_at_bottom(after[index], returned))


def drawn_cards(event: Draw) -> tuple[str, ...]:
    """Return what was kept: cards, or piles in a table log."""
    return event.cards or event.piles


def piles_after_plain_draw(state: State, event: Draw) -> tuple[Pile, Pile] | None:
    """Return the piles after a draw of recorded cards that is certainly legal; None for all other
    draws, legal or not.
    """
    cards, named_piles, returned = event
    role = state.active
    if state.phase is not DRAW or role is None or named_piles:
        return None
    side = state.sides[SIDE_INDEX[role]]
    _, hand, sites, tactics, piles, _, _, charisma, _, _ = side
    if hand is None:
        return None
    if charisma == TOMOYO:
        after = piles_after_draw(side, event, True)
        return None if isinstance(after, Violation) else after
    due, drawn = HAND_SIZE - sites - tactics, len(cards)
    if returned or (drawn != due and drawn != count_cards_due(side)):
        return None
    return take_all(piles, cards)


def draw_violation(side: Side, event: Draw, two: bool) -> Violation | None:
    """Return the first rule that a draw breaks, or None."""
    piles = piles_after_draw(side, event, two)
    return piles if isinstance(piles, Violation) else None


def piles_after_draw(side: Side, event: Draw, two: bool) -> tuple[Pile, Pile] | Violation:
    """Return the piles after the whole draw, or the first rule it breaks."""
    kept = drawn_cards(event)
    due = count_cards_due(side)
    if len(kept) != due:
        message = ntext(
            "Draw {n} card, not {number}.", "Draw {n} cards, not {number}.", due, number=len(kept)
        )
        return Violation("4.2", "wrong_number", message)
    if len(event.returned) != (len(kept) if two else 0):
        with_tomoyo = text("With Tomoyo, name one returned card for each card kept.")
        message = with_tomoyo if two else text("Only Tomoyo returns cards.")
        return Violation("9.1", "wrong_returned", message)
    piles = side.piles
    for index, card in enumerate(kept):
        returned = event.returned[index] if two else None
        if two and (returned is None) != (_count(piles) == 1):
            message = text(
                "One of two cards is returned; only the last card of both piles is drawn alone."
            )
            return Violation("9.1", "one_or_two", message)
        after = draw_one(piles, card, returned)
        if after is None:
            message = text('The pile cannot give "{card}" now.', card=card)
            return Violation("4.2", "not_in_pile", message)
        piles = after
    return piles
