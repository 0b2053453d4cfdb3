"""Whether two pieces of code say the same, tree by tree."""
