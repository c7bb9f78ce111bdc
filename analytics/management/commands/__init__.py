"""Commands of statistics."""
