def load(path):
    return path.read_text()
