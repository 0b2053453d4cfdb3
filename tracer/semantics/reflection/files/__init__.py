"""Who finds files by their paths."""
