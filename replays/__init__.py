"""The keep: what arrived, what it proved to be, showing it."""
