"""From a stored log to its contribution."""
