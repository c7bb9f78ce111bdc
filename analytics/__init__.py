"""From accepted games to answers: counting, asking, drawing."""
