"""Questions and their answers: pure, over frames of cells."""
