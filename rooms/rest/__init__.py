"""API of rooms."""
