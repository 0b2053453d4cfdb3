def f(rows):
    return set([row for row in read(rows)])
