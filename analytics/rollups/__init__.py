"""Rollups: sums that merge in any order and can be taken apart again."""
