"""Definitions of both versions: which is which, and what class hierarchies say of them."""
