"""The API of games, uploads, branches and notes."""
