def fetch(path):
    return path.read_text()
