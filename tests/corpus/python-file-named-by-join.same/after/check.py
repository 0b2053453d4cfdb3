TARGET = ".".join(("os", "getcwd"))
