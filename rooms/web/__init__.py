"""Pages of rooms."""
