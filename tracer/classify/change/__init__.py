"""A change: its edits, and what each of them touches."""
