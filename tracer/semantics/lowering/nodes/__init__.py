"""Core code that needs no table: opaque code, bodies in one form, what a construct is."""
