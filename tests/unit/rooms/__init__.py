"""Tests of rooms."""
