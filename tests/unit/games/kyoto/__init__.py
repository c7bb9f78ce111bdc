"""Tests of Shadows in Kyoto."""
