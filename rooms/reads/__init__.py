"""Queries of rooms."""
