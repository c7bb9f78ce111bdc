"""Pages of games, uploads, branches and notes."""
