"""Tokens and macros: what can be said without a tree."""
