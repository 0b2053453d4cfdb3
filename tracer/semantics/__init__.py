"""What code means: names, types, values and effects, and the core language."""
