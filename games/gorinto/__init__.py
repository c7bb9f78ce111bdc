"""Gorinto."""
