def index(items):
    found = {}
    for item in items:
        found[item.key] = item
    return found


def load(path):
    """Read it."""
    with open(path) as file:
        return file.read()
