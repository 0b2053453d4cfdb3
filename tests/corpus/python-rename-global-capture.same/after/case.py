LIMIT = 3


def f(a):
    m = a
    return m + LIMIT
