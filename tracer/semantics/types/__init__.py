"""Declared types, class hierarchies and the owners of members."""
