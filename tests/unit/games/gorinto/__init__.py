"""Tests of the pure part."""
