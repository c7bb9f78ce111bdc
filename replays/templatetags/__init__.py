"""What templates of the keep call."""
