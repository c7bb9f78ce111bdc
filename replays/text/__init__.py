"""Text people read: terms, names, masks and excerpts."""
