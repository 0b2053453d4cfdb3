"""Which classes a look-up by name reaches: those whose objects it may look into."""
