"""The smallest game the house can keep, as docs/adding-a-game.md walks through it."""
