def load(path):
    match = open(path).read()
    return match.strip()
