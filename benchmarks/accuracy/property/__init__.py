"""Edits whose truth is known by construction, and how often tracer finds it."""
