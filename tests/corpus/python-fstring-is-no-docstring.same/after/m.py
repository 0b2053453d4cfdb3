def load(path):
    print(f"Reads a file.")
    return open(path).read()
