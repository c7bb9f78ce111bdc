"""Statistics: counting accepted games, answering queries, drawing figures."""
