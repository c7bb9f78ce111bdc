"""Taking in games: which records are of one game, and storing them."""
