"""The rules of Goryō."""
