def load(path):
    """Read it."""
    with open(path) as file:
        return file.read()


def keys(items):
    seen = set()
    for item in items:
        seen.add(item.key)
    return sorted(seen)


def total(items):
    result = 0
    for item in items:
        result += item.price * item.amount
    return result
