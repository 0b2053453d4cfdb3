def f(read, size):
    count = 0
    try:
        if size:
            count = read(size)
        size(count)
    except OSError:
        pass
    return count
