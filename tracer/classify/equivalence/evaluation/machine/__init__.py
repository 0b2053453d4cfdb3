"""Symbolic execution: events, stores, branches and joins, and what is known of a value."""
