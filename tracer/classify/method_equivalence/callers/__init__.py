"""Who calls a method, and whether the calls still reach it in the same way."""
