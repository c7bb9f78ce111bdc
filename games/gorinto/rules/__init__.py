"""The rules of Gorinto."""
