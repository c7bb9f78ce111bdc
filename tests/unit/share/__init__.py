"""Pictures, films, embeds and files of games."""
