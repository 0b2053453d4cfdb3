"""Pages that show whose intent the code serves: one file, a directory, or a local server."""
