def load(path):
    print("Reads a file.")
    return open(path).read()
