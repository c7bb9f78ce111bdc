"""Queries: uploads of keys, and the export."""
