def g():
    return 1


def f():
    return g()


def h():
    return 3
