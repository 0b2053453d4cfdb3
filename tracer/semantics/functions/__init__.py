"""Functions, their parameters, statements and calls."""
