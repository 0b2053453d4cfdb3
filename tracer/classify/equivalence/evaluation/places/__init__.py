"""What values are stored to: patterns, assignments, initializers."""
