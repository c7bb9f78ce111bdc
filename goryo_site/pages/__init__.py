"""Pages over games and statistics together: the front page and the search."""
