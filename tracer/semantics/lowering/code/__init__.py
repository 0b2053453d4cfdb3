"""The code of one definition as core language."""
