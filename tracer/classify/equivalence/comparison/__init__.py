"""Two versions held against each other: definitions, imports, what loading does."""
