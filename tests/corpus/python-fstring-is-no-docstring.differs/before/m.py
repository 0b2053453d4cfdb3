def load(path):
    "Reads a file."
    return open(path).read()
