"""Calls: arguments, what is called, methods, constructors, closures."""
