def f(read, items):
    count = 0
    try:
        count = _part(count, items, read)
    except LookupError:
        pass
    return count


def _part(count, items, read):
    print(items)
    count = read(count)
    return count
