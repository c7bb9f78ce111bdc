"""The messages of refused events, by code."""

from typing import Any

from games.core.language import gettext_noop as _
from games.core.language import text
from games.core.rules import Violation

_MESSAGES = {
    "unknown_player": _('"{player}" is not a player in this game. The players are {players}.'),
    "not_his_turn": _("It is {actor}'s turn, not {player}'s."),
    "unknown_cell": _('"{cell}" is not a cell of the Mountain. Use a1 to e5.'),
    "space_not_due": _("No tile goes on a space with a Kitsune tile. Remove: {spaces}."),
    "dragon": _("Dragon tiles are not supported: they belong to an expansion."),
    "not_in_line": _("A tile from {space} can't move to {cell}. Move it to {cells}."),
    "no_tile": _("There is no tile on space {space}."),
    "another_tile": _("The tile on space {space} is {found}, not {element}."),
    "space_missing": _("Every free Path space needs a tile. Missing: {spaces}."),
    "no_token": _("Name at least one revealed Burrow token."),
    "tile_gone": _(
        "Token {space} is skipped: its tile is not on the Path. Reveal another token after it."
    ),
    "unknown_chit": _("{number} is not a Movement chit. Use 1 to {last}."),
    "chit_twice": _("Chit {number} was already drawn in this Season."),
    "unknown_side": _('"{side}" is not a side of the coin. Use heads or tails.'),
    "out_of_turn": _(
        '"score" is out of turn: it may follow once, directly after the event that ends a Season.'
    ),
    "no_resigning": _("With three or four players no player can resign. Use abandon instead."),
    "unknown_space": _('"{space}" is not a Path space. Use a to e or 1 to 5.'),
    "kitsune_tile": _("Space {space} holds a Kitsune tile. Only Element tiles can move."),
    "not_in_bag": _("Not enough {element} tiles in the bag: {available} left, {drawn} drawn."),
    "token_twice": _("Token {space} was already revealed in this Season."),
    "not_skipped": _(
        "Token {space} is not skipped: its tile is still on the Path. No token follows it."
    ),
    "placed_tile": _("The tile just placed on {cell} can't be gathered."),
    "no_partner": _("There is no partner to give a tile to. Remove give."),
    "nothing_gathered": _("No tile was gathered, so none can be given. Remove give."),
    "no_gift": _("Give one of the gathered tiles to the partner: {elements}."),
    "not_gathered": _(
        "{element} can't be given: it was not gathered in this turn. Give one of {elements}."
    ),
    "empty_stack": _("There is no tile on {cell} to gather."),
}


def refuse(rule: str, code: str, **values: Any) -> Violation:
    """Return a violation of a rule, with the message of its code."""
    return Violation(rule, code, text(_MESSAGES[code], **values))
