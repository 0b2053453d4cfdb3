"""Two terms held against each other."""
