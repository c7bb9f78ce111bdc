"""Goryō."""
