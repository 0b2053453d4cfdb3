LIMIT = 3


def f(a):
    n = a
    return n + LIMIT
