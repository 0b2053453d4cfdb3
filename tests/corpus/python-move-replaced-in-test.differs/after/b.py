y = 1


def g():
    return 1


def f():
    return g()
