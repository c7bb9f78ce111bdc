"""Queries: games, uploads, branches, notes, names and downloads."""
