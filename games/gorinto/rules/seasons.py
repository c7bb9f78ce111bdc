"""The end of a Season (rules page, 6.2 to 6.5, sections 8 to 11): scoring, the next turn order, the
end of the game.
"""

from games.gorinto.rules.editions import KITSUNE_SIDE, SEASONS, Ruleset
from games.gorinto.rules.elements import Counts, counts
from games.gorinto.rules.goals import GOALS
from games.gorinto.rules.mountain import EMPTY, EMPTY_PATH
from games.gorinto.rules.state import KitsuneState, Scoring, Setup, State

REGULAR_POINTS, KITSUNE_POINTS = 1, 3
"""The Kitsune's points for a tile of a regular and of a Kitsune Key Element (11.8)."""


def end_season(state: State) -> State:
    """Score the Season, then start the next one, or end the game after Winter."""
    setup, is_last = state.setup, state.season == SEASONS
    scoring = score(setup, state.season, state.mats, is_last)
    gained = _points_by_side(setup.ruleset, scoring)
    wisdom = tuple([old + points for old, points in zip(state.wisdom, gained, strict=True)])
    if is_last:
        winners, reason = _result(setup.ruleset, state.mats, wisdom)
        return state._replace(wisdom=wisdom, scoring=scoring).over(winners, reason, may_claim=True)
    return _next_season(state, scoring, wisdom)


def wisdom_if_ended(state: State) -> tuple[int, ...]:
    """Return each side's Wisdom if the Season ended with these mats."""
    if state.season > SEASONS or state.winners is not None:
        return state.wisdom
    scoring = score(state.setup, state.season, state.mats, state.season == SEASONS)
    gained = _points_by_side(state.setup.ruleset, scoring)
    return tuple([old + points for old, points in zip(state.wisdom, gained, strict=True)])


def score(setup: Setup, season: int, mats: tuple[Counts, ...], is_last: bool) -> Scoring:
    """Return the scoring of a Season with these mats, including Key Elements if `is_last` (6.3,
    8.1).
    """
    ruleset = setup.ruleset
    players = mats[: ruleset.players]
    goals = tuple([card_points(setup, player, players) for player in range(len(players))])
    kitsune = _kitsune_points(setup, mats[-1]) if ruleset.has_kitsune else None
    keys = tuple([key_points(setup, own) for own in players]) if is_last else None
    return Scoring(season, goals, kitsune, keys)


def card_points(setup: Setup, player: int, players: tuple[Counts, ...]) -> tuple[int, ...]:
    """Return the points of each of a player's goal cards, given the mats of all players."""
    own = players[player]
    cards = setup.ruleset.cards(player)
    return tuple([GOALS[setup.goals[card]].points(own, players) for card in cards])


def key_points(setup: Setup, own: Counts) -> int:
    """Return the points of a mat's Key Elements (6.3, 8.1)."""
    return setup.ruleset.key_points * sum([own[k] for k in setup.keys])


def _kitsune_points(setup: Setup, mat: Counts) -> int:
    """Return the Kitsune's score for its whole mat, in every Season (11.8)."""
    regular = sum([mat[element] for element in setup.keys])
    return REGULAR_POINTS * regular + KITSUNE_POINTS * sum([mat[e] for e in setup.kitsune_keys])


def _points_by_side(ruleset: Ruleset, scoring: Scoring) -> list[int]:
    gained = [0] * len(ruleset.sides)
    for player, cards in enumerate(scoring.goals):
        gained[ruleset.side_of[player]] += sum(cards)
    if scoring.kitsune is not None:
        gained[-1] += scoring.kitsune
    if scoring.keys is not None:
        for player, points in enumerate(scoring.keys):
            gained[ruleset.side_of[player]] += points
    return gained


def _next_season(state: State, scoring: Scoring, wisdom: tuple[int, ...]) -> State:
    ruleset, discarded = state.setup.ruleset, list(state.discarded)
    for tile in state.path:
        if tile != EMPTY:
            discarded[tile] += 1
    return state._replace(
        season=state.season + 1,
        phase=ruleset.first_phase,
        turn=0,
        order=_next_order(ruleset, state.order, wisdom),
        path=EMPTY_PATH,
        wisdom=wisdom,
        discarded=counts(discarded),
        scoring=scoring,
        kitsune=KitsuneState() if ruleset.has_kitsune else None,
        tokens=0,
        may_claim=True,
    )


def _next_order(
    ruleset: Ruleset, order: tuple[int, ...], wisdom: tuple[int, ...]
) -> tuple[int, ...]:
    """Return the turn order of the next Season (6.5, 9.2)."""
    has = [wisdom[side] for side in ruleset.side_of]
    if ruleset.compassionate:
        latest_first = order[::-1]
        return tuple(sorted(latest_first, key=lambda player: has[player]))
    players, holder, lowest = ruleset.players, order[0], min(has)
    # the coin goes clockwise from its holder and reaches the holder last
    walk = [(holder + step) % players for step in range(1, players + 1)]
    start = next(player for player in walk if has[player] == lowest)
    return tuple([(start + step) % players for step in range(players)])


def _result(
    ruleset: Ruleset, mats: tuple[Counts, ...], wisdom: tuple[int, ...]
) -> tuple[tuple[str, ...], str]:
    """Return the winners and the reason (8.2, in partnership 10.5, in solo 11.9)."""
    if ruleset.has_kitsune:
        own, kitsune = wisdom
        if own == kitsune:
            return (KITSUNE_SIDE,), "solo_tie"
        return (ruleset.roles if own > kitsune else (KITSUNE_SIDE,)), "wisdom"
    best = [side for side, has in enumerate(wisdom) if has == max(wisdom)]
    reason = "wisdom"
    if len(best) > 1:
        tiles = [0] * len(wisdom)
        for player, mat in enumerate(mats):
            tiles[ruleset.side_of[player]] += sum(mat)
        fewest = min([tiles[side] for side in best])
        best = [side for side in best if tiles[side] == fewest]
        reason = "fewest_tiles" if len(best) == 1 else "shared"
    roles = [
        role for role, side in zip(ruleset.roles, ruleset.side_of, strict=True) if side in best
    ]
    return tuple(roles), reason
