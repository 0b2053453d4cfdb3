def load(path):
    f"Reads a file."
    return open(path).read()
