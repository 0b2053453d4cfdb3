def f(read, size):
    count = 0
    try:
        size(count)
        if size:
            count = read(size)
    except OSError:
        pass
    return count
