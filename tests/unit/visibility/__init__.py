"""Tests of who can see games, and what owners change."""
