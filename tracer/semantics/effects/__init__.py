"""What code does besides giving a value, and in which order."""
