"""Access to rooms: keys and limits."""
