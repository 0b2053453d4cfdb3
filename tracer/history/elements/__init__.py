"""The life of one element (a definition, a block, a variable) in git's history."""
