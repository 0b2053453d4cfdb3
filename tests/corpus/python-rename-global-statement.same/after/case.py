count = 0


def f():
    m = 1
    return m
