def f(read, items):
    count = 0
    try:
        print(items)
        count = read(count)
    except LookupError:
        pass
    return count
