"""There is one rulebook of Shadows in Kyoto, so no edition has a name; modules make modes."""

EDITIONS: tuple[str, ...] = ()
