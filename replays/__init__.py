"""Uploads, games, variations and notes, with their pages and API."""
