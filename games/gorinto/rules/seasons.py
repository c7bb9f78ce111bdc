"""A Season's end (rules page, 6.2 to 6.5, sections 8 to 11): scoring, the next Season's order, the
game's end.
"""

from games.gorinto.rules.editions import KITSUNE_SIDE, SEASONS, Ruleset
from games.gorinto.rules.effects import (
    Discarded,
    Effect,
    GameEnded,
    OrderMade,
    SeasonBegan,
    SeasonScored,
)
from games.gorinto.rules.elements import ELEMENTS, Counts, counts
from games.gorinto.rules.goals import GOALS
from games.gorinto.rules.mountain import EMPTY, EMPTY_PATH
from games.gorinto.rules.phase import OVER
from games.gorinto.rules.state import Fox, Scoring, Setup, State

REGULAR_PAYS, KITSUNE_PAYS = 1, 3
"""What a tile of a regular and of a Kitsune Key Element pays the Kitsune (11.8)."""


def end_season(state: State, effects: tuple[Effect, ...]) -> tuple[State, tuple[Effect, ...]]:
    """Score the Season, then go on to the next, or end the game after Winter."""
    is_last = state.season == SEASONS
    scoring = score(state.setup, state.season, state.mats, is_last)
    gained = gains(state.setup.ruleset, scoring)
    wisdom = tuple([had + more for had, more in zip(state.wisdom, gained, strict=True)])
    named = tuple(zip(state.setup.ruleset.sides, gained, strict=True))
    effects = (*effects, SeasonScored(state.season, named))
    if is_last:
        return _end_game(state, scoring, wisdom, effects)
    return _next_season(state, scoring, wisdom, effects)


def score(setup: Setup, season: int, mats: tuple[Counts, ...], is_last: bool) -> Scoring:
    """What a Season's end pays with these mats; `is_last`: with the Key Elements (6.3, 8.1)."""
    ruleset = setup.ruleset
    players = mats[: ruleset.players]
    goals = tuple([card_points(setup, player, players) for player in range(len(players))])
    kitsune = _kitsune_scores(setup, mats[-1]) if ruleset.has_kitsune else None
    keys = tuple([key_points(setup, own) for own in players]) if is_last else None
    return Scoring(season, goals, kitsune, keys)


def card_points(setup: Setup, player: int, players: tuple[Counts, ...]) -> tuple[int, ...]:
    """What a player's goal cards pay him with the mats of all players."""
    own = players[player]
    cards = setup.ruleset.cards(player)
    return tuple([GOALS[setup.goals[card]].pays(own, players) for card in cards])


def key_points(setup: Setup, own: Counts) -> int:
    """What a mat's Key Elements pay (6.3, 8.1)."""
    return setup.ruleset.key_points * sum([own[k] for k in setup.keys])


def _kitsune_scores(setup: Setup, mat: Counts) -> int:
    """11.8: every Season anew for all the Kitsune has."""
    regular = sum([mat[element] for element in setup.keys])
    return REGULAR_PAYS * regular + KITSUNE_PAYS * sum([mat[e] for e in setup.kitsune_keys])


def gains(ruleset: Ruleset, scoring: Scoring) -> list[int]:
    """What each side gained."""
    gained = [0] * len(ruleset.sides)
    for player, cards in enumerate(scoring.goals):
        gained[ruleset.side_of[player]] += sum(cards)
    if scoring.kitsune is not None:
        gained[-1] += scoring.kitsune
    if scoring.keys is not None:
        for player, more in enumerate(scoring.keys):
            gained[ruleset.side_of[player]] += more
    return gained


def _next_season(
    state: State, scoring: Scoring, wisdom: tuple[int, ...], effects: tuple[Effect, ...]
) -> tuple[State, tuple[Effect, ...]]:
    setup, ruleset = state.setup, state.setup.ruleset
    left = [tile for tile in state.path if tile != EMPTY]
    discarded = list(state.discarded)
    for tile in left:
        discarded[tile] += 1
    if left:
        effects = (*effects, Discarded(tuple([ELEMENTS[tile] for tile in left]), "6.4"))
    season = state.season + 1
    order = _next_order(ruleset, state.order, wisdom)
    effects = (*effects, SeasonBegan(season))
    if len(order) > 1:
        roles = tuple([ruleset.roles[player] for player in order])
        effects = (*effects, OrderMade(roles, "9.2" if ruleset.compassionate else "6.5"))
    after = State(
        setup,
        season,
        ruleset.first_phase,
        0,
        order,
        state.mountain,
        EMPTY_PATH,
        state.mats,
        wisdom,
        state.bag,
        counts(discarded),
        scoring,
        Fox() if ruleset.has_kitsune else None,
        0,
        True,
        None,
        None,
    )
    return after, effects


def _next_order(
    ruleset: Ruleset, order: tuple[int, ...], wisdom: tuple[int, ...]
) -> tuple[int, ...]:
    """Who acts when in the next Season (6.5, 9.2)."""
    has = [wisdom[side] for side in ruleset.side_of]
    if ruleset.compassionate:
        latest_first = order[::-1]
        return tuple(sorted(latest_first, key=lambda player: has[player]))
    players, holder, lowest = ruleset.players, order[0], min(has)
    # the coin leaves its holder and comes back to him last
    walk = [(holder + step) % players for step in range(1, players + 1)]
    start = next(player for player in walk if has[player] == lowest)
    return tuple([(start + step) % players for step in range(players)])


def _end_game(
    state: State, scoring: Scoring, wisdom: tuple[int, ...], effects: tuple[Effect, ...]
) -> tuple[State, tuple[Effect, ...]]:
    ruleset = state.setup.ruleset
    if ruleset.has_kitsune:
        winners, reason, rule = _solo_result(ruleset, wisdom)
    else:
        winners, reason, rule = _result(ruleset, state.mats, wisdom)
    winners = tuple(sorted(winners))
    fox = state.fox if state.fox is None else state.fox._replace(moving=None)
    over = state._replace(
        phase=OVER,
        wisdom=wisdom,
        scoring=scoring,
        fox=fox,
        may_claim=True,
        winners=winners,
        reason=reason,
    )
    return over, (*effects, GameEnded(winners, reason, rule))


def _solo_result(ruleset: Ruleset, wisdom: tuple[int, ...]) -> tuple[tuple[str, ...], str, str]:
    """11.9: only more Wisdom than the Kitsune's wins."""
    own, kitsune = wisdom
    if own == kitsune:
        return (KITSUNE_SIDE,), "solo_tie", "11.9"
    return (ruleset.roles if own > kitsune else (KITSUNE_SIDE,)), "wisdom", "11.9"


def _result(
    ruleset: Ruleset, mats: tuple[Counts, ...], wisdom: tuple[int, ...]
) -> tuple[tuple[str, ...], str, str]:
    """8.2, in partnership 10.5: most Wisdom, then the fewest tiles, then shared."""
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
    return tuple(roles), reason, "8.2"
