"""Permissions and limits: edit keys, senders, upload limits, throttles."""
