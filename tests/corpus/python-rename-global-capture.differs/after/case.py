LIMIT = 3


def f(a):
    LIMIT = a
    return LIMIT + LIMIT
