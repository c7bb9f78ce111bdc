"""Shadows in Kyoto: rules, log and knowledge."""
