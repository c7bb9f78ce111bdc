"""From a stored log to what it adds."""
