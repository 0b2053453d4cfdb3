count = 0


def f():
    n = 1
    return n
