"""Rollups: sums that merge in any order and can be subtracted exactly."""
