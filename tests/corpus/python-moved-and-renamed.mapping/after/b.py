x = 1


def distinct(items):
    seen = set()
    for item in items:
        seen.add(item.key)
    return seen
