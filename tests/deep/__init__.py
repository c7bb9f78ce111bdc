"""Long tests of several processes, with smaller ones in the daily run."""
