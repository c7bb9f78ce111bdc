"""The rules of Shadows in Kyoto."""
