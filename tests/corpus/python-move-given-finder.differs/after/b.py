def g():
    return 2


def f():
    return 1
