def f():
    return 2


def f():
    return 1
