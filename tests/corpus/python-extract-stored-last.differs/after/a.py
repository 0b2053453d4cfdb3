def f(read, size):
    count = 0
    try:
        count = _part(count, read, size)
    except OSError:
        pass
    return count


def _part(count, read, size):
    if size:
        count = read(size)
    size(count)
    return count
