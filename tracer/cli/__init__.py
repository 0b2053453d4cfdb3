"""The command line: the only layer that knows exit codes, colours and terminals.

`entry.main` is the console script. A hook call takes a short way that imports neither click
nor rich; every other command is found by name in `app` and imported when it is called.
"""
