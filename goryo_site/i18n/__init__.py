"""Translation: catalogues and the translator the games use."""
