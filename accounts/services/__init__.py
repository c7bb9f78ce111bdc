"""Writes: keys, sessions, accounts."""
