"""Statements and the ways between them: loops, sequences, exceptions, what is put off."""
