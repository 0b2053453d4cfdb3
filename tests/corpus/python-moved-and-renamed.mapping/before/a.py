def keys(items):
    seen = set()
    for item in items:
        seen.add(item.key)
    return seen


def other():
    pass
