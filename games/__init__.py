"""Board games: rules, logs, and what a game says of itself. Pure Python, no framework."""
