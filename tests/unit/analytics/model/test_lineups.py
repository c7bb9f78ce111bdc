"""Sides and players as arrays, and what the design makes of them (spec 1.2, 1.6)."""

import numpy as np

from analytics.results_model.design import build
from analytics.results_model.games import Game, Side
from analytics.results_model.lineups import lineups_of

GAMES = [
    Game("1", "b/x", 700_000, None, (
        Side("2+4", ("dan", "", "ann"), 1.0), Side("1+3", ("bob", "ann", "cy"), 2.0))),
    Game("2", "a/x", 700_100, None, (Side("1", ("ann",), 1.0), Side("2", ("",), 1.0))),
]  # fmt: skip


def test_groups_sides_and_players_are_numbered_in_alphabetical_order() -> None:
    lineups = lineups_of(GAMES)
    assert lineups.groups == ["a/x", "b/x"]
    assert lineups.sides == ["1", "1+3", "2", "2+4"]
    assert lineups.players == ["ann", "bob", "cy", "dan"]
    assert lineups.group.tolist() == [1, 0]
    assert lineups.first_row.tolist() == [0, 2]
    assert lineups.side.tolist() == [3, 1, 0, 2]
    assert lineups.size.tolist() == [3, 3, 1, 1]
    assert lineups.row.tolist() == [0, 0, 0, 1, 1, 1, 2, 3]
    assert lineups.player.tolist() == [3, -1, 0, 1, 0, 2, 0, -1]
    assert lineups.sets() == {"a/x": ("1", "2"), "b/x": ("1+3", "2+4")}


def test_a_row_is_the_mean_over_the_members_of_a_side() -> None:
    """A player's strength in the block of the game, d, and the player's shares of the sides."""
    design = build(GAMES)
    parameters = design.parameters
    number = [game.key for game in design.games].index("1") * 2
    row = design.rows.toarray()[number]
    sides = ("1+3", "2+4")
    assert design.shares["ann"] == {sides: {"1+3": 0.5, "2+4": 0.5}, ("1", "2"): {"1": 1.0}}
    assert parameters.blocks["ann"] == [1, 0]
    expected = np.zeros(parameters.n)
    expected[parameters.seat["b", "2+4"]] = 1
    expected[[parameters.start["dan"], parameters.start["ann"], parameters.nameless[0]]] = 1 / 3
    expected[[parameters.roles["dan", "2+4"], parameters.roles["ann", "2+4"]]] = 1 / 3
    expected[parameters.choice[sides, "2+4"]] = 0.5 / 3
    expected[parameters.choice[sides, "1+3"]] = -0.5 / 3
    np.testing.assert_allclose(row, expected)


def test_a_pool_of_nameless_players_has_no_strengths() -> None:
    games = [GAMES[1]._replace(sides=(Side("1", ("",), 1.0), Side("2", ("",), 2.0)))]
    design = build(games)
    assert (design.parameters.blocks, design.shares) == ({}, {})
    assert len(design.parameters.nameless) == 2
    assert design.rows[:, design.parameters.nameless].toarray().tolist() == [[1, 0], [0, 1]]
