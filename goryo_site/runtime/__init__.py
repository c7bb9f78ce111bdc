"""Running the site: processes, broker, web server, workers, logging and health."""
