"""Shadows in Kyoto has one rulebook, so no edition has a name; its modules make modes."""

EDITIONS: tuple[str, ...] = ()
