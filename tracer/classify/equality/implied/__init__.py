"""Calls and values that say the same with and without what is implied."""
