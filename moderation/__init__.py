"""Moderation: reports, what staff decide about them, blocks, claims of names, and the audit log."""
