"""Shadows in Kyoto alone, for tests that read logs of no other game."""

from games.kyoto.kind import KIND

KINDS = {KIND.slug: KIND}
