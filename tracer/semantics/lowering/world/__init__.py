"""The files of a program, names resolved between them, and code lowered when it is asked for."""
