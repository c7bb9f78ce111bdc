"""Permissions and limits: edit keys, uploaders, upload limits, throttles."""
