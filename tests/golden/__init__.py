"""Golden logs: whole games with everything a replay says of them."""
