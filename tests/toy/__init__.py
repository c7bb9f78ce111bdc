"""The smallest complete game, described in docs/adding-a-game.md."""
