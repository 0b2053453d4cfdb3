def index(items):
    known = {}
    for item in items:
        known[item.key] = item
    return known


def load(path):
    """Read it."""
    with open(path) as file:
        return file.read()
